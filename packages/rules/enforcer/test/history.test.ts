import { parseProgram } from "@helve/agentspec";
import { withHistory } from "@helve/core";
import { Engine } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { engineWith, recordOf, running, step, truthOf } from "./history-support.ts";

const hour = 3_600_000;
const transfer = (amount: unknown, endedAt = 0) => step("Bank.Transfer", { amount, to: "bob" } as never, { endedAt });

describe("once", () => {
  it("is true after a step that succeeded, and false before", async () => {
    expect(await truthOf("once(Web.Read)", { steps: [step("Web.Read")] })).toBe(true);
    expect(await truthOf("once(Web.Read)", { steps: [step("Mail.Read")] })).toBe(false);
    expect(await truthOf("once(Web.Read)")).toBe(false);
  });

  it("is unknown where a time is no number", async () => {
    const within = "once(Bank.Transfer within 1h)";
    const ended = [step("Bank.Transfer", {}, { endedAt: Number.NaN })];
    expect(await truthOf(within, { steps: ended, now: 0 })).toBe("unknown");
    expect(await truthOf(within, { steps: [step("Bank.Transfer")], now: Number.NaN })).toBe("unknown");
  });

  it("matches names by pattern, and several patterns", async () => {
    const steps = [step("Gmail.DeleteAll")];
    expect(await truthOf("once(Gmail.Delete*)", { steps })).toBe(true);
    expect(await truthOf("once(Gmail.any)", { steps })).toBe(true);
    expect(await truthOf("once(DeleteAll)", { steps })).toBe(true);
    expect(await truthOf("once(Web.any | Gmail.D*)", { steps })).toBe(true);
    expect(await truthOf("once(Gmail.Send*)", { steps })).toBe(false);
  });

  it("does not count blocked calls and failures, and doesn't know what a call in flight or a timed-out one did", async () => {
    expect(await truthOf("once(Web.Read)", { steps: [step("Web.Read", {}, { status: "stopped" })] })).toBe(false);
    expect(await truthOf("once(Web.Read)", { steps: [step("Web.Read", {}, { status: "failed" })] })).toBe(false);
    expect(await truthOf("once(Web.Read)", { steps: [step("Web.Read", {}, { status: "timed_out" })] })).toBe("unknown");
    expect(await truthOf("once(Web.Read)", { steps: [running("Web.Read")] })).toBe("unknown");
    expect(await truthOf("once(Web.Read)", { steps: [step("Web.Read"), running("Web.Read")] })).toBe(true);
  });

  it("counts failures where it reads the status, but never blocked calls", async () => {
    const failed = step("Web.Read", {}, { status: "failed" });
    const blocked = step("Web.Read", {}, { status: "stopped" });
    expect(await truthOf('once(Web.Read where step.status == "failed")', { steps: [failed] })).toBe(true);
    expect(await truthOf('once(Web.Read where step.status != "success")', { steps: [blocked] })).toBe(false);
  });

  it("knows steps that were recorded without a status", async () => {
    const { status: _, ...plain } = step("Web.Read");
    expect(await truthOf("once(Web.Read)", { steps: [{ ...plain, ran: false }] })).toBe(false);
    const failed = { ...plain, observation: { ...plain.observation, isError: true } };
    expect(await truthOf("once(Web.Read)", { steps: [failed] })).toBe(false);
  });

  it("asks whether the user confirmed the receiver of this mail", async () => {
    const check = "!once(User.Confirm where step.args.to == args.to & step.result == true)";
    const confirmed = step("User.Confirm", { to: "ann" }, { result: true });
    const refused = step("User.Confirm", { to: "bob" }, { result: false });
    const steps = [confirmed, refused];
    expect(await truthOf(check, { steps, args: { to: "ann" } })).toBe(false);
    expect(await truthOf(check, { steps, args: { to: "bob" } })).toBe(true);
    expect(await truthOf(check, { steps: [], args: { to: "ann" } })).toBe(true);
    expect(await truthOf(check, { steps: [running("User.Confirm", { to: "ann" })], args: { to: "ann" } })).toBe(
      "unknown",
    );
  });

  it("looks only at the steps since another one, which itself belongs to them", async () => {
    const [read, clear] = [step("Web.Read"), step("Session.Clear")];
    const check = "once(Web.Read since Session.Clear)";
    expect(await truthOf(check, { steps: [read, clear] })).toBe(false);
    expect(await truthOf(check, { steps: [read, clear, read] })).toBe(true);
    expect(await truthOf(check, { steps: [read] })).toBe(true);
    expect(await truthOf("count(Web.Read since Web.Read) == 1", { steps: [read, read] })).toBe(true);
  });

  it("does not know what is since a step that may have happened", async () => {
    const [read, clear] = [step("Web.Read"), step("Session.Clear", {}, { status: "timed_out" })];
    const check = "once(Web.Read since Session.Clear)";
    expect(await truthOf(check, { steps: [read, clear] })).toBe("unknown");
    expect(await truthOf(check, { steps: [read, clear, read] })).toBe(true);
    expect(await truthOf(check, { steps: [read, running("Session.Clear")] })).toBe("unknown");
    expect(await truthOf(check, { steps: [read, step("Session.Clear", {}, { status: "failed" })] })).toBe(true);
  });

  it("names the step in the record", async () => {
    const { predicates } = await recordOf(engineWith("once(Web.Read)"), { steps: [step("A.b"), step("Web.Read")] });
    expect(predicates[0]).toMatchObject({ predicate: "once(Web.Read)", reason: "step 2 (Web.Read) matches" });
  });
});

