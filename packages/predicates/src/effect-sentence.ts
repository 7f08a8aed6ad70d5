import type { Effect, NetworkEffect, Origin, Target, WriteEffect } from "@helve/effects";
import { unescapeGlob } from "@helve/effects";

/** Describes an effect as a sentence: `rm deletes report.md`. */
export function effectSentence(effect: Effect): string {
  return effect.kind === "anything" ? effect.reason : `${effect.by} ${verbPhrase(effect)}`;
}

const fileVerbs = { read: "reads", list: "lists", delete: "deletes", destroy: "destroys" };

function verbPhrase(effect: Exclude<Effect, { kind: "anything" }>): string {
  switch (effect.kind) {
    case "read":
    case "list":
    case "delete":
    case "destroy":
      return `${fileVerbs[effect.kind]} ${targetText(effect.target, effect.recursive)}`;
    case "write":
      return `${writeVerbs[effect.mode]} ${targetText(effect.target, effect.recursive)}`;
    case "move":
      return `moves ${targetText(effect.target, effect.recursive)} to ${targetText(effect.to, false)}`;
    case "discard":
      return `discards ${effect.what}`;
    case "execute":
      return `runs ${effect.program ?? "code"}${effect.from.map(comesFrom).join(" and")}`;
    case "permission":
      return `changes the ${effect.change} of ${targetText(effect.target, effect.recursive)}${to(effect.value)}`;
    case "signal":
      return `signals ${effect.process ?? "processes that are not known"}`;
    case "network":
      return networkVerbPhrase(effect);
    case "install":
      return `installs ${installed(effect.packages)} from ${effect.source === "address" ? hostText(effect.host) : sources[effect.source]}`;
    case "persist":
      return `${arrangements[effect.where]}${effect.target === null ? "" : ` in ${targetText(effect.target, false)}`}`;
    case "privilege":
      return `takes or gives the rights of ${effect.user ?? "a user that is not known"}`;
    case "deserialize":
      return `makes objects of ${effect.format}${effect.from.map(comesFrom).join(" and")}`;
    case "exhaust":
      return `uses up ${effect.what === "network" ? "the network" : effect.what}`;
  }
}

const writeVerbs: Readonly<Record<WriteEffect["mode"], string>> = {
  create: "creates",
  replace: "overwrites",
  append: "appends to",
  change: "changes",
};

const sources = { registry: "its registry", file: "a file", unknown: "a place that is not known" };

const arrangements = {
  schedule: "schedules what runs later",
  service: "sets up a service",
  "startup file": "changes what runs at each start",
  keys: "changes who may log in",
  hook: "sets up a hook",
};

function networkVerbPhrase({ direction, host, port, from }: NetworkEffect): string {
  if (direction === "listen") return `listens for others${port === undefined ? "" : ` on port ${port}`}`;
  if (direction === "in") return `fetches from ${hostText(host)}`;
  const what = from.flatMap((origin) => (origin.kind === "file" ? [targetText(origin.target, false)] : []));
  return `sends ${what.length === 0 ? "" : `${what.join(" and ")} `}to ${hostText(host)}`;
}

function comesFrom(origin: Origin): string {
  switch (origin.kind) {
    case "file":
      return ` from ${targetText(origin.target, false)}`;
    case "network":
      return ` from ${hostText(origin.host)}`;
    case "output":
      return ` that ${origin.by} gives`;
    case "input":
      return " that it is given";
    case "environment":
      return " from the environment";
    case "encoded":
      return " that was encoded";
    case "literal":
      return " that is written there";
    case "unknown":
      return " that is not known";
  }
}

function installed(packages: readonly string[] | null): string {
  if (packages === null) return "packages that are not known";
  return packages.length === 0 ? "what the project needs" : packages.join(", ");
}

function hostText(host: string | null | undefined): string {
  return host ?? "a host that is not known";
}

function to(value: string | null): string {
  return value === null ? "" : ` to ${value}`;
}

function targetText(target: Target | null, recursive: boolean): string {
  if (target === null) return "what is not known";
  const { path, glob, partial } = target;
  const text = (glob ? unescapeGlob(path) : path) || "the working directory";
  if (partial) return `some of ${text}`;
  return recursive && text === "/" ? "everything" : text;
}
