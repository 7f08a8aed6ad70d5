import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { member, place } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { OpenToolError } from "../open-tool-error.ts";
import { noun, shown } from "../value-text.ts";

/** Reads data of another format, and remembers what is wrong with it and what OpenTool can't say. */
export interface Reading {
  /** The name of the whole in messages: `["tools"]` for a list of tools. */
  readonly root: readonly string[];
  readonly issues: Issue[];
  readonly losses: Issue[];
}

/** From the whole to a value in it. */
export type Path = readonly PropertyKey[];

/** A reading of a value that is called so in messages; of a document when not given. */
export function reading(root?: string): Reading {
  return { root: root === undefined ? [] : [root], issues: [], losses: [] };
}

/** The items of a list; none, and an issue, when it is no list. */
export function itemsAt(value: unknown, path: Path, into: Reading): readonly unknown[] {
  if (Array.isArray(value)) return value;
  wrong("array", value, path, into);
  return [];
}

/** An object, as it is; an empty one, and an issue, when it is none. */
export function objectAt(value: unknown, path: Path, into: Reading): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  wrong("object", value, path, into);
  return {};
}

/** A text; `""`, and an issue, when it is none. */
export function textAt(owner: unknown, key: string, path: Path, into: Reading): string {
  const value = member(owner, key);
  if (typeof value === "string") return value;
  wrong("string", value, [...path, key], into);
  return "";
}

/** A text; `undefined` when there is none, with an issue when there is something else. */
export function optionalTextAt(owner: unknown, key: string, path: Path, into: Reading): string | undefined {
  return member(owner, key) === undefined ? undefined : textAt(owner, key, path, into);
}

/** Names the fields beside the known ones as losses. */
export function loseOthers(owner: unknown, known: readonly string[], path: Path, into: Reading): void {
  for (const [key, value] of Object.entries(Object(owner))) {
    if (known.includes(key) || value === undefined) continue;
    const what = typeof value === "object" && value !== null ? quote(key) : `${quote(key)}: ${shown(value)}`;
    lose(key, what, [...path, key], path, into);
  }
}

/**
 * Names something that OpenTool can't say.
 *
 * @param at - where it is
 * @param within - what it is said of
 */
export function lose(code: string, what: string, at: Path, within: Path, into: Reading): void {
  const name = place([...into.root, ...within]);
  const message = `${name === "" ? "the document" : name}: OpenTool can't say ${what}`;
  into.losses.push({ code, message, path: jsonPointer(at) });
}

/** Names something that is wrong. */
export function report(code: string, says: string, path: Path, into: Reading): void {
  const name = place([...into.root, ...path]);
  into.issues.push({ code, message: `${name === "" ? "the document" : name} ${says}`, path: jsonPointer(path) });
}

/** @throws OpenToolError naming everything that is wrong so far; of what is missing or no object, only that */
export function throwIssues({ issues }: Reading): void {
  const wrong = new Set<string | undefined>();
  const first = issues.filter(({ path = "" }) => {
    const isWithin = [...path.matchAll(/\/|$/g)].some(({ index }) => wrong.has(path.slice(0, index)));
    wrong.add(path);
    return !isWithin;
  });
  if (first.length > 0) throw new OpenToolError(first);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isOfType("object", value);
}

function wrong(type: string, value: unknown, path: Path, into: Reading): void {
  if (value === undefined && path.length > 0) report("required", `is required (${noun(type)})`, path, into);
  else report("type", `must be ${noun(type)} (got ${shown(value)})`, path, into);
}