describe("count", () => {
  it("counts within a length of time, whose bounds belong to it", async () => {
    const steps = [transfer(1, 0), transfer(1, hour), transfer(1, hour)];
    const check = "count(Bank.Transfer within 1h) >= 3";
    expect(await truthOf(check, { steps, now: hour })).toBe(true);
    expect(await truthOf(check, { steps, now: hour + 1 })).toBe(false);
    expect(await truthOf(check, { steps })).toBe("unknown");
    expect(await truthOf("count(Bank.Transfer within 1h) >= 4", { steps })).toBe(false);
  });

  it("counts within the last steps", async () => {
    const steps = [transfer(1), step("A.b"), step("A.b")];
    expect(await truthOf("count(Bank.Transfer within 3 steps) == 1", { steps })).toBe(true);
    expect(await truthOf("count(Bank.Transfer within 2 steps) == 0", { steps })).toBe(true);
  });

  it("is between two bounds while a call is in flight", async () => {
    const steps = [transfer(1), running("Bank.Transfer")];
    expect(await truthOf("count(Bank.Transfer) >= 1", { steps })).toBe(true);
    expect(await truthOf("count(Bank.Transfer) >= 2", { steps })).toBe("unknown");
    expect(await truthOf("count(Bank.Transfer) >= 3", { steps })).toBe(false);
    expect(await truthOf("count(Bank.Transfer) == 1", { steps })).toBe("unknown");
    expect(await truthOf("count(Bank.Transfer) != 3", { steps })).toBe(true);
  });

  it("does not know a step without a time within a length of time", async () => {
    const { endedAt: _, ...timeless } = transfer(1);
    const situation = { steps: [timeless, transfer(1, hour)], now: hour };
    expect(await truthOf("count(Bank.Transfer within 1m) >= 1", situation)).toBe(true);
    expect(await truthOf("count(Bank.Transfer within 1m) >= 2", situation)).toBe("unknown");
  });

  it("finds steps whose times are not in their order", async () => {
    const steps = [transfer(1, 2 * hour), transfer(1, 0), transfer(1, 2 * hour)];
    expect(await truthOf("count(Bank.Transfer within 1h) == 2", { steps, now: 2 * hour })).toBe(true);
  });
});

