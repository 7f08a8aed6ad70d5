import type { Action, GuardContext, InspectionRequest } from "@helve/core";
import type { EngineOptions, InspectionAnswer, ReflectionRequest, Reflector } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor, named } from "./engine-for.ts";

describe("an action that violates no rule", () => {
  it("is allowed unchanged, and the record lists the rules that were checked", async () => {
    const engine = engineFor("rule @r trigger any.any check p enforce stop end");
    const asked = action({ p: false });
    const verdict = await engine.before(asked, context);
    expect(verdict).toMatchObject({
      kind: "allow",
      decision: { passes: [{ rules: [{ rule: "r", violated: false }] }] },
    });
    expect(verdict.kind === "allow" && verdict.action).toEqual(asked);
  });
});

describe("stop", () => {
  it("stops the action and tells the model which rule and why", async () => {
    const engine = engineFor("rule @r trigger any.any check p enforce stop end");
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "stop", reason: "rule @r (line 1): p is true: it is true" });
  });

  it("takes precedence over questions and invocations", async () => {
    const asked: unknown[] = [];
    const engine = engineFor(
      `rule @ask trigger any.any check enforce user_inspection end
       rule @invoke trigger any.any check enforce invoke_action(Backup, {}) end
       rule @stop trigger any.any check p enforce stop end`,
      { inspect: (request) => ({ decision: asked.push(request) > 0 ? "approve" : "reject" }) },
    );
    expect((await engine.before(action({ p: true }), context)).kind).toBe("stop");
    expect(asked).toEqual([]);
  });
});

