import type { Effect } from "@helve/effects";
import { certainHit, type EffectPredicate, type Hit } from "./effect-predicate.ts";

/** The predicates that the kind of an effect decides, such as `is_destructive`. */
export const effectKindPredicates: readonly EffectPredicate[] = [
  row({
    names: ["is_destructive", "is_destructive_cmd"],
    description: "Whether a command or program deletes or destroys files, disks or committed work.",
    nothing: "deletes or destroys anything",
    is: ({ kind }) => kind === "delete" || kind === "destroy" || kind === "discard",
  }),
  row({
    names: ["discards_work"],
    description: "Whether it throws away what is no file: commits, changes, branches, containers, disks.",
    nothing: "throws work away",
    is: ({ kind }) => kind === "discard" || kind === "destroy",
  }),
  row({
    names: ["is_stopping_process"],
    description: "Whether it ends processes or services, or the machine.",
    nothing: "ends a process",
    is: (effect) => effect.kind === "signal" && !effect.harmless,
  }),
  row({
    names: ["is_granting_permission"],
    description: "Whether it gives rights to everybody, or to somebody else: modes, owners, logins, administrators.",
    nothing: "gives anybody rights",
    is(effect) {
      if (effect.kind === "permission") return effect.change === "owner" || effect.grants;
      return effect.kind === "persist" && effect.where === "keys";
    },
  }),
  row({
    names: ["escalates_privilege"],
    description: "Whether it acts with the rights of somebody else, or gives somebody those rights.",
    nothing: "acts with the rights of others",
    is: ({ kind }) => kind === "privilege",
  }),
  row({
    names: ["modifies_startup"],
    description: "Whether it arranges that something runs later or at each start: schedules, services, startup files.",
    nothing: "arranges that something runs later",
    is: ({ kind }) => kind === "persist",
  }),
  row({
    names: ["exhausts_resources"],
    description: "Whether it uses up processes, memory, disk or network: fork bombs, endless output, floods.",
    nothing: "uses up a resource",
    is: ({ kind }) => kind === "exhaust",
  }),
];

interface KindQuestion extends Pick<EffectPredicate, "names" | "description" | "nothing"> {
  readonly is: (effect: Effect) => boolean | "unknown";
}

function row({ is, ...question }: KindQuestion): EffectPredicate {
  const hits = (effect: Effect): Hit | false => {
    const truth = is(effect);
    return truth === true ? certainHit : truth === "unknown" && { truth };
  };
  return { ...question, ask: () => hits };
}
