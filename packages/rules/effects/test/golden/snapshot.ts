import type { Effect, Effects } from "@helve/effects";

/** An effect without its place, with keys in a fixed order. */
export type PlainEffect = Readonly<Record<string, unknown>> & Pick<Effect, "kind" | "certainty">;

/** The effects of a program by a reader, as one line of JSON. */
export interface Snapshot {
  readonly id: string;
  readonly language: string;
  readonly text: string;
  readonly effects: readonly PlainEffect[];
  /** The program's changes for later code, with entries instead of maps. */
  readonly after?: unknown;
}

/** The effects without places and without repetitions, in a fixed order. */
export function plainEffects(effects: Effects["effects"]): readonly PlainEffect[] {
  const texts = effects.map(({ start, end, ...effect }) => JSON.stringify(inOrder(effect)));
  return [...new Set(texts)].toSorted().map((text) => JSON.parse(text));
}

/** A state as plain JSON: entries instead of maps. */
export function plainState(state: Effects["after"]): unknown {
  return state === undefined ? undefined : inOrder(state);
}

/** The same value with keys in the order of the alphabet, and lists of entries instead of maps. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const isMap = Symbol.iterator in value;
  const entries = isMap ? [...(value as Iterable<[string, unknown]>)] : Object.entries(value);
  const sorted = entries.filter(([, each]) => each !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return isMap
    ? sorted.map(([key, each]) => [key, inOrder(each)])
    : Object.fromEntries(sorted.map(([key, each]) => [key, inOrder(each)]));
}
