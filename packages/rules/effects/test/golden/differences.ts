import type { PlainEffect, Snapshot } from "./snapshot.ts";

/**
 * How the effects of a program differ from the old ones.
 *
 * - `lost`: an effect is gone, and nothing says that anything may happen
 * - `origin`: an effect no longer says where its data comes from
 * - `weaker`: an effect is less certain
 * - `given up`: an effect is gone, but anything may happen, which the old reader did not say
 * - `vaguer`: an effect is gone, but the same is done to something unknown, or both readers say that anything may happen
 * - `resolved`: anything might happen, and now other effects say what does
 * - `stronger`: an effect is more certain
 * - `changed`: a detail of an effect is different
 * - `new`: an effect was not there
 * - `state`: the program leaves another state to later code
 * - `missing`: the program was not read
 */
export type DifferenceKind =
  | "lost"
  | "origin"
  | "weaker"
  | "missing"
  | "given up"
  | "vaguer"
  | "resolved"
  | "stronger"
  | "changed"
  | "new"
  | "state";

/** The kinds that make a comparison fail. */
export const failures: ReadonlySet<DifferenceKind> = new Set<DifferenceKind>(["lost", "origin", "weaker", "missing"]);

/** All kinds of difference in the order in which they are listed. */
export const differenceKinds: readonly DifferenceKind[] = [
  ...failures,
  ...(["given up", "vaguer", "resolved", "stronger", "changed", "new", "state"] as const),
];

/** One difference of a program: the old effect, the new one, or both. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly old?: PlainEffect;
  readonly new?: PlainEffect;
}

/** The differences between what two readers say about one program. */
export function differencesOf(old: Snapshot, now: Snapshot | undefined): readonly Difference[] {
  if (now === undefined) return [{ kind: "missing" }];
  const unmatched = new Set(now.effects.filter(({ kind }) => kind !== "anything"));
  const gaveUpBefore = old.effects.some(({ kind }) => kind === "anything");
  const givesUp = now.effects.some(({ kind }) => kind === "anything");
  const pairs = old.effects
    .filter(({ kind }) => kind !== "anything")
    .map((effect): readonly [PlainEffect, PlainEffect | undefined] => {
      const partner = mostLike(effect, unmatched) ?? mostLike(effect, new Set(now.effects));
      if (partner !== undefined) unmatched.delete(partner);
      return [effect, partner];
    });
  const unknownKinds = new Set(now.effects.filter(isAboutUnknown).map(({ kind }) => kind));
  const kindOfGone = ({ kind }: PlainEffect): DifferenceKind => {
    if (givesUp) return gaveUpBefore ? "vaguer" : "given up";
    return unknownKinds.has(kind) ? "vaguer" : "lost";
  };
  const differences = pairs.flatMap(([effect, partner]): readonly Difference[] =>
    partner === undefined ? [{ kind: kindOfGone(effect), old: effect }] : changesOf(effect, partner),
  );
  const added = [...unmatched].map((effect): Difference => ({ kind: "new", new: effect }));
  const unknown = old.effects.find(({ kind }) => kind === "anything");
  const isLess = unknown !== undefined && !givesUp;
  const resolved: readonly Difference[] = isLess
    ? [{ kind: added.length > 0 ? "resolved" : "lost", old: unknown }]
    : [];
  const begun = now.effects.find(({ kind }) => kind === "anything");
  const unknownNow: readonly Difference[] = begun !== undefined && !gaveUpBefore ? [{ kind: "new", new: begun }] : [];
  const state: readonly Difference[] = same(old.after, now.after) ? [] : [{ kind: "state" }];
  return [...resolved, ...differences, ...unknownNow, ...added, ...state];
}

/** What an effect is about, by its kind. The other members are details. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  move: ["target", "to"],
  discard: ["what"],
  database: ["change", "what"],
  remote: ["change", "service", "what"],
  reveal: ["what"],
  execute: ["program"],
  permission: ["target", "change", "value"],
  signal: ["process"],
  network: ["direction", "host"],
  install: ["manager", "packages"],
  persist: ["where", "target"],
  privilege: ["user"],
  exhaust: ["what"],
  deserialize: ["format"],
  command: ["words"],
};

function membersOf({ kind }: PlainEffect): readonly string[] {
  return subjects[kind] ?? ["target"];
}

function subjectOf(effect: PlainEffect): string {
  return JSON.stringify([
    effect.kind,
    ...membersOf(effect).map((member) => subjectValue(effect[member])),
    effect["device"],
  ]);
}

/** Whether an effect is about something unknown: about any file, for example. */
function isAboutUnknown(effect: PlainEffect): boolean {
  return membersOf(effect).some((member) => effect[member] === null) && effect["device"] === undefined;
}

/** The part of a member that says what the effect is about: the path of a target, the texts of words. */
function subjectValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (typeof each === "object" ? each.pattern : each));
  return typeof value === "object" && value !== null && "path" in value ? value.path : (value ?? null);
}

/** The effect among some about the same thing that has the fewest differences. */
function mostLike(effect: PlainEffect, others: ReadonlySet<PlainEffect>): PlainEffect | undefined {
  const subject = subjectOf(effect);
  const [best] = [...others]
    .filter((other) => other.kind === effect.kind && subjectOf(other) === subject)
    .map((other) => ({ other, count: changedMembers(effect, other).length + 3 * lostOrigins(effect, other).length }))
    .toSorted((a, b) => a.count - b.count);
  return best?.other;
}

const ranks: readonly string[] = ["unknown", "possible", "certain"];

function changesOf(old: PlainEffect, now: PlainEffect): readonly Difference[] {
  const differences: Difference[] = [];
  const rise = ranks.indexOf(now.certainty) - ranks.indexOf(old.certainty);
  if (rise !== 0) differences.push({ kind: rise > 0 ? "stronger" : "weaker", old, new: now });
  if (lostOrigins(old, now).length > 0) differences.push({ kind: "origin", old, new: now });
  else if (changedMembers(old, now).some((member) => member !== "certainty")) {
    differences.push({ kind: "changed", old, new: now });
  }
  return differences;
}

function changedMembers(a: PlainEffect, b: PlainEffect): readonly string[] {
  const members = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...members].filter((member) => !same(a[member], b[member]));
}

/** The origins that only the old effect has. An unknown origin stands for all others. */
function lostOrigins(old: PlainEffect, now: PlainEffect): readonly string[] {
  const origins = new Set(originsOf(now));
  return origins.has('{"kind":"unknown"}') ? [] : originsOf(old).filter((origin) => !origins.has(origin));
}

function originsOf({ from }: PlainEffect): readonly string[] {
  return Array.isArray(from)
    ? from.map((origin) => JSON.stringify(origin)).filter((text) => !/"literal"/.test(text))
    : [];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
