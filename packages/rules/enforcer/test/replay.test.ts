import { parseProgram } from "@helve/agentspec";
import { type Action, canonicalJson, type Predicate, type Verdict } from "@helve/core";
import { type EngineOptions, type InspectionAnswer, PlanError, type ReplayOptions, replay } from "@helve/enforcer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

const predicates: readonly Predicate[] = ["p", "q"].map((name) => ({
  name,
  description: `whether the action says ${name}`,
  evaluate: (_operands, { action }) => action.args[name] === true,
}));

/** Records an engine's verdicts about actions, and reads them as from a file. */
async function recorded(rules: string, actions: readonly Action[], options: Partial<EngineOptions> = {}) {
  const fixes = { mend: (given: Action) => ({ ...given.args, p: false }) };
  const engine = engineFor(rules, { predicates, fixes, ...options });
  const verdicts: Verdict[] = [];
  for (const one of actions) verdicts.push(await engine.before(one, context));
  return JSON.parse(JSON.stringify(verdicts)) as readonly Verdict[];
}

function again(verdicts: Parameters<typeof replay>[0], rules: string, options: Partial<ReplayOptions> = {}) {
  return replay(verdicts, parseProgram(rules), { predicates, ...options });
}

/** The differences, in short. */
async function differences(
  verdicts: Parameters<typeof replay>[0],
  rules: string,
  options: Partial<ReplayOptions> = {},
) {
  const { differences } = await again(verdicts, rules, options);
  return differences.map(({ index, kind, rules }) => [index, kind, rules]);
}

const both = action({ p: true, q: true });
const inspectP = "rule @inspect trigger any.any check p enforce user_inspection(mend) end";
const quiet = "rule @quiet trigger Never.Fires check enforce none end";
const stopP = "rule @stop trigger any.any check p enforce stop end";
const approve: Partial<EngineOptions> = { inspect: () => ({ decision: "approve" }) };

