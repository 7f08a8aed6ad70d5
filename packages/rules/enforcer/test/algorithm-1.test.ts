import type { Action } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

interface PrintedRule {
  readonly tool: string;
  readonly preds: readonly string[];
}

/**
 * Algorithm 1 of the AgentSpec paper as it is printed, for rules with `llm_self_reflect`; its line 6 assigns to `check`. Where it says "not exceed
 * max trial" and the trials are used, the action is not grounded.
 */
function printedAlgorithm(
  start: Action,
  rules: readonly PrintedRule[],
  { maxTrials, reflect }: { readonly maxTrials: number; readonly reflect: (action: Action) => Action },
): Action | undefined {
  let trials = 0;
  const validateAndEnforce = (action: Action): Action | undefined => {
    for (const rule of rules) {
      if (rule.tool !== action.name) continue; // line 3
      let check = true; // line 4
      for (const pred of rule.preds) check &&= action.args[pred] === true; // lines 5 to 7
      if (!check) continue; // line 8
      if (trials === maxTrials) return undefined; // line 10
      trials++;
      return validateAndEnforce(reflect(action)); // lines 9 and 11
    }
    return action; // line 16
  };
  return validateAndEnforce(start);
}

describe("Algorithm 1", () => {
  const preds = ["p", "q", "f"];
  const anyArgs = fc.record({ p: fc.boolean(), q: fc.boolean(), f: fc.boolean(), n: fc.nat(3) });
  const anyRule = fc.record({
    tool: fc.constantFrom("A.x", "A.y"),
    preds: fc.uniqueArray(fc.constantFrom(...preds), { minLength: 1, maxLength: 3 }),
  });
  const anyAnswer = fc.record({ name: fc.constantFrom("A.x", "A.y"), args: anyArgs });

  it("gives the same questions to the model and grounds the same action as the printed one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { minLength: 1, maxLength: 4 }),
        fc.array(anyAnswer, { minLength: 8, maxLength: 8 }),
        anyArgs,
        fc.integer({ min: 1, max: 6 }),
        async (rules, answers, args, maxTrials) => {
          const asking = () => {
            const asked: unknown[] = [];
            const next = ({ name, args }: Pick<Action, "name" | "args">) => {
              asked.push([name, args]);
              return answers[asked.length - 1] ?? { name: "A.z", args: {} };
            };
            return { asked, next };
          };
          const printed = asking();
          const grounded = printedAlgorithm({ ...action(args), name: "A.x" }, rules, {
            maxTrials,
            reflect: (action) => ({ ...action, ...printed.next(action) }),
          });

          const real = asking();
          const text = rules.map(
            ({ tool, preds }, index) =>
              `rule @r${index} trigger ${tool} check ${preds.join(" ")} enforce llm_self_reflect end`,
          );
          const engine = engineFor(text.join("\n"), {
            maxTrials,
            reflect: ({ action }) => real.next(action),
            warn: () => {},
          });
          const verdict = await engine.before({ ...action(args), name: "A.x" }, context);

          expect(real.asked).toEqual(printed.asked);
          expect(verdict.kind === "allow" ? [verdict.action.name, verdict.action.args] : undefined).toEqual(
            grounded && [grounded.name, grounded.args],
          );
        },
      ),
      { numRuns: runs(300, 20_000) },
    );
  });
});