describe("sum", () => {
  const check = "sum(step.args.amount of Bank.Transfer within 24h) + args.amount > 1000";

  it("adds numbers as they are written", async () => {
    const steps = [transfer(0.1), transfer(0.2)];
    expect(await truthOf("sum(step.args.amount of Bank.Transfer) == 0.3", { steps })).toBe(true);
    expect(await truthOf("sum(step.args.amount of Bank.Transfer) + 0.7 == 1", { steps })).toBe(true);
    expect(await truthOf("sum(step.args.amount of Bank.Transfer) == 0")).toBe(true);
  });

  it("limits a total, this action included", async () => {
    const steps = [transfer(600), transfer(300)];
    expect(await truthOf(check, { steps, args: { amount: 100 }, now: 1 })).toBe(false);
    expect(await truthOf(check, { steps, args: { amount: 101 }, now: 1 })).toBe(true);
    expect(await truthOf(check, { steps, args: { amount: 101 }, now: 25 * hour })).toBe(false);
    expect(
      await truthOf(check, {
        steps: [...steps, running("Bank.Transfer", { amount: 200 })],
        args: { amount: 50 },
        now: 1,
      }),
    ).toBe("unknown");
  });

  it("does not let negative or missing amounts get below a limit", async () => {
    const args = { amount: 100 };
    expect(await truthOf(check, { steps: [transfer(900), transfer(-800)], args, now: 1 })).toBe("unknown");
    expect(await truthOf(check, { steps: [transfer(1900), transfer(-800)], args, now: 1 })).toBe(true);
    expect(await truthOf(check, { steps: [transfer("900")], args, now: 1 })).toBe("unknown");
    expect(await truthOf(check, { steps: [transfer(1)], args: {}, now: 1 })).toBe("unknown");
  });
});

describe("last", () => {
  const check = 'last(Tests.Run).status != "success" | once(Files.Write since Tests.Run)';

  it("lets a commit run only after tests that passed", async () => {
    const [passed, failed] = [step("Tests.Run"), step("Tests.Run", {}, { status: "failed" })];
    expect(await truthOf(check, { steps: [passed] })).toBe(false);
    expect(await truthOf(check, { steps: [passed, failed] })).toBe(true);
    expect(await truthOf(check, { steps: [passed, step("Files.Write")] })).toBe(true);
    expect(await truthOf(check, { steps: [] })).toBe(true);
    expect(await truthOf(check, { steps: [passed, running("Tests.Run")] })).toBe("unknown");
  });

  it("reads a part of the result", async () => {
    const steps = [step("Web.Read", {}, { result: { items: [1, 2] } })];
    expect(await truthOf("last(Web.Read).result.items[1] == 2", { steps })).toBe(true);
    expect(await truthOf("last(Web.Read).result.items[5] > 2", { steps })).toBe("unknown");
    expect(await truthOf("last(Web.Read).result.items[5]? > 2", { steps })).toBe(false);
    expect(await truthOf('last(Mail.Read).tool? == "Mail.Read"', { steps })).toBe(false);
  });
});

