import type { Truth } from "@helve/core";
import type { Effect, FileEffect, MoveEffect, Target, WriteEffect } from "@helve/effects";
import { CreatedFiles } from "../created-files.ts";
import type { EffectsPart } from "../effects-part.ts";
import type { ImportantFiles } from "../important-files.ts";
import { isThere, lossByFacts, mayHoldMoved } from "../loss-by-facts.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { certainHit, type EffectPredicate, type EvaluationInput, type Hit, unknownHit } from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";

/** `is_delete_important_file`: whether a file that `importantFiles` or the defaults protect is deleted or overwritten. */
export const isDeleteImportantFile: EffectPredicate = {
  names: ["is_delete_important_file", "deletes_important_file"],
  description:
    "Whether the code deletes or overwrites a file that the policy protects; by default keys, repositories, files of the system, " +
    "and every file that no earlier step created and that can't be created again.",
  phrase: codePhrases({
    does: "deletes or overwrites an important file",
    doesNot: "delete or overwrite an important file",
    zh: "删除或覆盖重要文件",
  }),
  operand: "delete",
  usesFacts: true,
  falseReason: "nothing in the code deletes or overwrites an important file",
  createTest({ policy, created, part }) {
    const { declaredImportant = [], protectsByDefault } = policy;
    const tests = [testByDeclaredGlobs(declaredImportant)];
    if (protectsByDefault) tests.push(testByDefaults({ policy, created, part }));
    return (effect) => (isLoss(effect) ? strongestHit(tests.map((test) => test(effect))) : false);
  },
};

type Loss = FileEffect | WriteEffect | MoveEffect;

/** Returns a certain hit, or else any hit. */
function strongestHit(found: readonly (Hit | false)[]): Hit | false {
  const hits = found.filter((hit) => hit !== false);
  return hits.find(({ truth }) => truth === true) ?? hits[0] ?? false;
}

/** Whether an effect removes a file or replaces its content: deletes, overwrites, moves. */
function isLoss(effect: Effect): effect is Loss {
  if (effect.kind === "write") return effect.mode === "replace" || effect.mode === "change";
  return effect.kind === "delete" || effect.kind === "destroy" || effect.kind === "move";
}

/** Creates the test for the `importantFiles` of a policy. */
function testByDeclaredGlobs(declared: readonly ImportantFiles[]): (effect: Loss) => Hit | false {
  return (effect) => {
    if (declared.length === 0) return false;
    // A moved file still exists; the file that it replaces is lost.
    const target = effect.kind === "move" ? effect.to : effect.target;
    const recursive = effect.kind !== "move" && effect.recursive;
    if (target === null) return unknownHit;
    const truthOf = ({ includesTarget }: ImportantFiles): Truth => {
      const truth = includesTarget(target, recursive);
      if (truth === false || !recursive) return truth;
      // Files that are copied to a directory replace only files with the same names, and git throws away only changes.
      if (effect.kind === "write") return "unknown";
      return effect.kind === "destroy" && effect.by === "git" && includesTarget(target, false) !== true
        ? "unknown"
        : truth;
    };
    const matches = declared
      .map((files) => ({ glob: files.glob, truth: truthOf(files) }))
      .filter(({ truth }) => truth !== false);
    const strongest = matches.find(({ truth }) => truth === true) ?? matches[0];
    if (strongest === undefined) return false;
    return strongest.truth === true
      ? { truth: true, because: `, which is important: it matches "${strongest.glob}"`, isListed: true }
      : { truth: "unknown", because: `, which may include important files: "${strongest.glob}"` };
  };
}

/** Programs that leave nothing which could be restored: a file that is worth that is important, also a temporary one. */
const erasers = /^(?:g?shred|srm|wipe|scrub)$/;

/** Creates the test for files that are important by default. */
function testByDefaults({
  policy,
  created,
  part,
}: Pick<EvaluationInput, "policy" | "created" | "part">): (effect: Loss) => Hit | false {
  const isCreatedInSession = createdBefore(policy, created, part);
  return (effect) => {
    const { kind, target, recursive } = effect;
    if (target === null) return kind === "delete" || kind === "destroy" ? unknownHit : false;
    const replaced = kind === "move" && effect.to !== null ? policy.defaultImportant.find(effect.to, false) : null;
    const match = policy.defaultImportant.find(target, recursive) ?? replaced;
    if (match !== null) {
      const { truth, glob, isAbove } = match;
      return {
        truth,
        isListed: true,
        because: `, which ${isAbove ? "contains important files:" : "is important: it matches"} "${glob}"`,
      };
    }
    if (kind === "write" || (kind === "move" && !isMovedToTemporary(effect, policy))) return false;
    if (isCreatedInSession(target, effect.start)) return false;
    if (kind === "delete" && effect.isCommitted === true && !recursive && !target.glob) return false;
    const byFacts = lossByFacts(target, part, policy);
    if (byFacts?.isLost === false) return false;
    // A committed folder is not build output, even if its name suggests it.
    const isKept = byFacts?.status === "tracked folder" || erasers.test(effect.by);
    if (!isKept && isReplaceable(target, policy) && !mayHoldMoved(target, part, policy)) return false;
    if (kind === "destroy" && effect.by === "git") return certainHit;
    return { ...certainHit, because: byFacts?.because ?? ", which this session did not create" };
  };
}

/**
 * Creates a test of whether a file was created, or was deleted and is not there again by the facts: by an earlier step, or earlier in the same
 * code.
 */
export function createdBefore(
  policy: PreparedPolicy,
  created: CreatedFiles,
  part: EffectsPart,
): (target: Target, start: number) => boolean {
  const { effects } = part;
  const { base } = policy;
  let known = new CreatedFiles(base, created);
  let added = 0;
  return (target, start) => {
    if ((effects[added - 1]?.start ?? 0) >= start) {
      known = new CreatedFiles(base, created);
      added = 0;
    }
    for (; added < effects.length; added++) {
      const effect = effects[added];
      if (effect === undefined || effect.start >= start) break;
      known.add(effect, true);
    }
    return known.has(target, (path) => isThere(path, part, policy));
  };
}

/** Whether a file is moved to a directory for temporary files, which counts as a deletion. */
function isMovedToTemporary({ to }: MoveEffect, { temporary }: PreparedPolicy): boolean {
  return to !== null && temporary.find(to, false) !== null;
}

/** Whether a file can be created again (`dist/`, `node_modules/`), or is temporary. */
function isReplaceable(target: Target, { replaceable, temporary }: PreparedPolicy): boolean {
  const match = temporary.find(target, false);
  // The whole directory contains other users' files: `rm -rf /tmp`.
  const directory = match?.glob.replace(/\/$/, "") ?? "";
  if (match !== null && !target.partial && [directory, `${directory}/*`, `${directory}/**`].includes(target.path))
    return false;
  return match?.truth === true || replaceable.find(target, false)?.truth === true;
}
