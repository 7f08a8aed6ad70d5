import type { Truth } from "@helve/core";
import type { Effect } from "@helve/effects";
import { altersDatabase, discardsWork, losesWork } from "./databases.ts";
import type { EffectPredicate, Hit } from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";

/** The predicates that depend only on single effects and their kind: `is_destructive` is true of a `delete` effect. */
export const effectKindPredicates: readonly EffectPredicate[] = [
  effectKindPredicate({
    names: ["is_destructive", "is_destructive_cmd", "destructive_os_inst", "destuctive_os_inst"],
    description: "Whether a command or program deletes or destroys files, disks or committed work.",
    phrase: codePhrases({
      does: "deletes or destroys files, disks or committed work",
      doesNot: "delete or destroy files, disks or committed work",
      zh: "删除或破坏文件、磁盘或已提交的工作",
    }),
    falseReason: "nothing in the code deletes or destroys anything",
    matches: (effect) => effect.kind === "delete" || losesWork(effect),
  }),
  discardsWork,
  effectKindPredicate({
    names: ["changes_database"],
    description: "Whether the code changes the data, the schema or the rights of a database.",
    phrase: codePhrases({ does: "changes a database", doesNot: "change a database", zh: "更改数据库" }),
    falseReason: "nothing in the code changes a database",
    matches: ({ kind }) => kind === "database",
  }),
  altersDatabase,
  effectKindPredicate({
    names: ["changes_remote"],
    description:
      "Whether the code changes something on another machine: publishes a package, uploads files, creates or deletes cloud " +
      "resources, pushes to a remote that the project does not have. Everyday pushes and pull requests to its own remotes do not count.",
    phrase: codePhrases({
      does: "changes something on another machine",
      doesNot: "change anything on another machine",
      zh: "更改其他机器上的内容",
    }),
    falseReason: "nothing in the code changes something on another machine",
    matches: (effect) => (effect.kind === "remote" && effect.configured !== true) || changesService(effect),
  }),
  effectKindPredicate({
    names: ["opens_pull_request"],
    description: "Whether the code opens a pull request, also one to the project's own repository.",
    phrase: codePhrases({
      does: "opens a pull request",
      doesNot: "open a pull request",
      zh: "创建拉取请求",
    }),
    falseReason: "nothing in the code opens a pull request",
    matches: (effect) => effect.kind === "remote" && effect.change === "create" && effect.what === "a pull request",
  }),
  effectKindPredicate({
    names: ["is_stopping_process", "kill_process"],
    description: "Whether the code ends processes or services, or shuts down the machine.",
    phrase: codePhrases({
      does: "stops processes, services or the machine",
      doesNot: "stop processes, services or the machine",
      zh: "停止进程、服务或整台机器",
    }),
    falseReason: "nothing in the code ends a process",
    matches: (effect) => effect.kind === "signal" && !effect.harmless,
  }),
  effectKindPredicate({
    names: ["escalates_privilege", "raise_privilege"],
    description: "Whether the code acts with the rights of another user, or gives a user such rights.",
    phrase: codePhrases({
      does: "acts with the rights of another user",
      doesNot: "act with the rights of another user",
      zh: "以其他用户的权限运行",
    }),
    operand: "write",
    falseReason: "nothing in the code acts with the rights of another user",
    matches: ({ kind }) => kind === "privilege",
  }),
  effectKindPredicate({
    names: ["modifies_startup"],
    description: "Whether the code changes what runs later or at each start: schedules, services, startup files.",
    phrase: codePhrases({
      does: "changes what runs later or at each start",
      doesNot: "change what runs later or at each start",
      zh: "更改日后或每次启动时运行的内容",
    }),
    operand: "write",
    falseReason: "nothing in the code changes what runs later or at each start",
    matches: ({ kind }) => kind === "persist",
  }),
  effectKindPredicate({
    names: ["exhausts_resources"],
    description: "Whether the code uses up processes, memory, disk or network: fork bombs, endless output, floods.",
    phrase: codePhrases({
      does: "uses up processes, memory, disk space or the network",
      doesNot: "use up processes, memory, disk space or the network",
      zh: "耗尽进程、内存、磁盘或网络资源",
    }),
    falseReason: "nothing in the code uses up a resource",
    matches: ({ kind }) => kind === "exhaust",
  }),
];

/** Whether data is sent to a code forge or a registry, where others notice a change. A query in GraphQL may only read. */
function changesService(effect: Effect): boolean {
  return effect.kind === "network" && effect.direction === "out" && serviceAddress.test(effect.url ?? "");
}

const serviceAddress =
  /^(?:https?:\/\/)?(?:(?:api|uploads)\.github\.com|gitlab\.com\/api|api\.bitbucket\.org|registry\.npmjs\.org|upload\.pypi\.org|crates\.io\/api|rubygems\.org\/api|hub\.docker\.com|huggingface\.co\/api)\/(?!graphql|-\/npm\/v1\/security)/i;

interface EffectKindOptions
  extends Pick<EffectPredicate, "names" | "description" | "phrase" | "falseReason" | "operand"> {
  /** Whether a single effect makes the predicate true or unknown. */
  readonly matches: (effect: Effect) => Truth;
}

/** Creates a predicate whose answer for one effect does not depend on the policy or on other effects. */
function effectKindPredicate({ matches, ...texts }: EffectKindOptions): EffectPredicate {
  const testEffect = (effect: Effect): Hit | false => {
    const truth = matches(effect);
    return truth === false ? false : { truth };
  };
  return { ...texts, createTest: () => testEffect };
}