describe("user_inspection", () => {
  const rules = `
    rule @one trigger any.any check p enforce user_inspection end
    rule @two trigger any.any check q enforce user_inspection(add_contact, shorten) end
  `;

  function inspected(...answers: readonly InspectionAnswer[]) {
    const requests: InspectionRequest[] = [];
    const contacts: string[] = [];
    const engine = engineFor(rules, {
      inspect: (request) => {
        requests.push(request);
        return answers[requests.length - 1] ?? { decision: "reject" };
      },
      fixes: {
        add_contact: ({ args }) => {
          contacts.push(String(args["to"]));
          return { ...args, q: false };
        },
        shorten: ({ args }) => ({ ...args, text: "short", q: false }),
      },
    });
    return { engine, requests, contacts };
  }

  it("asks once for all rules, with their findings and fixes", async () => {
    const { engine, requests } = inspected({ decision: "approve" });
    const verdict = await engine.before(action({ p: true, q: true }), context);
    expect(verdict.kind).toBe("allow");
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      action: { name: "Terminal.Execute" },
      rules: [{ rule: "one" }, { rule: "two" }],
      fixes: ["add_contact", "shorten"],
    });
    expect(verdict.decision.passes[0]?.enforcements.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ["one", "approved"],
      ["two", "approved"],
    ]);
  });

  it("asks again for every action", async () => {
    const { engine, requests } = inspected({ decision: "approve" }, { decision: "approve" });
    await engine.before(action({ p: true }), context);
    await engine.before(action({ p: true }), context);
    await engine.before(action({ p: false }), context);
    expect(requests).toHaveLength(2);
  });

  it("stops a rejected action, and the model reads the reason", async () => {
    const { engine } = inspected({ decision: "reject", reason: "I need that file" });
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({
      kind: "stop",
      reason: "it was rejected: I need that file; rule @one (line 2): p is true: it is true",
    });
    expect(verdict.decision.passes[0]?.enforcements).toEqual([
      { rule: "one", enforcement: "user_inspection", outcome: "rejected", detail: "I need that file" },
    ]);
  });

  it.each<[string, unknown]>([
    ["an answer that is none", { decision: "maybe" }],
    ["a fix that was not offered", { decision: "fix", fix: "toString" }],
    ["no answer at all", undefined],
    ["an edit without arguments", { decision: "edit" }],
    ["an edit with a list for arguments", { decision: "edit", args: [] }],
  ])("treats %s as a rejection", async (_what, answer) => {
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      inspect: () => answer as InspectionAnswer,
    });
    expect((await engine.before(action({ p: true }), context)).kind).toBe("stop");
  });

  it("rejects when there is nobody to ask, or asking fails", async () => {
    const alone = engineFor("rule @r trigger any.any check p enforce user_inspection end");
    expect(await alone.before(action({ p: true }), context)).toMatchObject({ kind: "stop" });
    const broken = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      inspect: () => {
        throw new Error("no terminal");
      },
    });
    expect(await broken.before(action({ p: true }), context)).toMatchObject({
      reason: expect.stringContaining("asking failed: no terminal"),
    });
  });

  it("counts an edit as approved by the rules that asked, and all other rules evaluate it", async () => {
    const { engine, requests } = inspected({ decision: "edit", args: { p: true, q: true } }, { decision: "approve" });
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { p: true, q: true } } });
    expect(requests.map(({ rules }) => rules.map(({ rule }) => rule))).toEqual([["one"], ["two"]]);
  });

  it("does not count an edit as approved by a rule that asked about an earlier version", async () => {
    const { engine, requests } = inspected(
      { decision: "edit", args: { p: true, q: true, n: 1 } },
      { decision: "edit", args: { p: true, q: true, n: 2 } },
      { decision: "approve" },
    );
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { n: 2 } } });
    expect(requests.map(({ rules }) => rules.map(({ rule }) => rule))).toEqual([["one"], ["two"], ["one"]]);
  });

  it("treats a fix that returns no arguments as a rejection", async () => {
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection(forget) end", {
      inspect: () => ({ decision: "fix", fix: "forget" }),
      fixes: { forget: () => undefined as never },
    });
    expect(await engine.before(action({ p: true }), context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("the fix forget returned no arguments"),
    });
  });

  it("asks nobody and applies no fix after an abort", async () => {
    const controller = new AbortController();
    const asked: unknown[] = [];
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      predicates: [{ name: "p", description: "aborts", evaluate: () => controller.abort() ?? true }],
      inspect: (request) => ({ decision: asked.push(request) > 0 ? "approve" : "reject" }),
    });
    await expect(engine.before(action({}), { ...context, signal: controller.signal })).rejects.toThrow("aborted");
    expect(asked).toEqual([]);
  });

  it("applies and remembers nothing when the answer arrives after an abort", async () => {
    let controller = new AbortController();
    const fixed: unknown[] = [];
    let asked = 0;
    const answered: InspectionAnswer[] = [
      { decision: "fix", fix: "calm" },
      { decision: "approve", remember: "session" },
    ];
    const late = engineFor("rule @r trigger any.any check p enforce user_inspection(calm) end", {
      inspect: () => {
        controller.abort();
        return answered[asked++] ?? { decision: "reject" };
      },
      fixes: { calm: ({ args }) => ({ ...args, p: fixed.push(args) === 0 }) },
    });
    for (const _ of answered) {
      controller = new AbortController();
      const gaveUp = { ...context, signal: controller.signal };
      await expect(late.before(action({ p: true }), gaveUp)).rejects.toThrow("aborted");
    }
    expect(fixed).toEqual([]);
    expect((await late.before(action({ p: true }), context)).kind).toBe("stop");
  });

  it("applies a fix and evaluates all rules again", async () => {
    const { engine, contacts } = inspected({ decision: "fix", fix: "add_contact" });
    const verdict = await engine.before(action({ q: true, to: "a@b.c" }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { q: false, to: "a@b.c" } } });
    expect(contacts).toEqual(["a@b.c"]);
    expect(verdict.decision.passes[0]?.enforcements[0]).toMatchObject({ outcome: "fixed", detail: "add_contact" });
    expect(verdict.decision.passes).toHaveLength(2);
  });

  it("stops an edit that does not match the tool", async () => {
    const { engine } = inspected({ decision: "edit", args: { broken: true } });
    expect(await engine.before(action({ p: true }), context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining('"broken" is not a known property'),
    });
  });
});

