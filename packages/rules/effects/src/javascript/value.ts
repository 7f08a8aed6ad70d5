// Abstract values: what an expression may be, and where its data comes from.
import type { SyntaxNode } from "@lezer/common";
import { longestText } from "../bounded-text.ts";
import type { Origin } from "../effects.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";

/** What a value may be, and where its data comes from. */
export interface Value {
  readonly alternatives: readonly Alternative[];
  readonly from: readonly Origin[];
}

/** One thing that a value may be. */
export type Alternative =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "list"; readonly items: Value[] }
  | ObjectValue
  | FunctionValue
  /** A global or a member of a module by its dotted name, with the arguments that are bound to it. */
  | { readonly kind: "library"; readonly name: string; readonly bound?: readonly Value[] }
  /** A member of a library whose name is unknown. */
  | { readonly kind: "dynamic"; readonly library: string }
  /** A member of another value, which is a method if it is called. */
  | { readonly kind: "method"; readonly object: Value; readonly name: string }
  | { readonly kind: "unknown" };

/** An object, a class or an instance: of a class, the fields are its methods. */
export interface ObjectValue {
  readonly kind: "object";
  readonly fields: Map<string, Value>;
}

/** A function that the program defines. */
export interface FunctionValue {
  readonly kind: "function";
  readonly node: SyntaxNode;
  readonly scope: Scope;
  /** The text to which the positions of `node` refer. */
  readonly code: string;
}

/** The variables of a block or function. */
export interface Scope {
  readonly names: Map<string, Value>;
  readonly parent: Scope | null;
}

const maxAlternatives = 8;
const maxTexts = 16;

/** A value of which only the origins are known. */
export function unknownFrom(from: readonly Origin[]): Value {
  return { alternatives: [{ kind: "unknown" }], from };
}

/** A value of which nothing is known. */
export const unknownValue: Value = unknownFrom([]);

/** A value that is one known thing. */
export function known(alternative: Alternative, from: readonly Origin[] = []): Value {
  return { alternatives: [alternative], from };
}

/** A known text; unknown if it is too long. */
export function textValue(text: string, from: readonly Origin[] = []): Value {
  return text.length > longestText ? unknownFrom(from) : known({ kind: "text", text }, from);
}

/** A global or a member of a module, by its dotted name. */
export function libraryValue(name: string): Value {
  return known({ kind: "library", name });
}

/** The most items of a list; one unknown item stands for those after them. */
export const maxListItems = 2000;

/** A list of known items. */
export function listValue(items: readonly Value[], from: readonly Origin[] = []): Value {
  const rest = items.length > maxListItems ? [unknownFrom(joinedOrigins(items.slice(maxListItems)))] : [];
  return known({ kind: "list", items: [...items.slice(0, maxListItems), ...rest] }, from);
}

/** A value that may be any of several. */
export function joined(values: readonly Value[]): Value {
  const [only, second] = values;
  if (only !== undefined && second === undefined) return only;
  const alternatives = [...new Set(values.flatMap((each) => each.alternatives))];
  const from = joinedOrigins(values, 3);
  return alternatives.length > maxAlternatives
    ? { alternatives: [...alternatives.slice(0, maxAlternatives), { kind: "unknown" }], from }
    : { alternatives, from };
}

const maxOrigins = 16;

/** The origins of several values, each once, with those of items and fields. */
export function joinedOrigins(values: readonly Value[], depth = 0): readonly Origin[] {
  const found = new Map<string, Origin>();
  collectOrigins(values, depth, found, new Set());
  return [...found.values()].slice(0, maxOrigins);
}

function collectOrigins(
  values: readonly Value[],
  depth: number,
  found: Map<string, Origin>,
  visited: Set<Alternative>,
): void {
  for (const { from, alternatives } of values.slice(0, 100)) {
    for (const origin of from) found.set(JSON.stringify(origin), origin);
    if (found.size >= maxOrigins) break;
    if (depth >= 3) continue;
    for (const each of alternatives) {
      if (visited.has(each)) continue;
      visited.add(each);
      collectOrigins(partsOf(each), depth + 1, found, visited);
    }
  }
}

function partsOf(alternative: Alternative): readonly Value[] {
  if (alternative.kind === "list") return alternative.items.slice(0, 100);
  if (alternative.kind === "object") return [...alternative.fields.values()].slice(0, 100);
  return alternative.kind === "method" ? [alternative.object] : [];
}

/** The texts that a value may be, with `unknownText` for unknown parts; a value that is no text counts as unknown text. */
export function textsOf(value: Value | undefined): readonly string[] {
  const texts = (value?.alternatives ?? []).map(textOfAlternative);
  return texts.length === 0 ? [unknownText] : [...new Set(texts)].slice(0, maxTexts);
}

function textOfAlternative(alternative: Alternative): string {
  if (alternative.kind === "text") return alternative.text;
  return alternative.kind === "number" ? String(alternative.number) : unknownText;
}

/** The only text that a value can be, if all of it is known. */
export function exactText(value: Value | undefined): string | undefined {
  const [text, other] = textsOf(value);
  return text === undefined || other !== undefined || hasUnknownText(text) ? undefined : text;
}

/** The value of a field of an options object. */
export function fieldOf(value: Value | undefined, name: string): Value | undefined {
  for (const each of value?.alternatives ?? [])
    if (each.kind === "object") {
      const field = each.fields.get(name);
      if (field !== undefined) return field;
    }
  return;
}

/** Whether an options object sets a field to something other than `false`, `null` or `undefined`. */
export function isSet(value: Value | undefined, name: string): boolean {
  const field = fieldOf(value, name);
  return field !== undefined && !/^(false|null|undefined|0)$/.test(exactText(field) ?? "");
}

/** Whether a value may be a function of the program or of a library. */
export function isCallable({ alternatives }: Value): boolean {
  return alternatives.some(({ kind }) => kind === "function");
}
