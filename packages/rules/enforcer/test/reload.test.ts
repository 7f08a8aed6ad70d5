import { parseProgram } from "@helve/agentspec";
import { PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

const stopping = "rule @r trigger any.any check p enforce stop end";
const warning = "rule @w trigger any.any check p enforce allow end";

describe("reload", () => {
  it("replaces the rules from the next decision on", async () => {
    const engine = engineFor(stopping);
    const before = await engine.before(action({ p: true }), context);
    engine.reload(parseProgram(warning));
    const after = await engine.before(action({ p: true }), context);
    expect([before.kind, after.kind]).toEqual(["stop", "allow"]);
    expect(before.decision.plan).not.toBe(after.decision.plan);
    expect(engine.warnings).toHaveLength(1);
  });

  it("keeps the old rules when the new ones can't be enforced", async () => {
    const engine = engineFor(stopping);
    expect(() => engine.reload(parseProgram("rule @r trigger any.any check nobody_knows enforce stop end"))).toThrow(
      PlanError,
    );
    expect((await engine.before(action({ p: true }), context)).kind).toBe("stop");
    expect(engine.warnings).toEqual([]);
  });

  it("lets a decision in progress end with the rules it began with", async () => {
    const engine = engineFor(
      `rule @ask trigger any.any check p enforce user_inspection end
       rule @stop trigger any.any check q enforce stop end`,
      {
        inspect: () => {
          engine.reload(parseProgram("rule @none trigger any.any check False enforce stop end"));
          return { decision: "edit", args: { q: true } };
        },
      },
    );
    const under = await engine.before(action({ p: true }), context);
    expect(under).toMatchObject({ kind: "stop", reason: expect.stringContaining("rule @stop") });
    expect((await engine.before(action({ q: true }), context)).kind).toBe("allow");
  });
});
