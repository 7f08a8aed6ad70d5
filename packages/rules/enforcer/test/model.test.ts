import type { Action } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { context } from "./engine-for.ts";
import { anyActions, anyModel, anyWorld, engineOf } from "./models.ts";
import { type Judged, judgeAll, type Model, type World } from "./reference.ts";

describe("the engine", () => {
  it("judges as the slow and obvious one does, whatever the rules and the answers", async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, anyActions, anyWorld, async (model, actions, world) => {
        expect(await judged(model, actions, world)).toEqual(
          JSON.parse(JSON.stringify(judgeAll(model, actions, world))),
        );
      }),
      { numRuns: runs(300, 100_000) },
    );
  });
});

async function judged(model: Model, actions: readonly Action[], world: World): Promise<readonly Judged[]> {
  const engine = engineOf(model, world);
  const verdicts: Judged[] = [];
  for (const action of actions) {
    const verdict = await engine.before(action, context);
    if (verdict.kind !== "allow" && verdict.kind !== "stop") throw new Error(`an unexpected ${verdict.kind}`);
    verdicts.push({
      kind: verdict.kind,
      action: verdict.kind === "allow" ? verdict.action : undefined,
      passes: verdict.decision.passes.map((pass) => ({
        action: pass.action,
        checks: Object.fromEntries(
          pass.rules.map(({ rule, check }) => [rule, check === "unknown" ? 0.5 : Number(check)]),
        ),
        outcomes: pass.enforcements.map(({ outcome }) => outcome),
      })),
    });
  }
  return withoutPrograms(verdicts);
}

/** The reference knows no fingerprints. */
function withoutPrograms(verdicts: readonly Judged[]): readonly Judged[] {
  return JSON.parse(JSON.stringify(verdicts), (key, value) => (key === "invokedByProgram" ? undefined : value));
}