describe("values", () => {
  it("are compared for every or for some item of a list", async () => {
    const args = { to: ["a@corp.com", "b@corp.com"] };
    expect(await truthOf('every(args.to, ends_with "@corp.com")', { args })).toBe(true);
    expect(await truthOf('some(args.to, == "B@corp.com")', { args })).toBe(false);
    expect(await truthOf('some(args.to, == "B@corp.com" ignoring case)', { args })).toBe(true);
    expect(await truthOf('every(args.to, not in ["a@corp.com"])', { args })).toBe(false);
    expect(await truthOf('every(args.to, ends_with "m") & !some(args.to, == "x")', { args: { to: [] } })).toBe(true);
    expect(await truthOf('every(args.cc, == "x")', { args })).toBe("unknown");
    expect(await truthOf('some(args.cc?, == "x")', { args })).toBe(false);
    expect(await truthOf('every(args.to, == "one@x")', { args: { to: "one@x" } })).toBe(true);
  });

  it("are looked up in another list, text or object of the action", async () => {
    const args = {
      to: ["A", [1, "B"], null],
      all: ["b", [1, "b"], null, "a"],
      text: "xay",
      keys: { a: 1 },
      one: ["a"],
    };
    expect(await truthOf("every(args.to, in args.all ignoring case)", { args })).toBe(true);
    expect(await truthOf("every(args.to, in args.all)", { args })).toBe(false);
    expect(await truthOf("some(args.one, in args.text)", { args })).toBe(true);
    expect(await truthOf("some(args.one, in args.keys ignoring case)", { args })).toBe(true);
    expect(await truthOf("some(args.to, contains args.one ignoring case)", { args: { to: [["A"]], one: "a" } })).toBe(
      true,
    );
    expect(await truthOf("some(args.to, in args.cc)", { args })).toBe("unknown");
    expect(await truthOf("some(args.to, in args.cc?)", { args })).toBe(false);
  });

  it("are looked up in linear time", async () => {
    const list = (letter: string): string[] => Array.from({ length: 100_000 }, (_, at) => `${letter}${at}`);
    expect(await truthOf("some(args.to, in args.all)", { args: { to: list("a"), all: list("b") } })).toBe(false);
    expect(await truthOf("some(args.to, in args.all ignoring case)", { args: { to: list("a"), all: list("B") } })).toBe(
      false,
    );
  });

  it("are false in a comparison if they are optional and absent", async () => {
    expect(await truthOf('args.cc? == "x"')).toBe(false);
    expect(await truthOf('args.cc? != "x"')).toBe(false);
    expect(await truthOf("args.n > 1")).toBe("unknown");
    expect(await truthOf("args.n? + 1 > 1")).toBe(false);
  });

  it("can ignore upper and lower case", async () => {
    expect(await truthOf('args.s contains "URGENT" ignoring case', { args: { s: "very urgent" } })).toBe(true);
    expect(await truthOf('args.s matches "^V.*T$" ignoring case', { args: { s: "very urgent" } })).toBe(true);
    expect(await truthOf('args.s in ["Very Urgent"] ignoring case', { args: { s: "very urgent" } })).toBe(true);
  });

  it("are calculated with the usual precedence", async () => {
    expect(await truthOf("args.n + 2 * 3 - 1 == 6", { args: { n: 1 } })).toBe(true);
    expect(await truthOf("(args.n + 2) * 3 == 9", { args: { n: 1 } })).toBe(true);
    expect(await truthOf('args.n + 1 == "2"', { args: { n: "1" } })).toBe("unknown");
  });

  it("are shared by all rules", async () => {
    const header = 'let blocked = ["a@x"]';
    expect(await truthOf("some(args.to, in blocked)", { header, args: { to: ["a@x"] } })).toBe(true);
    expect(await truthOf("args.at - 1h > now", { args: { at: 2 * hour }, now: 1 })).toBe(true);
  });
});

describe("a snapshot", () => {
  const check = "count(Bank.Transfer where step.args.to == args.to within 1h) >= 2";

  it("lets a session continue without its earlier steps", async () => {
    const engine = engineWith(check);
    const steps = [transfer(1, 0), transfer(2, hour)];
    const kept = JSON.parse(JSON.stringify(engine.snapshot({ trajectory: steps })));
    const other = engineWith(check);
    const situation = { args: { to: "bob" }, earlier: [kept], now: hour };
    expect((await recordOf(other, situation)).check).toBe(true);
    expect((await recordOf(other, { ...situation, now: hour + 1 })).check).toBe(false);
    const later = { ...situation, now: hour + 1, steps: [transfer(3, hour + 1)] };
    expect((await recordOf(other, later)).check).toBe(true);
    const again = engineWith(check).snapshot({ trajectory: later.steps, earlier: later.earlier });
    expect((await recordOf(engineWith(check), { ...situation, earlier: [again], now: hour + 1 })).check).toBe(true);
  });

  it("makes unknown what it does not have", async () => {
    const kept = engineWith("once(Web.Read)").snapshot({ trajectory: [step("A.b")] });
    const situation = { earlier: [kept], args: { to: "bob" } };
    expect(await truthOf("once(Web.Read)", situation)).toBe(false);
    expect(await truthOf("once(Mail.Read)", situation)).toBe("unknown");
    expect(await truthOf("once(Mail.Read)", { ...situation, steps: [step("Mail.Read")] })).toBe(true);
    expect(await truthOf("once(Mail.Read within 1 steps)", { ...situation, steps: [step("A.b")] })).toBe(false);
    expect(await truthOf("once(Mail.Read)", { earlier: [{ some: "junk" }] })).toBe("unknown");
  });

  it("has only the steps that it is for, also if the session has gone on", async () => {
    const engine = engineWith("count(A.b) == 1");
    const steps = [step("A.b"), step("A.b")];
    expect((await recordOf(engine, { steps, history: steps })).check).toBe(false);
    const kept = engine.snapshot({ trajectory: withHistory(steps.slice(0, 1), steps) });
    expect((await recordOf(engine, { earlier: [kept] })).check).toBe(true);
    expect((await recordOf(engine, { earlier: [kept], steps: steps.slice(1) })).check).toBe(false);
  });
});