describe("llm_self_reflect", () => {
  const rule = "rule @r trigger Terminal.Execute check p enforce llm_self_reflect end";

  it("shows the model the rule as text and evaluates the action it chooses", async () => {
    const requests: ReflectionRequest[] = [];
    const engine = engineFor(rule, {
      reflect: (request) => {
        requests.push(request);
        return { args: { p: false } };
      },
    });
    expect(await engine.before(action({ p: true }), context)).toMatchObject({
      kind: "allow",
      action: { id: "call_1", args: { p: false } },
    });
    expect(requests[0]).toMatchObject({
      rule: "rule @r: before Terminal.Execute, if p, llm_self_reflect",
      finding: "rule @r (line 1): p is true: it is true",
      prompt: "free up disk space",
    });
  });

  it("stops when the model gives up, fails, or is not configured", async () => {
    const odd: readonly Reflector[] = [
      () => undefined as never,
      () => ({ name: "A.b", args: { on: new Date() } }),
      () => ({ args: [] as never }),
    ];
    for (const reflect of [() => null, () => Promise.reject(new Error("offline")), ...odd]) {
      expect((await engineFor(rule, { reflect }).before(action({ p: true }), context)).kind).toBe("stop");
    }
    expect(await engineFor(rule).before(action({ p: true }), context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("Think again; the rule is: rule @r: before Terminal.Execute"),
    });
  });

  it("stops an action that the rules would change after the third trial, and does not ask the model again", async () => {
    const tried: unknown[] = [];
    const engine = engineFor(rule, { reflect: ({ action: { args } }) => ({ args: { p: true, n: tried.push(args) } }) });
    expect(await engine.before(action({ p: true }), context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("after 3 trials the rules still change it: rule @r"),
    });
    expect(tried).toHaveLength(3);
  });

  it.each([1, 2, 3, 7])("evaluates the answer of the last of %i trials", async (maxTrials) => {
    let trials = 0;
    const reflect = () => ({ args: { p: ++trials < maxTrials, n: trials } });
    const verdict = await engineFor(rule, { maxTrials, reflect }).before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { p: false, n: maxTrials } } });
    expect(trials).toBe(maxTrials);
  });

  it("counts no change by a person as a trial", async () => {
    const edited = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      maxTrials: 1,
      inspect: () => ({ decision: "edit", args: { p: true } }),
    });
    expect((await edited.before(action({ p: true }), context)).kind).toBe("allow");
  });
});

describe("invoke_action", () => {
  it("replaces the action, with arguments from it", async () => {
    const engine = engineFor(
      'rule @trash trigger Terminal.Execute check p enforce invoke_action(Trash.Move, {"path": args.path "tag": "old"}) end',
    );
    const asked = action({ p: true, path: "x.log" });
    const verdict = await engine.before(asked, context);
    expect(verdict).toMatchObject({
      kind: "allow",
      action: { id: "call_1", name: "Trash.Move", args: { path: "x.log", tag: "old" }, replaces: asked },
    });
  });

  it("is evaluated under the tool's own name, whatever name the rule wrote", async () => {
    const engine = engineFor(`
      rule @self trigger Terminal.Execute check p enforce invoke_action(Trash-Move, {"q": true}) end
      rule @other trigger Trash.Move check q enforce stop end
    `);
    expect((await engine.before(action({ p: true }), context)).kind).toBe("stop");
  });

  it("does not apply a rule to the action it invoked, but all the others", async () => {
    const engine = engineFor(`
      rule @self trigger any.any check enforce invoke_action(Trash.Move, {"q": true}) end
      rule @other trigger Trash.any check q enforce stop end
    `);
    const verdict = await engine.before(action({}), context);
    expect(verdict.kind).toBe("stop");
    expect(verdict.decision.passes.map(({ rules }) => rules.map(({ rule }) => rule))).toEqual([["self"], ["other"]]);
  });

  it("keeps a key named __proto__ as data", async () => {
    const engine = engineFor(
      'rule @r trigger Terminal.any check enforce invoke_action(T, {"__proto__": {"x": 1}}) end',
    );
    const verdict = await engine.before(action({}), context);
    expect(verdict.kind === "allow" && Object.keys(verdict.action.args)).toEqual(["__proto__"]);
  });
});

describe("several violated rules", () => {
  it("are enforced in source order until one changes the action", async () => {
    const asked: Action[] = [];
    const engine = engineFor(
      `rule @first trigger Terminal.Execute check p enforce invoke_action(Trash.Move, {}) user_inspection end
       rule @second trigger Terminal.Execute check p enforce user_inspection end`,
      {
        inspect: (request) => {
          asked.push(request.action);
          return { decision: "approve" };
        },
      },
    );
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { name: "Trash.Move" } });
    expect(asked).toEqual([]);
  });
});

