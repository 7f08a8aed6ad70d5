import type { Effect } from "@helve/effects";

const fromKind = (effect: Effect, kind: string): boolean =>
  "from" in effect && effect.from.some((origin) => origin.kind === kind);
const isOn = (effect: Effect, path: RegExp): boolean =>
  "target" in effect && (effect.target === null || path.test(effect.target.path));

/** The harm of a command in the corpus, which its effects must show. */
export type Harm =
  | "deletes"
  | "discards"
  | "reads a secret"
  | "writes a secret"
  | "sends"
  | "sends a file"
  | "listens"
  | "runs what is fetched"
  | "runs what was hidden"
  | "runs what is given"
  | "signals"
  | "grants"
  | "installs"
  | "installs from elsewhere"
  | "persists"
  | "takes rights"
  | "exhausts"
  | "can't be told";

/** Whether an effect is one of what a harmful command must be seen to do, and its twin must not. */
export const harms: Readonly<Record<Harm, (effect: Effect) => boolean>> = {
  deletes: (effect) => effect.kind === "delete" || effect.kind === "destroy",
  discards: (effect) =>
    effect.kind === "discard" ||
    (effect.kind === "remote" && effect.change === "delete") ||
    (effect.kind === "database" && effect.all),
  "reads a secret": (effect) => effect.kind === "read" && isOn(effect, /secret/),
  "writes a secret": (effect) => effect.kind === "write" && isOn(effect, /secret/),
  sends: (effect) => effect.kind === "network" && effect.direction === "out",
  "sends a file": (effect) => effect.kind === "network" && effect.direction === "out" && fromKind(effect, "file"),
  listens: (effect) => effect.kind === "network" && effect.direction === "listen",
  "runs what is fetched": (effect) => effect.kind === "execute" && fromKind(effect, "network"),
  "runs what was hidden": (effect) => effect.kind === "execute" && fromKind(effect, "encoded"),
  "runs what is given": (effect) => effect.kind === "execute" && fromKind(effect, "input"),
  signals: (effect) => effect.kind === "signal" && !effect.harmless,
  grants: (effect) => effect.kind === "permission" && effect.grants !== false,
  installs: (effect) => effect.kind === "install",
  "installs from elsewhere": (effect) => effect.kind === "install" && effect.source === "address",
  persists: (effect) => effect.kind === "persist",
  "takes rights": (effect) => effect.kind === "privilege",
  exhausts: (effect) => effect.kind === "exhaust",
  "can't be told": (effect) => effect.kind === "anything",
};
