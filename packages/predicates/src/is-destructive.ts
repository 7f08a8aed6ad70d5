import type { Predicate } from "@helve/core";
import { aboutCommand, severalOf, unlessUnknown } from "./command-of.ts";
import { effectSentence } from "./effect-sentence.ts";
import type { Policy } from "./policy.ts";

/** Whether a command deletes or destroys anything; writing a file with `>` alone does not. */
export function isDestructive(policy: Policy): Predicate {
  return {
    name: "is_destructive",
    description: "Whether a shell command deletes or destroys files, disks or committed work.",
    evaluate: (operands, context) =>
      aboutCommand(operands, context, policy, (command) => {
        const harmful = command.effects.filter(({ kind }) => kind !== "overwrite");
        if (harmful.length === 0) return unlessUnknown(command, "nothing in the command deletes or destroys anything");
        return {
          value: true,
          reason: severalOf(harmful.map(effectSentence)),
          evidence: command.evidence(harmful),
        };
      }),
  };
}
