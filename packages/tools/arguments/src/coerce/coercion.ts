/** The result of coercing a value: the new value, its repairs and their cost. The cheapest result wins. */
import type { Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { RepairKind } from "../repair-kinds.ts";

/** The result of coercing a value: the new value with every change and their total cost. */
export interface Coercion {
  readonly value: unknown;
  readonly changes: readonly CoercionChange[];
  /** The total cost of the changes: the more a change interprets the value, the higher its cost. */
  readonly cost: number;
}

/** A change of the value itself, or the coercion of one of its parts. */
type CoercionChange = ValueChange | PartCoercion;

interface ValueChange {
  readonly kind: RepairKind;
  readonly before: unknown;
  readonly after: unknown;
}

/** The coercion of an item or property. */
export interface PartCoercion {
  readonly key: string | number;
  readonly coercion: Coercion;
}

/** The coercion that changes nothing. */
export function unchanged(value: unknown): Coercion {
  return { value, changes: [], cost: 0 };
}

/** The coercion that replaces a value by another one. */
export function changed(kind: RepairKind, before: unknown, after: unknown, cost = 1): Coercion {
  return { value: after, changes: [{ kind, before, after }], cost };
}

/** Combines two coercions. The second must have started with the result of the first. */
export function combined(first: Coercion, second: Coercion): Coercion {
  if (second.changes.length === 0) return first;
  if (first.changes.length === 0) return second;
  return { value: second.value, changes: [...first.changes, ...second.changes], cost: first.cost + second.cost };
}

/** The coercion of an object or list by its parts. */
export function withParts(value: unknown, parts: readonly PartCoercion[]): Coercion {
  return { value, changes: parts, cost: parts.reduce((sum, { coercion }) => sum + coercion.cost, 0) };
}

/** The coercion of a list by its items. */
export function withItems(list: readonly unknown[], parts: readonly PartCoercion[]): Coercion {
  if (parts.length === 0) return unchanged(list);
  const items = [...list];
  for (const { key, coercion } of parts) items[Number(key)] = coercion.value;
  return withParts(items, parts);
}

/** The final value, with no part shared between two places, and the changes as repairs in order, each with its JSON pointer. */
export function withRepairs(coercion: Coercion): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  const collector: RepairCollector = { path: [], repairs: [], containers: new Set(), shared: [] };
  collectRepairs(coercion, collector);
  const value = collector.shared.reduce(withCopyAt, coercion.value);
  return { value, repairs: collector.repairs };
}

interface RepairCollector {
  readonly path: (string | number)[];
  readonly repairs: Repair[];
  /** The lists and objects seen so far. */
  readonly containers: Set<unknown>;
  /** The paths where one of them occurs again, because equal strings are parsed only once. */
  readonly shared: (readonly (string | number)[])[];
}

/** Collects the changes of a coercion and its parts as repairs with JSON pointers, and the objects that occur twice. */
function collectRepairs({ value, changes }: Coercion, collector: RepairCollector): void {
  if (typeof value === "object" && value !== null) {
    if (collector.containers.has(value)) collector.shared.push([...collector.path]);
    else collector.containers.add(value);
  }
  for (const change of changes) {
    if ("coercion" in change) {
      collector.path.push(change.key);
      collectRepairs(change.coercion, collector);
      collector.path.pop();
    } else {
      collector.repairs.push({
        kind: change.kind,
        path: jsonPointer(collector.path),
        before: change.before,
        after: change.after,
      });
    }
  }
}

/** Replaces the value at a path by a copy. The containers above it are new, so they can be changed. */
function withCopyAt(root: unknown, path: readonly (string | number)[]): unknown {
  const last = path.at(-1);
  if (last === undefined) return root;
  const parent = path.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
  const copy: unknown = structuredClone(Reflect.get(Object(parent), last));
  Object.defineProperty(parent, last, { value: copy, configurable: true, enumerable: true, writable: true });
  return root;
}

/**
 * The coercion with the lowest cost; among equal costs the one with the highest rank, then the first.
 *
 * @param rank - the rank of a coercion; the same for all by default
 */
export function cheapest(
  coercions: Iterable<Coercion>,
  rank: (coercion: Coercion) => number = () => 0,
): Coercion | undefined {
  let best: Coercion | undefined;
  for (const coercion of coercions) {
    const isCheaper = best === undefined || coercion.cost < best.cost;
    if (isCheaper || (coercion.cost === best?.cost && rank(coercion) > rank(best))) best = coercion;
  }
  return best;
}
