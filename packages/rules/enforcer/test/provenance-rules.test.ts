import { parseProgram } from "@helve/agentspec";
import { type Action, type GuardContext, type Step, withHistory } from "@helve/core";
import { Engine, type EngineOptions } from "@helve/enforcer";
import { describe, expect, it } from "vitest";

const page = stepOf("Web.Read", "Our office: eve@shop.example");
const contact = stepOf("Contacts.Find", "Ann Lee <ann.lee@corp.example>");

function stepOf(name: string, content: string, rest: Partial<Step> = {}): Step {
  const observation = { parts: [{ type: "text", content }], isError: false } as const;
  return { action: { id: name, name, args: {} }, observation, ran: true, endedAt: 1, ...rest };
}

function engineFor(rules: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine(parseProgram(rules), { predicates: [], ...options });
}

function contextOf(trajectory: readonly Step[], rest: Partial<GuardContext> = {}): GuardContext {
  return {
    trajectory,
    prompt: "Write to bob@corp.example",
    signal: new AbortController().signal,
    decode: async (action) => ({ ok: true, action, repairs: [] }),
    ...rest,
  };
}

function mailTo(to: unknown): Action {
  return { id: "call_1", name: "Gmail.Send", args: { to } };
}

/** Whether the rule with a check stops a mail. */
async function stops(
  check: string,
  to: unknown,
  {
    header = "",
    trajectory = [page, contact],
    trust,
    ...rest
  }: { header?: string } & Pick<EngineOptions, "trust"> & Partial<GuardContext> = {},
): Promise<boolean> {
  const engine = engineFor(`${header}\nrule @r trigger Gmail.Send check ${check} enforce stop end`, { trust });
  return (await engine.before(mailTo(to), contextOf(trajectory, rest))).kind === "stop";
}

describe("from", () => {
  it("stops a mail whose receiver stands in a result of the tools that a rule names", async () => {
    expect(await stops("args.to from Web.any", ["eve@shop.example"])).toBe(true);
    expect(await stops("args.to from Web.any", ["bob@corp.example"])).toBe(false);
    expect(await stops("args.to from (Web.any, prompt)", ["bob@corp.example"])).toBe(true);
  });

  it("names the step and marks the characters of the argument", async () => {
    const engine = engineFor("rule @r trigger Gmail.Send check args.to from Web.any enforce stop end");
    const { decision } = await engine.before(mailTo(["eve@shop.example"]), contextOf([page]));
    expect(decision.passes[0]?.rules[0]?.predicates[0]).toMatchObject({
      predicate: "args.to from Web.any",
      value: true,
      reason: '"eve@shop.example" stands in the result of step 1 (Web.Read)',
      evidence: [{ path: "/to/0", start: 0, end: 16, text: "eve@shop.example" }],
    });
  });

  it("does not find what a step in flight may return, nor what a stopped step would have", async () => {
    const running = stepOf("Web.Read", "eve@shop.example", { inFlight: true, ran: false });
    const stopped = stepOf("Web.Read", "stopped: eve@shop.example", { ran: false });
    expect(await stops("args.to from Web.any", "eve@shop.example", { trajectory: [stopped, running] })).toBe(false);
  });

  it("is unknown, and so violated, for the prompt where there is none", async () => {
    expect(await stops("args.to from prompt", "dan@corp.example", { prompt: "" })).toBe(true);
    expect(await stops("args.to from prompt", "dan@corp.example")).toBe(false);
  });

  it("is unknown for an argument that is absent, and false if it is optional", async () => {
    expect(await stops("args.cc from Web.any", "bob@corp.example")).toBe(true);
    expect(await stops("args.cc? from Web.any", "bob@corp.example")).toBe(false);
  });
});

describe("only from", () => {
  const check = "!(args.to only from (prompt, Contacts.any))";

  it("holds if every receiver was first seen in the prompt or in the contacts", async () => {
    expect(await stops(check, ["bob@corp.example", "ann.lee@corp.example"])).toBe(false);
    expect(await stops(check, ["bob@corp.example", "eve@shop.example"])).toBe(true);
    expect(await stops(check, ["dan@corp.example"])).toBe(true);
  });

  it("does not hold for an address of a page that a contact search repeats", async () => {
    const echo = stepOf("Contacts.Find", "no contact eve@shop.example");
    expect(await stops(check, "eve@shop.example", { trajectory: [page, echo] })).toBe(true);
  });
});

