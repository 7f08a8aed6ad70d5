import { canonicalJson, type Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { OpenTool } from "../document.ts";
import { member, place } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { shown } from "../value-text.ts";

/**
 * What a document loses on the way to another format: everything that is not there, or not the same, on the way back.
 *
 * An empty `required` says nothing, and its order neither. Without losses both documents are the same but for that, and for
 * empty `schemas`.
 *
 * @param restored - the document that comes back from the other format
 * @param format - the name of the other format, in the plural
 * @returns one issue for each thing, not for what is within it; `code` is the name of the field, `path` a pointer into the
 *   document
 */
export function lostBetween(document: OpenTool, restored: OpenTool, format: string): readonly Issue[] {
  const search: Search = { format, losses: [] };
  compare(document, restored, [], search);
  return search.losses;
}

interface Search {
  readonly format: string;
  readonly losses: Issue[];
}

function compare(before: unknown, after: unknown, path: readonly PropertyKey[], search: Search): void {
  const isRequired = path.at(-1) === "required" && after === undefined;
  if (Array.isArray(before) && (Array.isArray(after) || isRequired))
    compareLists(before, [after ?? []].flat(), path, search);
  else if (isOfType("object", before) && isOfType("object", after)) compareMembers(before, after, path, search);
  else if (before !== after && !isUnsaid(before, after, path)) lose(before, after, path, search);
}

function compareMembers(before: unknown, after: unknown, path: readonly PropertyKey[], search: Search): void {
  for (const [key, value] of Object.entries(Object(before))) {
    if (value !== undefined) compare(value, member(after, key), [...path, key], search);
  }
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly PropertyKey[],
  search: Search,
): void {
  const field = path.at(-1);
  if (field === "functions") {
    for (const [index, fn] of before.entries()) compare(fn, after[index], [...path, index], search);
  } else if (field === "parameters") {
    const names = before.map((parameter) => member(parameter, "name"));
    const namesAfter = after.map((parameter) => member(parameter, "name"));
    for (const [index, parameter] of before.entries()) {
      compare(parameter, after[namesAfter.indexOf(names[index])], [...path, index], search);
    }
    const kept = names.filter((name) => namesAfter.includes(name));
    if (kept.some((name, index) => name !== namesAfter[index])) {
      report("order", "the order of the parameters", path, search);
    }
  } else if (canonicalJson(sorted(before, field)) !== canonicalJson(sorted(after, field))) {
    lose(before, undefined, path, search);
  }
}

function sorted(list: readonly unknown[], field: PropertyKey | undefined): readonly unknown[] {
  return field === "required" ? [...new Set(list)].sort() : list;
}

/** A document without schemas may say so. */
function isUnsaid(before: unknown, after: unknown, path: readonly PropertyKey[]): boolean {
  return jsonPointer(path) === "/schemas" && after === undefined && Object.keys(Object(before)).length === 0;
}

function lose(before: unknown, after: unknown, path: readonly PropertyKey[], search: Search): void {
  const field = String(path.at(-1));
  const name = path.at(-2) === "schemas" && path.length === 2 ? "schema" : field;
  const scalar = typeof before === "object" && before !== null ? `this ${JSON.stringify(field)}` : shown(before);
  const back = after === undefined || typeof after === "object" ? "" : ` (it becomes ${shown(after)})`;
  report(field, `${words.get(name) ?? scalar}${back}`, path, search);
}

function report(code: string, what: string, path: readonly PropertyKey[], { format, losses }: Search): void {
  losses.push({ code, message: `${place(path)}: ${format} can't say ${what}`, path: jsonPointer(path) });
}

const words: ReadonlyMap<string, string> = new Map([
  ["server", "where the functions are served"],
  ["schema", "a schema that no function uses"],
  ["return", "what a function returns"],
  ["stream", "what a call streams"],
  ["description", "this description"],
  ["items", "what the list holds"],
  ["properties", "what the object holds"],
  ["enum", "the values to choose from"],
  ["$ref", "a schema by its name"],
]);
