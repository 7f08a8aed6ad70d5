/** Reads untrusted data in another format, and collects issues and losses, for all `from…` functions. */
import type { Issue } from "@helve/core";
import { jsonPointer, ownMember, quote } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { typeNoun, valueText } from "../value-text.ts";

/** The state of reading data in another format: the issues, and what OpenTool can't represent. */
export interface ForeignReader {
  /** The name of the root in messages: `["tools"]` for a list of tools. */
  readonly rootName: readonly string[];
  readonly issues: Issue[];
  readonly losses: Issue[];
}

/** A path from the root to a value. */
export type Path = readonly PropertyKey[];

/** Creates the state for reading a value, with its name in messages; the name of a document is left out. */
export function createReader(rootName?: string): ForeignReader {
  return { rootName: rootName === undefined ? [] : [rootName], issues: [], losses: [] };
}

/** Returns a list's items; an empty list, and an issue, if the value is not a list. */
export function readList(value: unknown, path: Path, reader: ForeignReader): readonly unknown[] {
  if (Array.isArray(value)) return value;
  addTypeIssue("array", value, path, reader);
  return [];
}

/** Returns an object; an empty object, and an issue, if the value is not an object. */
export function readObject(value: unknown, path: Path, reader: ForeignReader): Readonly<Record<string, unknown>> {
  if (isJsonObject(value)) return value;
  addTypeIssue("object", value, path, reader);
  return {};
}

/** Returns a string member; `""`, and an issue, if it is not a string. */
export function readString(owner: unknown, key: string, path: Path, reader: ForeignReader): string {
  const value = ownMember(owner, key);
  if (typeof value === "string") return value;
  addTypeIssue("string", value, [...path, key], reader);
  return "";
}

/** Returns a string member; `undefined` if it is missing or null, and, with a loss, if it is not a string. */
export function readOptionalString(owner: unknown, key: string, path: Path, reader: ForeignReader): string | undefined {
  const value = ownMember(owner, key) ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  const at = [...path, key];
  addLoss(key, `a ${key} that is not a string (got ${valueText(value)})`, at, at, reader);
  return undefined;
}

/** Reports each field that is not in `knownFields` as a loss; null is no value. */
export function reportUnknownFields(
  owner: unknown,
  knownFields: readonly string[],
  path: Path,
  reader: ForeignReader,
): void {
  for (const [key, value] of Object.entries(Object(owner))) {
    if (knownFields.includes(key) || value === undefined || value === null) continue;
    const what = typeof value === "object" && value !== null ? quote(key) : `${quote(key)}: ${valueText(value)}`;
    addLoss(key, what, [...path, key], path, reader);
  }
}

/**
 * Reports something that OpenTool can't represent.
 *
 * @param lossPath - the path of the lost value
 * @param namedPath - the path that the message names
 */
export function addLoss(code: string, what: string, lossPath: Path, namedPath: Path, reader: ForeignReader): void {
  const name = pathText([...reader.rootName, ...namedPath]);
  const message = `${name === "" ? "the document" : name}: OpenTool can't represent ${what}`;
  reader.losses.push({ code, message, path: jsonPointer(lossPath) });
}

/** Reports an issue at a path. */
export function addIssue(code: string, problem: string, path: Path, reader: ForeignReader): void {
  const name = pathText([...reader.rootName, ...path]);
  reader.issues.push({ code, message: `${name === "" ? "the document" : name} ${problem}`, path: jsonPointer(path) });
}

/** Returns the issues, without those inside a value that has an issue itself. */
export function distinctIssues({ issues }: ForeignReader): readonly Issue[] {
  const invalidPaths = new Set<string | undefined>();
  return issues.filter(({ path = "" }) => {
    const isWithin = [...path.matchAll(/\/|$/g)].some(({ index }) => invalidPaths.has(path.slice(0, index)));
    invalidPaths.add(path);
    return !isWithin;
  });
}

function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isOfType("object", value);
}

/** Reports a value that is missing or has the wrong type. */
function addTypeIssue(type: string, value: unknown, path: Path, reader: ForeignReader): void {
  if (value === undefined && path.length > 0) addIssue("required", `is required (${typeNoun(type)})`, path, reader);
  else addIssue("type", `must be ${typeNoun(type)} (got ${valueText(value)})`, path, reader);
}
