import type { Action, Verdict } from "@helve/core";
import type { InspectionAnswer, Inspector } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

const asked = action({ p: true, q: true });
const rules = `
  rule @one trigger any.any check p enforce user_inspection(mend) end
  rule @two trigger any.any check q enforce user_inspection end
`;
const fixes = { mend: ({ args }: Action) => ({ ...args, p: false, q: false }) };

/** The enforcements of the first pass, in short. */
function enforced({ decision }: Verdict): readonly unknown[] {
  return (decision.passes[0]?.enforcements ?? []).map((record) => [record.rule, record.sharedWith, record.outcome]);
}

describe("the record of an inspection", () => {
  it.each<[InspectionAnswer, readonly unknown[]]>([
    [
      { decision: "approve" },
      [
        ["one", ["two"], "approved"],
        ["two", undefined, "approved"],
      ],
    ],
    [{ decision: "reject" }, [["one", ["two"], "rejected"]]],
    [{ decision: "edit", args: {} }, [["one", ["two"], "edited"]]],
    [{ decision: "fix", fix: "mend" }, [["one", ["two"], "fixed"]]],
  ])("says which other rules asked with it (%j)", async (answer, expected) => {
    const engine = engineFor(rules, { inspect: () => answer, fixes });
    expect(enforced(await engine.before(asked, context))).toEqual(expected);
  });

  it("names no other rule where one asked alone", async () => {
    const engine = engineFor(rules, { inspect: () => ({ decision: "approve" }), fixes });
    expect(enforced(await engine.before(action({ q: true }), context))).toEqual([["two", undefined, "approved"]]);
  });
});

describe("an inspector", () => {
  function inspector(onFixApplied: Inspector["onFixApplied"]): Inspector {
    return Object.assign(() => ({ decision: "fix", fix: "mend" }) as const, onFixApplied && { onFixApplied });
  }

  it("is called with the action before and after a fix", async () => {
    const changes: unknown[] = [];
    const engine = engineFor(rules, { inspect: inspector((change) => changes.push(change)), fixes });
    await engine.before(asked, context);
    expect(changes).toEqual([{ before: asked, after: { ...asked, args: { p: false, q: false } } }]);
  });

  it("does not influence the decision when onFixApplied throws", async () => {
    const failing = inspector(() => {
      throw new Error("no screen");
    });
    const engine = engineFor(rules, { inspect: failing, fixes });
    expect(await engine.before(asked, context)).toMatchObject({ kind: "allow" });
  });
});

describe("the host's time limit", () => {
  it("applies to an engine without an inspector only, because a person may take long", () => {
    const rules = "rule @r trigger any.any check p enforce user_inspection end";
    expect(engineFor(rules).untimed).toBe(false);
    expect(engineFor(rules, { inspect: () => ({ decision: "reject" }) }).untimed).toBe(true);
  });
});

describe("a change in the last pass", () => {
  it("by a person is used", async () => {
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      maxTrials: 1,
      inspect: () => ({ decision: "edit", args: { p: false } }),
    });
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { p: false } } });
  });

  it("by an inspector that never ends changing stops the action", async () => {
    let asked = 0;
    const engine = engineFor(
      "rule @a trigger any.any check args.n > 0 enforce user_inspection end\nrule @b trigger any.any check args.n > 0 enforce user_inspection end",
      { inspect: () => ({ decision: "edit", args: { n: ++asked } }) },
    );
    expect((await engine.before(action({ n: 1 }), context)).kind).toMatch(/allow|stop/);
    expect(asked).toBeLessThan(20);
  });
});
