import type { Program } from "@helve/core/program";
import type { Coverage, RuleCoverage } from "@helve/rule-tests";
import { toRange } from "./conversions.ts";
import type { CoveredPart, CoveredRule } from "./protocol.ts";

/** The coverage of rules by tests, with the ranges of the parts. */
export function coveredRules({ rules }: Program, coverage: Coverage): readonly CoveredRule[] {
  return coverage.rules.flatMap((covered, index): readonly CoveredRule[] => {
    const rule = rules[index];
    if (rule === undefined) return [];
    const trigger: CoveredPart = {
      range: toRange(rule.trigger.range),
      isReached: covered.violated || covered.notViolated === true,
      branches: triggerBranches(covered),
    };
    const conditions = covered.conditions.map(
      ({ condition, decidedTrue, decidedFalse }): CoveredPart => ({
        range: toRange(condition.range),
        isReached: decidedTrue || decidedFalse,
        branches: [
          { label: "decides by being true", isReached: decidedTrue },
          { label: "decides by being false", isReached: decidedFalse },
        ],
      }),
    );
    const enforcements = covered.enforcements.map(
      ({ enforcement, applied }): CoveredPart => ({
        range: toRange(enforcement.range),
        isReached: applied,
        branches: [],
      }),
    );
    const parts = [trigger, ...conditions, ...enforcements];
    return [{ name: rule.name, range: toRange(rule.range), isReached: covered.violated, parts }];
  });
}

/** Returns the coverage branches of a trigger, for a rule without conditions. */
function triggerBranches({ violated, notViolated }: RuleCoverage): CoveredPart["branches"] {
  if (notViolated === undefined) return [];
  return [
    { label: "violated", isReached: violated },
    { label: "not violated", isReached: notViolated },
  ];
}