describe("an answer of the user", () => {
  const check = "!(args.to only from (prompt, any.ask_user))";
  const proposed: Step = { ...stepOf("Gmail.Send", "stopped", { ran: false }), action: mailTo("eve@shop.example") };
  const answer = (content: string): Step => ({
    ...stepOf("ask_user", content),
    action: { id: "2", name: "ask_user", args: { question: "May I write to eve@shop.example?" } },
  });

  it("counts also where it repeats what the model proposed or another text says", async () => {
    expect(await stops(check, "eve@shop.example", { trajectory: [proposed, answer("Eve@Shop.example, yes")] })).toBe(
      false,
    );
    expect(await stops(check, "eve@shop.example", { trajectory: [page, answer("eve@shop.example")] })).toBe(false);
  });

  it("counts also where it says the time that the model proposed in another form", async () => {
    const asked = (content: string): readonly Step[] => [
      { ...stepOf("Gmail.Send", "stopped", { ran: false }), action: mailTo("2026-12-01T14:00") },
      answer(content),
    ];
    const at = (content: string) => stops(check, "2026-12-01T14:00", { trajectory: asked(content) });
    expect(await at("2 pm on Tuesday, December 1, 2026")).toBe(false);
    expect(await at("3 pm on Tuesday, December 1, 2026")).toBe(true);
    expect(await at("December 1, 2026")).toBe(true);
    const noted = stepOf("Web.Read", "2026-12-01T14:00");
    const prompt = "Write on December 1, 2026 at 2 pm";
    expect(await stops(check, "2026-12-01T14:00", { trajectory: [noted], prompt })).toBe(false);
    expect(await stops(check, "2026-12-01T14:00; rm", { trajectory: [noted], prompt })).toBe(true);
  });

  it("counts for nothing that it does not say", async () => {
    expect(await stops(check, "eve@shop.example", { trajectory: [proposed, answer("Yes, please.")] })).toBe(true);
    expect(await stops(check, "eve@shop.example", { trajectory: [page, answer("Yes, please.")] })).toBe(true);
  });

  it("comes from no tool of a toolkit or a server", async () => {
    const echo: Step = { ...answer("eve@shop.example"), action: { ...answer("").action, name: "evil.ask_user" } };
    expect(await stops(check, "eve@shop.example", { trajectory: [proposed, echo] })).toBe(true);
    expect(await stops(check, "eve@shop.example", { trajectory: [page, echo] })).toBe(true);
  });

  it("comes from another tool if the host or the rules trust it so", async () => {
    const asked: Step = { ...answer("eve@shop.example"), action: { ...answer("").action, name: "Form.Ask" } };
    const form = "!(args.to only from (prompt, Form.Ask))";
    expect(await stops(form, "eve@shop.example", { trajectory: [proposed, asked] })).toBe(true);
    const trust = (tool: string) => (tool === "Form.Ask" ? "user" : undefined);
    expect(await stops(form, "eve@shop.example", { trajectory: [proposed, asked], trust })).toBe(false);
    expect(
      await stops(form, "eve@shop.example", { trajectory: [proposed, asked], trust, header: "untrusted any" }),
    ).toBe(true);
  });

  it("may have been asked for by a rule, whose words are not the model's", async () => {
    const create: Action = { id: "1", name: "Calendar.Create", args: { start: "2026-12-01T15:00" } };
    const invoked: Step = {
      ...stepOf("Form.Ask", "2026-12-01T14:00"),
      action: {
        id: "1",
        name: "Form.Ask",
        args: { question: "When? As in 2026-12-01T14:00" },
        replaces: create,
        invokedBy: "r",
      },
    };
    const form = "!(args.to only from Form.Ask)";
    expect(await stops(form, "2026-12-01T14:00", { trajectory: [invoked] })).toBe(false);
    const echo = { ...invoked, observation: stepOf("", "2026-12-01T15:00").observation };
    expect(await stops(form, "2026-12-01T15:00", { trajectory: [echo] })).toBe(true);
  });
});

