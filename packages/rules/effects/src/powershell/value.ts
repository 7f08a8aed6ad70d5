import { joinTexts, longestText } from "../bounded-text.ts";
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

/** A literal text; unknown if it is too long. */
export function textValue(text: string): Value {
  return text.length > longestText ? unknownValue : { text, from: [] };
}

/** The items of an array, or the value itself; a text with several lines stays one item. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  const found: Value[] = [];
  if (value !== undefined) collectItems(value, found);
  return found;
}

function collectItems(value: Value, found: Value[]): void {
  if (found.length > maxItems) return;
  if (found.length === maxItems) found.push(unknownValue);
  else if (value.items === undefined) found.push(value);
  else for (const item of value.items) collectItems(item, found);
}

/** The most items of an array; one unknown item stands for those after them. */
const maxItems = 5000;

/** An array of values. */
export function arrayOf(items: readonly Value[]): Value {
  const known = items.length > maxItems ? [...items.slice(0, maxItems), unknownValue] : items;
  return { items: known, from: originsOf(...known) };
}

/** The text of a value, with the items of an array joined by spaces as in a string; `undefined` if it is unknown. */
export function textOf(value: Value | undefined): string | undefined {
  if (value?.items === undefined) return value?.text;
  const texts = itemsOf(value).map(({ text }) => text);
  return texts.includes(undefined) ? undefined : joinTexts(texts as readonly string[], " ");
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
