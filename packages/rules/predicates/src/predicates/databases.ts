/** Predicates about lost work: `discards_work` and `alters_database`. */
import type { DatabaseEffect, Effect, Target } from "@helve/effects";
import type { EffectsPart } from "../effects-part.ts";
import { arePushedBranches, lossByFacts } from "../loss-by-facts.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { certainHit, type EffectPredicate } from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";

/** `discards_work`: whether code throws away commits, changes, or the tables and rows of a database. */
export const discardsWork: EffectPredicate = {
  names: ["discards_work"],
  description:
    "Whether the code throws away commits, changes, branches, containers, disks, cloud resources, or the tables and rows of a database; deleted files " +
    "do not count, nor does a database for tests, in a temporary file or in a file that the session created.",
  phrase: codePhrases({
    does: "throws away commits, changes, disks or data of a database",
    doesNot: "throw away commits, changes, disks or data of a database",
    zh: "丢弃提交、改动、磁盘或数据库中的数据",
  }),
  usesFacts: true,
  falseReason: "nothing in the code throws away commits, changes, containers or disks",
  createTest({ policy, created, part }) {
    const isOwnFile = (file: Target | null | undefined): boolean =>
      file != null &&
      ([policy.temporary, policy.replaceable].some((list) => list.find(file, false)?.truth === true) ||
        created.has(file));
    return (effect) =>
      losesWork(effect) &&
      !(effect.kind === "database" && (effect.forTests === true || isOwnFile(effect.file))) &&
      !(effect.kind === "destroy" && isOwnFile(effect.target)) &&
      !isKeptByFacts(effect, part, policy) &&
      certainHit;
  },
};

/** Whether git still has the discarded data. */
function isKeptByFacts(effect: Effect, part: EffectsPart, policy: PreparedPolicy): boolean {
  if (effect.kind === "discard") return arePushedBranches(effect, part);
  if (effect.kind !== "destroy" || effect.target === null) return false;
  return lossByFacts(effect.target, part, policy)?.isLost === false;
}

/** `alters_database`: whether code changes what is already in a database on a server. */
export const altersDatabase: EffectPredicate = {
  names: ["alters_database"],
  description:
    "Whether the code changes or deletes all rows of a table, alters or drops objects, or changes rights in a database on a server. New " +
    "rows and objects do not count, nor do rows that a condition selects, migrations of the project, or databases for tests or in local files. In a database on this machine or one for " +
    "development, only lost rows and objects and changed rights count.",
  phrase: codePhrases({
    does: "changes tables, rights or all rows of a database on a server",
    doesNot: "change tables, rights or all rows of a database on a server",
    zh: "更改服务器数据库的表、权限或全部行",
  }),
  falseReason: "nothing in the code changes tables, rights or all rows of a database on a server",
  createTest: () => (effect) =>
    effect.kind === "database" &&
    effect.configured !== true &&
    effect.forTests !== true &&
    effect.file === undefined &&
    (effect.forDevelopment !== true || effect.all || effect.change === "grant") &&
    (effect.all || !changesOfData.has(effect.change)) &&
    certainHit,
};

/** Changes that lose nothing, unless they concern all rows. */
const changesOfData: ReadonlySet<DatabaseEffect["change"]> = new Set(["insert", "create", "update", "delete"]);

/** Whether an effect loses work other than files, such as commits or database rows. */
export function losesWork(effect: Effect): boolean {
  if (effect.kind === "database") return effect.all;
  if (effect.kind === "remote") return effect.change === "delete";
  return effect.kind === "discard" || effect.kind === "destroy";
}