describe("replay", () => {
  it("reports what would be stopped, and by which rule", async () => {
    const verdicts = await recorded("rule @r trigger any.any check q enforce stop end", [
      action({ p: true }),
      action({ p: false }),
      action({ q: true }),
    ]);
    const report = await again(verdicts, `${stopP} rule @r trigger any.any check q enforce stop end`);
    expect(report).toMatchObject({
      replayed: 3,
      totals: { "now stopped": 1, "now allowed": 0, "now asked": 0 },
      differences: [{ index: 0, kind: "now stopped", action: { args: { p: true } }, rules: ["stop"] }],
      skipped: [],
      summary: "3 decisions replayed: 1 now stopped, 2 as before",
    });
    expect(report.differences[0]?.before).toEqual(verdicts[0]);
    expect(report.differences[0]?.after).toMatchObject({ kind: "stop" });
  });

  it.each<[string, string, string, Partial<EngineOptions>, Partial<ReplayOptions>, unknown]>([
    ["a rule that is gone", stopP, quiet, {}, {}, ["now allowed", ["stop"]]],
    ["a rule that asks", quiet, inspectP, {}, {}, ["now asked", ["inspect"]]],
    ["a rule that asks in place of one that stops", stopP, inspectP, {}, {}, ["now asked", ["inspect", "stop"]]],
    [
      "a rule of another name that asks",
      inspectP,
      inspectP.replace("@inspect", "@other"),
      approve,
      {},
      ["now asked", ["other", "inspect"]],
    ],
    [
      "another rule that asks about what was approved",
      inspectP,
      `${inspectP} rule @too trigger any.any check q enforce user_inspection end`,
      approve,
      {},
      ["now asked", ["too"]],
    ],
    [
      "another action in its place",
      quiet,
      'rule @run trigger Terminal.Execute check p enforce invoke_action(Backup.Run, {"a": 1}) end',
      {},
      {},
      ["now changed", ["run"]],
    ],
    [
      "a warning",
      quiet,
      'rule @mind trigger any.any check p enforce warn("careful") end',
      {},
      {},
      ["now noted", ["mind"]],
    ],
    ["another meaning of stop", stopP, stopP, {}, { stopEnds: "agent" }, ["now ended", []]],
    ["rules that were in shadow", stopP, quiet, { mode: "shadow" }, {}, ["now allowed", ["stop"]]],
  ])("notices %s", async (_what, before, after, options, replaying, expected) => {
    const verdicts = await recorded(before, [both], options);
    expect(await differences(verdicts, after, replaying)).toEqual([[0, ...(expected as unknown[])]]);
  });

  it("compares with the shadow verdict of a decision in shadow mode", async () => {
    expect(await differences(await recorded(stopP, [both], { mode: "shadow" }), stopP)).toEqual([]);
  });

  it.each<[string, InspectionAnswer]>([
    ["an approval", { decision: "approve" }],
    ["a rejection", { decision: "reject", reason: "no" }],
    ["a rejection without a word", { decision: "reject" }],
    ["an edit", { decision: "edit", args: { p: false } }],
    ["an edit that still violates the rule", { decision: "edit", args: { p: true, x: 1 } }],
    ["a fix", { decision: "fix", fix: "mend" }],
  ])("takes %s from the record, and asks nobody", async (_what, answer) => {
    const verdicts = await recorded(inspectP, [both], { inspect: () => answer });
    expect(await differences(verdicts, inspectP)).toEqual([]);
    // A rule that does nothing makes no difference.
    expect(await differences(verdicts, `${inspectP} rule @calm trigger any.any check enforce none end`)).toEqual([]);
  });

  it.each<[string, string, Partial<EngineOptions>]>([
    ["an edit", inspectP, { inspect: () => ({ decision: "edit", args: { broken: 1 } }) }],
    ["a fix", inspectP, { inspect: () => ({ decision: "fix", fix: "mend" }), fixes: { mend: () => ({ broken: 1 }) } }],
    ["an invoked action", 'rule @run trigger any.any check p enforce invoke_action(Backup, {"broken": 1}) end', {}],
  ])("takes from the record that %s could not run", async (_what, rules, options) => {
    const verdicts = await recorded(rules, [both], options);
    expect(verdicts[0]?.kind).toBe("stop");
    expect(await differences(verdicts, rules)).toEqual([]);
  });

  it("takes from the record what an action was invoked with, where a text says that", async () => {
    const rules = 'rule @run trigger any.any check p enforce invoke_action(Backup, "all") end';
    const engine = engineFor(rules, { predicates });
    const verdict = await engine.before(both, {
      ...context,
      decodeText: async (given, text) => ({ ok: true, action: { ...given, args: { what: text } }, repairs: [] }),
    });
    expect(verdict).toMatchObject({ kind: "allow", action: { name: "Backup", args: { what: "all" } } });
    expect(await differences([verdict], rules)).toEqual([]);
  });

  it("answers with the rejection for one rule, whatever other rules ask", async () => {
    const verdicts = await recorded(inspectP, [both], { inspect: () => ({ decision: "reject" }) });
    expect(
      await differences(verdicts, `${inspectP} rule @too trigger any.any check q enforce user_inspection end`),
    ).toEqual([]);
  });

  it("takes from the record a fix after which the rule was no longer violated", async () => {
    let isContact = false;
    const add: Predicate = { name: "p", description: "is unknown", evaluate: () => !isContact };
    const verdicts = await recorded(inspectP, [both], {
      predicates: [add],
      inspect: () => ({ decision: "fix", fix: "mend" }),
      fixes: {
        mend: (given) => {
          isContact = true;
          return given.args;
        },
      },
    });
    expect(verdicts[0]?.kind).toBe("allow");
    isContact = false;
    expect(await differences(verdicts, inspectP, { predicates: [add] })).toEqual([]);
    expect(isContact).toBe(false);
  });

  it("asks when the recorded fix is no longer offered", async () => {
    const verdicts = await recorded(inspectP, [both], { inspect: () => ({ decision: "fix", fix: "mend" }) });
    expect(await differences(verdicts, inspectP.replace("(mend)", ""))).toEqual([[0, "now asked", ["inspect"]]]);
  });

  it("does not treat a rule that was not violated as an approval", async () => {
    const verdicts = await recorded("rule @inspect trigger any.any check !q enforce user_inspection end", [both]);
    expect(await differences(verdicts, inspectP)).toEqual([[0, "now asked", ["inspect"]]]);
  });

  it.each(["reflected", "gave up"])("takes from the record that the model %s", async (outcome) => {
    const rules = "rule @think trigger any.any check p enforce llm_self_reflect end";
    const reflect = () => (outcome === "reflected" ? { name: "Terminal.List", args: {} } : null);
    const verdicts = await recorded(rules, [both], { reflect });
    expect(verdicts[0]?.kind).toBe(outcome === "reflected" ? "allow" : "stop");
    expect(await differences(verdicts, rules)).toEqual([]);
  });

  it("takes from the record what the application's enforcements returned, and calls none", async () => {
    const rules = "rule @slow trigger any.any check p enforce follow_dist(10) end";
    const deeds: unknown[] = [];
    const verdicts = [
      ...(await recorded(rules, [both], { enforcements: { follow_dist: () => void deeds.push(1) } })),
      ...(await recorded(rules, [both], { enforcements: { follow_dist: () => ({ stop: "too near" }) } })),
    ];
    expect(verdicts.map(({ kind }) => kind)).toEqual(["allow", "stop"]);
    expect(await differences(verdicts, rules)).toEqual([]);
    expect(deeds).toHaveLength(1);
  });

  it("evaluates predicates again, with the recorded context", async () => {
    const [verdict] = await recorded(quiet, [both]);
    const seen: unknown[] = [];
    const look: Predicate = {
      name: "p",
      description: "looks",
      evaluate: (_operands, { prompt, trajectory, state }) => seen.push([prompt, trajectory, state]) > 0,
    };
    if (verdict === undefined) throw new Error("nothing was recorded");
    const other = action({}, "Mail.Send");
    const step = { action: other, observation: { parts: [], isError: false }, ran: true };
    const entries = [
      { verdict, context: { prompt: "own", trajectory: [step], state: 1 } },
      { verdict, action: other },
      verdict,
    ];
    const report = await again(entries, stopP, { predicates: [look], context: { prompt: "all" } });
    expect(report.differences.map(({ action }) => action.name)).toEqual([
      "Terminal.Execute",
      "Mail.Send",
      "Terminal.Execute",
    ]);
    expect(seen).toEqual([
      ["own", [step], 1],
      ["all", [], undefined],
      ["all", [], undefined],
    ]);
  });

  it("skips decisions that can't be replayed, with the reason", async () => {
    const after: Verdict = { kind: "allow", action: both, decision: { event: "after_action", passes: [] } };
    const bare: Verdict = { kind: "allow", action: both, decision: { passes: [] } };
    const report = await again([after, bare, { verdict: bare, action: both }], stopP);
    expect(report.skipped).toEqual([
      { index: 0, reason: "it is about after_action" },
      { index: 1, reason: "its action is not recorded" },
    ]);
    expect(report.summary).toBe("1 decision replayed: 1 now stopped, 0 as before; 2 can't be replayed");
  });

  it.each<[unknown, string]>([
    [null, "it can't be read"],
    ["allow", "it can't be read"],
    [{}, "it can't be read"],
    [{ verdict: null }, "it can't be read"],
    [{ kind: "stop", reason: "", decision: { passes: "none" } }, "its action is not recorded"],
    [{ kind: "stop", reason: "", decision: { passes: [{ action: both }] } }, "it can't be read"],
    [{ kind: "allow", decision: { passes: [{ action: both, rules: [], enforcements: [] }] } }, "it can't be read"],
    [
      { kind: "maybe", decision: { passes: [{ action: both, rules: [], enforcements: [] }] } },
      "its verdict has no known kind",
    ],
    [
      { kind: "stop", decision: { passes: [{ action: { id: "", name: 3 }, rules: [], enforcements: [] }] } },
      "its action",
    ],
    [{ kind: "stop", decision: { passes: [{ action: both, rules: [null], enforcements: [] }] } }, "it can't be read"],
  ])("skips invalid records: %j", async (given, reason) => {
    const report = await again([given as Verdict, ...(await recorded(quiet, [both]))], stopP);
    expect(report.skipped).toEqual([{ index: 0, reason: expect.stringContaining(reason) }]);
    expect(report.replayed).toBe(1);
  });

  it("reports progress, and ends when it is aborted", async () => {
    const verdicts = await recorded(quiet, Array<Action>(250).fill(both));
    const told: number[] = [];
    await again(verdicts, stopP, { onProgress: (done, total) => told.push(done / total) });
    expect(told).toHaveLength(250);
    expect(told.at(-1)).toBe(1);

    const controller = new AbortController();
    const onProgress = (done: number): void => {
      told.push(done);
      if (done === 10) controller.abort(new Error("enough"));
    };
    await expect(again(verdicts, stopP, { signal: controller.signal, onProgress })).rejects.toThrow("enough");
    expect(told.at(-1)).toBeLessThan(250);
  });

  it("refuses rules that can't be enforced", async () => {
    await expect(again([], "rule @r trigger any.any check nonsense enforce stop end")).rejects.toThrow(PlanError);
  });

  const rule = fc
    .record({
      check: fc.constantFrom("", "p", "!p", "q", "p q", "p | q", "args.p == true"),
      enforce: fc.constantFrom(
        "stop",
        "skip",
        "none",
        "user_inspection",
        "user_inspection(mend, note, break)",
        "llm_self_reflect",
        'invoke_action(Backup, {"q": true})',
        'invoke_action(Backup, {"broken": true})',
        'invoke_action(Backup, "q")',
        'warn("careful")',
        "slow(1)",
      ),
      more: fc.constantFrom("", "warn", "user_inspection(note)"),
    })
    .map(({ check, enforce, more }) => `trigger any.any check ${check} enforce ${enforce} ${more} end`);
  const program = fc
    .array(rule, { minLength: 1, maxLength: 4 })
    .map((rules) => rules.map((text, index) => `rule @r${index} ${text}`).join("\n"));
  const args = fc.record({ p: fc.boolean(), q: fc.boolean() });
  const answer: fc.Arbitrary<InspectionAnswer> = fc.oneof(
    fc.constant({ decision: "approve" } as const),
    fc.constant({ decision: "reject" } as const),
    args.map((args) => ({ decision: "edit", args }) as const),
    fc.constant({ decision: "edit", args: { broken: true } } as const),
    fc.constantFrom({ decision: "fix", fix: "mend" } as const, { decision: "fix", fix: "note" } as const),
    fc.constant({ decision: "fix", fix: "break" } as const),
  );

  it("finds no difference under the same rules, and is deterministic", async () => {
    await fc.assert(
      fc.asyncProperty(program, program, args, fc.array(answer), async (rules, others, args, answers) => {
        let asked = 0;
        const verdicts = await recorded(rules, [action(args)], {
          inspect: () => answers[asked++] ?? { decision: "reject" },
          reflect: () => (asked % 2 === 0 ? null : { args: { p: false, q: true } }),
          fixes: { mend: () => ({ p: false, q: false }), note: (given) => given.args, break: () => ({ broken: true }) },
          enforcements: { slow: () => (asked % 2 === 0 ? undefined : { stop: "no" }) },
        });
        expect(await differences(verdicts, rules)).toEqual([]);
        expect(canonicalJson(await again(verdicts, others))).toBe(canonicalJson(await again(verdicts, others)));
      }),
    );
  });
});
