/** The notations in which arguments stand between tags, and the tags in a text. */
import { closingTag, type TagNotation } from "../formats/raw-format.ts";
import { rawFormats } from "../formats.ts";
import type { ExpectedParameters } from "./expected-parameters.ts";

/** A tag that opens an argument, such as `<parameter name="x">`. */
export interface OpeningTag {
  readonly notation: TagNotation;
  readonly name: string;
  readonly isJson: boolean;
  /** The closing tag. */
  readonly close: string;
  readonly start: number;
  readonly end: number;
}

/** The notations with tags, of all models. */
export const notationsOfModels: readonly TagNotation[] = rawFormats.flatMap(({ tags }) => tags ?? []);

/**
 * Lists the notations that a text may use: notations of models, or tags named like the parameters.
 *
 * @param start - the start of the content: tags with the names of parameters stand there, within at most one other tag, or within
 * one on a later line, after prose
 */
export function tagNotations(text: string, start: number, { names }: ExpectedParameters): readonly TagNotation[] {
  if (nextTag(text, 0, notationsOfModels) !== undefined) return notationsOfModels;
  const simple = [...names].filter((name) => /^[\w.-]{1,200}$/.test(name));
  if (simple.length === 0 || !text.includes("<", start)) return [];
  const anyName = simple.map((name) => name.replaceAll(".", "\\.")).join("|");
  const begin =
    new RegExp(`^(?:<([\\w.-]{1,200})>\\s{0,99})?<(?:${anyName})>`).exec(text.slice(start, start + 500)) ??
    (isCall.test(text.slice(start, start + 300))
      ? null
      : new RegExp(`\\n[ \\t]{0,99}<([\\w.-]{1,200})>\\s{0,99}<(?:${anyName})>`).exec(text.slice(start)));
  if (begin === null) return [];
  const [, tool] = begin;
  const call =
    tool === undefined || !text.includes(`</${tool}>`)
      ? notationsOfModels.find(({ call: outer }) => outer !== undefined && new RegExp(outer.open).test(text))?.call
      : { open: new RegExp(`<${tool}>`, "g"), close: `</${tool}>` };
  return [{ open: new RegExp(`<(?<name>${anyName})>`, "g"), close: "</{name}>", hasLineBreaks: true, call }];
}

/** Matches a call with named arguments, whose strings may contain tags. */
const isCall = /^[[\s\w$=]{0,99}[\w.$]{1,99}\(/;

/** Whether a tag of a model's notation that opens an argument starts at an offset. */
export function isParameterTag(text: string, at: number): boolean {
  return nextTag(text.slice(at, at + 240), 0, notationsOfModels)?.start === 0;
}

/** Whether a notation writes strings and other values in the same way. */
export function isUntyped({ open }: TagNotation): boolean {
  return !open.source.includes("(?<json>");
}

/** The next tag that opens an argument; `undefined` if not found. */
export function nextTag(text: string, from: number, notations: readonly TagNotation[]): OpeningTag | undefined {
  let next: OpeningTag | undefined;
  for (const notation of notations) {
    const { open } = notation;
    open.lastIndex = from;
    const tag = open.exec(text);
    if (tag === null || (next !== undefined && tag.index >= next.start)) continue;
    const { name = "", json } = tag.groups ?? {};
    const unquoted = name.trim().replace(/^["']|["']$/g, "");
    const close = closingTag(notation.close, tag.groups);
    next = { notation, name: unquoted, isJson: json !== undefined, close, start: tag.index, end: open.lastIndex };
  }
  return next;
}
