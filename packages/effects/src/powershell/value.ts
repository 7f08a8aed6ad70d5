import type { Origin, Target } from "../effects.ts";
import { joinOrigins } from "../origins.ts";
import type { ScriptBlock } from "./syntax.ts";

/** What is known of a value while a script is evaluated. */
export interface Value {
  /** The whole text, if it is known. */
  readonly text?: string;
  /** Where the value comes from; empty for literal text. */
  readonly from: readonly Origin[];
  /** The items of an array. */
  readonly items?: readonly Value[];
  /** The entries of a hashtable, by their names in lower case. */
  readonly fields?: ReadonlyMap<string, Value>;
  readonly block?: ScriptBlock;
  /** The .NET type of an object, or the type that `[IO.File]` names; in lower case, without `System.`. */
  readonly type?: string;
  /** The known beginning of a text whose end is unknown. */
  readonly prefix?: string;
  /** The name of a parameter among arguments, as written after its dash; its value if a colon follows. */
  readonly parameter?: string;
  readonly colonValue?: Value;
  /** Whether the entries or items are arguments: `@parameters`. */
  readonly isSplat?: true;
  /** The files that the value names: output of `Get-ChildItem`. */
  readonly files?: readonly (Target | null)[];
}

/** A value of which nothing is known. */
export const unknownValue: Value = { from: [{ kind: "unknown" }] };

/** Nothing: the output of a command that prints nothing. */
export const nothing: Value = { from: [], items: [] };

/** A literal text. */
export function textValue(text: string): Value {
  return { text, from: [] };
}

/** The items of an array, or the value itself; a text with several lines stays one item. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (value === undefined) return [];
  return value.items?.flatMap((item) => (item.items === undefined ? [item] : itemsOf(item))) ?? [value];
}

/** An array of values. */
export function arrayOf(items: readonly Value[]): Value {
  return { items, from: originsOf(...items) };
}

/** The text of a value, with the items of an array joined by spaces as in a string; `undefined` if it is unknown. */
export function textOf(value: Value | undefined): string | undefined {
  if (value?.items === undefined) return value?.text;
  const texts = value.items.map(textOf);
  return texts.includes(undefined) ? undefined : texts.join(" ");
}

/** The origins of several values, each once. */
export function originsOf(...values: readonly (Value | undefined)[]): readonly Origin[] {
  return joinOrigins(...values.map((value) => value?.from ?? []));
}

/** The origins of written or sent data: those of the value, or `literal` for known text. */
export function dataOrigins(value: Value | undefined): readonly Origin[] {
  const origins = originsOf(value);
  return origins.length > 0 || value === undefined ? origins : [{ kind: "literal" }];
}

/** One item of a value whose items are not known one by one. */
export function itemOf(source: Value): Value {
  const items = itemsOf(source);
  const files = items.flatMap((each) => each.files ?? []);
  if (files.length > 0) return { from: originsOf(source), files };
  return source.from.length > 0 ? { from: source.from } : unknownValue;
}
