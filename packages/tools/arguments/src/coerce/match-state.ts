/** Caches and a step limit for comparing a value with the branches of a schema. */
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Coercion } from "./coercion.ts";
import { type ResolvedSchema, type SchemaResolver, schemaResolver } from "./resolve-schema.ts";

/** The caches and the step limit of comparing one value with a schema. */
export interface MatchState {
  /** The resolved form of a schema. */
  readonly resolve: SchemaResolver;
  /** The results so far, by schema and value: what several branches lead to is computed once. */
  readonly matches: Map<ResolvedSchema, Map<unknown, Match>>;
  readonly coercions: Map<ResolvedSchema, Map<unknown, Coercion>>;
  /**
   * Counts one step.
   *
   * @throws RangeError if there are too many steps for the size of the value
   */
  readonly countStep: () => void;
}

/** Whether a value matches a schema; `"maybe"` if a keyword that only validation evaluates decides it. */
export type Match = "yes" | "no" | "maybe";

const freeSteps = 100_000;
const stepsPerPart = 256;

/** Creates empty caches and a step limit for a value. */
export function newMatchState(value: unknown, schema: JsonSchema): MatchState {
  let steps = 0;
  let allowed = freeSteps;
  const step = (): void => {
    steps++;
    if (steps <= allowed) return;
    if (allowed === freeSteps) allowed += stepsPerPart * sizeOf(value);
    if (steps > allowed) throw new RangeError("comparing the value with the schema takes too many steps");
  };
  return { resolve: schemaResolver(schema), matches: new Map(), coercions: new Map(), countStep: step };
}

/** The number of values within a value; every character of a string counts, because it may be JSON. */
function sizeOf(value: unknown): number {
  const seen = new Set<unknown>();
  const remaining = [value];
  let size = 0;
  while (remaining.length > 0) {
    const next = remaining.pop();
    size += typeof next === "string" ? next.length + 1 : 1;
    if (!(Array.isArray(next) || isObject(next)) || seen.has(next)) continue;
    seen.add(next);
    for (const part of Object.values(next)) remaining.push(part);
  }
  return size;
}

/** The cached results for one schema, by value. */
export function cachedBySchema<Result>(
  caches: Map<ResolvedSchema, Map<unknown, Result>>,
  schema: ResolvedSchema,
): Map<unknown, Result> {
  const cached = caches.get(schema);
  if (cached !== undefined) return cached;
  const cache = new Map<unknown, Result>();
  caches.set(schema, cache);
  return cache;
}
