import type { Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { RepairKind } from "../repair-kinds.ts";

/** What became of a value, with every change on the way. */
export interface Outcome {
  readonly value: unknown;
  readonly notes: readonly Note[];
  /** What the changes weigh together: the further from what was sent, the more. */
  readonly cost: number;
}

/** A change of the value itself, or what became of a part of it. */
type Note = Change | Part;

interface Change {
  readonly kind: RepairKind;
  readonly before: unknown;
  readonly after: unknown;
}

/** What became of a part. */
export interface Part {
  readonly key: string | number;
  readonly outcome: Outcome;
}

/** A value as it is. */
export function unchanged(value: unknown): Outcome {
  return { value, notes: [], cost: 0 };
}

/** A value with another one in its place. */
export function changed(kind: RepairKind, before: unknown, after: unknown, cost = 1): Outcome {
  return { value: after, notes: [{ kind, before, after }], cost };
}

/** What becomes of a value in two steps, the second one made of what the first came to. */
export function joined(first: Outcome, second: Outcome): Outcome {
  if (second.notes.length === 0) return first;
  if (first.notes.length === 0) return second;
  return { value: second.value, notes: [...first.notes, ...second.notes], cost: first.cost + second.cost };
}

/** A new value of which some parts changed. */
export function withParts(value: unknown, parts: readonly Part[]): Outcome {
  return { value, notes: parts, cost: parts.reduce((sum, { outcome }) => sum + outcome.cost, 0) };
}

/** A list of which some items changed. */
export function withItems(list: readonly unknown[], parts: readonly Part[]): Outcome {
  if (parts.length === 0) return unchanged(list);
  const items = [...list];
  for (const { key, outcome } of parts) items[Number(key)] = outcome.value;
  return withParts(items, parts);
}

/** The changes in the order they were made, each with its place; and the value, no part of it in two places. */
export function settled(outcome: Outcome): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  const flat: Flat = { path: [], repairs: [], made: new Set(), shared: [] };
  flatten(outcome, flat);
  const value = flat.shared.reduce(unshared, outcome.value);
  return { value, repairs: flat.repairs };
}

interface Flat {
  readonly path: (string | number)[];
  readonly repairs: Repair[];
  /** Lists and objects that were made of texts and the like. */
  readonly made: Set<unknown>;
  /** Where one of them is once more: equal texts are read once. */
  readonly shared: (readonly (string | number)[])[];
}

function flatten({ value, notes }: Outcome, flat: Flat): void {
  if (typeof value === "object" && value !== null) {
    if (flat.made.has(value)) flat.shared.push([...flat.path]);
    else flat.made.add(value);
  }
  for (const note of notes) {
    if ("outcome" in note) {
      flat.path.push(note.key);
      flatten(note.outcome, flat);
      flat.path.pop();
    } else {
      flat.repairs.push({ kind: note.kind, path: jsonPointer(flat.path), before: note.before, after: note.after });
    }
  }
}

/** Every list and object above the place was made while bending, so that it can be changed. */
function unshared(root: unknown, path: readonly (string | number)[]): unknown {
  const last = path.at(-1);
  if (last === undefined) return root;
  const parent = path.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
  const copy: unknown = structuredClone(Reflect.get(Object(parent), last));
  Object.defineProperty(parent, last, { value: copy, configurable: true, enumerable: true, writable: true });
  return root;
}