describe("an aborted decision", () => {
  const never = () => new Promise<never>(() => {});
  it.each<[string, string, Partial<EngineOptions>, Partial<GuardContext>]>([
    [
      "a predicate",
      "check slow enforce stop",
      { predicates: [{ name: "slow", description: "", evaluate: never }] },
      {},
    ],
    ["a person", "check enforce user_inspection", { inspect: never }, {}],
    [
      "a fix",
      "check enforce user_inspection(f)",
      { inspect: () => ({ decision: "fix", fix: "f" }), fixes: { f: never } },
      {},
    ],
    ["a model", "check enforce llm_self_reflect", { reflect: never }, {}],
    ["the host", "check enforce brake(1)", { enforcements: { brake: never } }, {}],
    ["what reads arguments", "check enforce invoke_action(A.b, {})", {}, { decode: never }],
  ])("does not wait for %s", async (_who, rule, options, given) => {
    const controller = new AbortController();
    const waiting = engineFor(`rule @r trigger any.any ${rule} end`, options);
    const verdict = waiting.before(action({}), { ...context, ...given, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 0);
    await expect(verdict).rejects.toThrow("enough");
  });

  it("returns no verdict that the abort caused", async () => {
    const controller = new AbortController();
    const engine = engineFor("on error ignore rule @r trigger any.any check p enforce stop end", {
      predicates: [
        {
          name: "p",
          description: "",
          evaluate: (_operands, { signal }) => {
            controller.abort(new Error("enough"));
            throw signal.reason;
          },
        },
      ],
    });
    await expect(engine.before(action({}), { ...context, signal: controller.signal })).rejects.toThrow("enough");
  });
});

describe("an evaluated action", () => {
  const changes = ({ action: { args } }: { readonly action: Action }) => {
    Object.assign(args, { p: false, command: "rm" });
    return true;
  };
  it.each<[string, string, Partial<EngineOptions>]>([
    [
      "a predicate",
      "check p changes enforce stop",
      { predicates: [named("p"), { ...named("changes"), evaluate: (_, given) => changes(given) }] },
    ],
    [
      "a person",
      "check enforce user_inspection",
      { inspect: (given) => ({ decision: changes(given) ? "approve" : "reject" }) },
    ],
    [
      "a fix",
      "check enforce user_inspection(f)",
      {
        inspect: () => ({ decision: "fix", fix: "f" }),
        fixes: { f: (given) => (changes({ action: given }) ? given.args : {}) },
      },
    ],
    [
      "a model",
      "check enforce llm_self_reflect",
      { reflect: (given) => (changes(given) ? { args: given.action.args } : null) },
    ],
    ["the host", "check enforce brake(1)", { enforcements: { brake: (_, given) => void changes(given) } }],
  ])("can't be changed by %s", async (_who, rule, options) => {
    const asked = action({ p: true, command: "ls" });
    const verdict = await engineFor(`rule @r trigger any.any ${rule} end`, options).before(asked, context);
    expect(verdict).toMatchObject({ kind: "stop", decision: { passes: [{ action: { args: { command: "ls" } } }] } });
    expect(asked.args).toEqual({ p: true, command: "ls" });
  });

  it("can't be changed later through a reference to the original", async () => {
    const edited = { p: false, files: ["a"] };
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      inspect: () => ({ decision: "edit", args: edited }),
    });
    const verdict = await engine.before(action({ p: true }), context);
    edited.files.push("/etc/passwd");
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { files: ["a"] } } });
  });
});

describe("very many rules", () => {
  it.each(["stop", "user_inspection", "warn"])("with the enforcement %s are enforced once each", async (deed) => {
    const names = Array.from({ length: 8000 }, (_, index) => `r${index}`);
    const rules = names.map((name) => `rule @${name} trigger any.any check enforce ${deed} end`);
    const verdict = await engineFor(rules.join("\n"), { inspect: () => ({ decision: "approve" }) }).before(
      action({}),
      context,
    );
    expect(verdict.decision.passes[0]?.enforcements.map(({ rule }) => rule)).toEqual(names);
    if (verdict.kind === "stop") expect(verdict.reason.split("; ")).toHaveLength(names.length);
  });
});

describe("a verdict", () => {
  it("is plain JSON, and the same for the same input and answers", async () => {
    const make = () =>
      engineFor("rule @r trigger any.any check p !q enforce user_inspection end", {
        inspect: () => ({ decision: "edit", args: { p: false } }),
      }).before(action({ p: "unknown" }), context);
    const verdict = await make();
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
    expect(JSON.stringify(await make())).toBe(JSON.stringify(verdict));
  });
});