describe("sessions that begin with the same steps", () => {
  const asks = "rule @r trigger Gmail.Send check !(args.to only from prompt) enforce stop end";

  it("do not see each other's prompt", async () => {
    const engine = engineFor(asks);
    const verdictFor = async (prompt: string, rest: Partial<GuardContext> = {}): Promise<string> =>
      (await engine.before(mailTo("eve@evil.example"), contextOf([page], { prompt, ...rest }))).kind;
    const earlier = [engineFor(asks).snapshot({ trajectory: [page] })];
    for (const rest of [{}, { trajectory: withHistory([page], earlier) }, { trajectory: [], earlier }]) {
      expect(await verdictFor("Mail eve@evil.example", rest)).toBe("allow");
      expect(await verdictFor("Read my mails", rest)).toBe("stop");
      expect(await verdictFor("Mail eve@evil.example", rest)).toBe("allow");
    }
  });

  it("do not trust what the other user wrote", async () => {
    const engine = engineFor(
      `untrusted Web.any rule @r trigger Gmail.Send check args.to from untrusted enforce stop end`,
    );
    const verdictFor = async (prompt: string): Promise<string> =>
      (await engine.before(mailTo("eve@shop.example"), contextOf([page], { prompt }))).kind;
    expect(await verdictFor("Mail eve@shop.example")).toBe("allow");
    expect(await verdictFor("Read the page")).toBe("stop");
  });
});

describe("trust", () => {
  const header = "trust Contacts.any\nuntrusted Web.any";

  it("comes from the header of the rules", async () => {
    expect(await stops("args.to from untrusted", "eve@shop.example", { header })).toBe(true);
    expect(await stops("args.to from untrusted", "ann.lee@corp.example", { header })).toBe(false);
    expect(await stops("!(args.to only from trusted)", "ann.lee@corp.example", { header })).toBe(false);
    expect(await stops("!(args.to only from trusted)", "bob@corp.example", { header })).toBe(false);
  });

  it("comes from the engine where the header does not say it", async () => {
    const trust = (tool: string) => (tool.startsWith("Web.") ? ("untrusted" as const) : undefined);
    expect(await stops("args.to from untrusted", "eve@shop.example", { trust })).toBe(true);
    expect(await stops("args.to from untrusted", "eve@shop.example", { trust, header: "trust Web.Read" })).toBe(false);
  });

  it("follows the more specific pattern", async () => {
    const both = "trust Contacts.any\nuntrusted any.any";
    expect(await stops("args.to from untrusted", "ann.lee@corp.example", { header: both })).toBe(false);
    expect(await stops("args.to from untrusted", "eve@shop.example", { header: both })).toBe(true);
  });
});

describe("a snapshot", () => {
  const rules = "rule @r trigger Gmail.Send check args.to from Web.any enforce stop end";

  it("lets another engine trace values to steps that it has not seen", async () => {
    const kept = JSON.parse(JSON.stringify(engineFor(rules).snapshot({ trajectory: [page] })));
    const verdictOn = (to: string, earlier: GuardContext["earlier"]) =>
      engineFor(rules).before(mailTo(to), contextOf([contact], { ...(earlier !== undefined && { earlier }) }));
    expect((await verdictOn("eve@shop.example", [kept])).kind).toBe("stop");
    expect((await verdictOn("ann.lee@corp.example", [kept])).kind).toBe("allow");
  });

  it("is unknown, and so violated, where another guard's snapshot has no texts", async () => {
    const others = engineFor("rule @r trigger Gmail.Send check once(Web.Read) enforce stop end");
    const kept = others.snapshot({ trajectory: [page] });
    const context = contextOf([contact], { earlier: [kept] });
    expect((await engineFor(rules).before(mailTo("dan@corp.example"), context)).kind).toBe("stop");
  });
});
