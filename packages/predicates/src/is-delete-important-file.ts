import type { Predicate, Truth } from "@helve/core";
import { aboutCommand, severalOf, unlessUnknown } from "./command-of.ts";
import { effectSentence } from "./effect-sentence.ts";
import { concerns } from "./important-files.ts";
import type { Policy } from "./policy.ts";
import type { Effect } from "./shell-effects.ts";

/** Whether a command deletes, destroys or overwrites one of the policy's important files. */
export function isDeleteImportantFile(policy: Policy): Predicate {
  const globs = policy.importantFiles ?? [];
  return {
    name: "is_delete_important_file",
    description: "Whether a shell command deletes or overwrites a file that the host declared important.",
    evaluate: (operands, context) =>
      aboutCommand(operands, context, policy, (command) => {
        if (globs.length === 0) return { value: false, reason: "no file is declared important", evidence: [] };
        const touched = command.effects
          .filter(({ kind }) => kind !== "discard")
          .flatMap((effect) => touches(effect, globs, policy));
        const certain = touched.filter(({ truth }) => truth === true);
        if (certain.length > 0) {
          return { value: true, reason: severalOf(certain.map(sentence)), evidence: command.evidence(certain) };
        }
        const doubts = touched.map((each) => ({ reason: sentence(each), start: each.start, end: each.end }));
        return unlessUnknown(
          { ...command, unknowns: [...doubts, ...command.unknowns] },
          "nothing in the command deletes or overwrites an important file",
        );
      }),
  };
}

interface Touch {
  readonly truth: Truth;
  readonly effect: Effect;
  /** `null` when the target is not known. */
  readonly glob: string | null;
  readonly start: number;
  readonly end: number;
}

/** The important files that an effect concerns, or may concern: the first that it certainly does, if there is one. */
function touches(effect: Effect, globs: readonly string[], policy: Policy): readonly Touch[] {
  const { target, recursive, start, end } = effect;
  if (target === null) return [{ truth: "unknown", effect, glob: null, start, end }];
  const found = globs
    .map((glob): Touch => ({ truth: concerns(target, recursive, glob, policy), effect, glob, start, end }))
    .filter(({ truth }) => truth !== false);
  return [found.find(({ truth }) => truth === true) ?? found[0]].filter((touch) => touch !== undefined);
}

function sentence({ truth, effect, glob }: Touch): string {
  if (glob === null) return effectSentence(effect);
  return `${effectSentence(effect)}, which ${truth === true ? "" : "may hold what "}"${glob}" protects`;
}