describe("a value that is not known exactly", () => {
  const steps = [step("A.b"), running("A.b")];
  const predicates = [{ name: "p", description: "Is true.", evaluate: () => true }];

  it("makes a predicate that needs it unknown, also in a list", async () => {
    expect(await truthOf("p(count(A.b))", { steps, predicates })).toBe("unknown");
    expect(await truthOf('p(["x", last(A.b).result])', { steps, predicates })).toBe("unknown");
    expect(await truthOf("p(count(A.b))", { steps: [step("A.b")], predicates })).toBe(true);
    expect(await truthOf("count(A.b) in [1, 2]", { steps })).toBe("unknown");
    expect(await truthOf("count(A.b) from any.any", { steps })).toBe("unknown");
  });

  it("is described in the record", async () => {
    const { predicates: records } = await recordOf(engineWith("count(A.b) > 1"), { steps });
    expect(records[0]?.reason).toBe("count(A.b) is between 1 and 2");
  });

  it("can't be an argument of an action that a rule invokes", async () => {
    const text = 'rule @r trigger any.any check enforce invoke_action(C.d, {"n": count(A.b)}) end';
    const engine = new Engine(parseProgram(text), { predicates: [] });
    const context = {
      trajectory: steps,
      prompt: "",
      signal: new AbortController().signal,
      decode: async () => ({ ok: false, issues: [], repairs: [] }) as const,
    };
    const verdict = await engine.before({ id: "1", name: "A.b", args: {} }, context);
    expect(verdict).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("its arguments can't be filled in"),
    });
  });
});

describe("hostile input", () => {
  it("does not reach prototypes, and no name is special", async () => {
    const steps = [step("__proto__.constructor", { constructor: 1 } as never), step("toString")];
    expect(await truthOf("once(__proto__.constructor)", { steps })).toBe(true);
    expect(await truthOf("count(toString) == 1", { steps })).toBe(true);
    expect(await truthOf("last(__proto__.constructor).args.constructor == 1", { steps })).toBe(true);
    expect(await truthOf("last(toString).args.constructor? == 1", { steps })).toBe(false);
    expect(await truthOf("once(any.any where step.args.x == args.x)", { steps, args: { x: "__proto__" } })).toBe(false);
  });

  it("takes numbers of any size", async () => {
    const steps = [step("A.b", { n: 1e308 }), step("A.b", { n: 1e308 }), step("A.b", { n: 5e-324 })];
    expect(await truthOf("sum(step.args.n of A.b) > 1e308", { steps })).toBe(true);
    expect(await truthOf("sum(step.args.n of A.b) * 1e308 > 1", { steps })).toBe(true);
    expect(await truthOf("count(A.b within 99999999999999999999w) == 3", { steps, now: 1 })).toBe(true);
  });

  it("keeps a question unknown whose steps can't be read", async () => {
    const dated = step("A.b", { at: new Date(0) } as never);
    const engine = engineWith("once(A.b where step.args.at == args.at)");
    const situation = { steps: [dated, step("A.c")], args: { at: { x: 1 } } };
    for (let times = 0; times < 3; times++) expect((await recordOf(engine, situation)).check).toBe("unknown");
    const broken = { ...step("A.b"), observation: undefined, status: undefined } as never;
    const other = engineWith("once(A.c)");
    for (let times = 0; times < 3; times++) {
      expect((await recordOf(other, { steps: [broken, step("A.d")] })).check).toBe("unknown");
    }
  });
});
