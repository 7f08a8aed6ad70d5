import type { PlainEffect, Snapshot } from "./snapshot.ts";

/**
 * The kind of difference between a program's effects and the old ones.
 *
 * - `lost`: an effect is gone, and nothing says that anything may happen
 * - `origin`: an effect no longer says where its data comes from
 * - `weaker`: an effect is less certain
 * - `given up`: an effect is gone, but anything may happen, which the old reader did not say
 * - `vaguer`: an effect is gone, but the same is done to something unknown, or both readers say that anything may happen
 * - `resolved`: anything might happen, or the same to something unknown, and now other effects say what happens
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
  const unmatched = new Set(now.effects.filter(isKnown));
  const pairs = old.effects.filter(isKnown).map((effect): readonly [PlainEffect, PlainEffect | undefined] => {
    const partner = mostLike(effect, unmatched) ?? mostLike(effect, new Set(now.effects));
    if (partner !== undefined) unmatched.delete(partner);
    return [effect, partner];
  });
  const added = [...unmatched];
  const changes = pairs.flatMap(([effect, partner]): readonly Difference[] =>
    partner === undefined ? [{ kind: kindOfGone(effect, old, now, added), old: effect }] : changesOf(effect, partner),
  );
  const state: readonly Difference[] = same(old.after, now.after) ? [] : [{ kind: "state" }];
  const news = added.map((effect): Difference => ({ kind: "new", new: effect }));
  return [...changesOfUnknown(old, now, added), ...changes, ...news, ...state];
}

/** The differences between two readers if only one reports that anything may happen. */
function changesOfUnknown(old: Snapshot, now: Snapshot, added: readonly PlainEffect[]): readonly Difference[] {
  const [before, after] = [old, now].map(({ effects }) => effects.find((effect) => !isKnown(effect)));
  if (before === undefined) return after === undefined ? [] : [{ kind: "new", new: after }];
  return after === undefined ? [{ kind: added.length > 0 ? "resolved" : "lost", old: before }] : [];
}

/** The kind of difference for an effect that is gone. */
function kindOfGone(effect: PlainEffect, old: Snapshot, now: Snapshot, added: readonly PlainEffect[]): DifferenceKind {
  if (isAboutUnknown(effect) && added.some(({ kind }) => kind === effect.kind)) return "resolved";
  if (!now.effects.every(isKnown)) return old.effects.every(isKnown) ? "given up" : "vaguer";
  return now.effects.some((each) => each.kind === effect.kind && isAboutUnknown(each)) ? "vaguer" : "lost";
}

function isKnown({ kind }: PlainEffect): boolean {
  return kind !== "anything";
}

/** The members that identify an effect, by its kind. The other members are details. */
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
