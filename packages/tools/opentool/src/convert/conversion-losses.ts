/** Finds what a document loses in another format, by comparing it with the document that is converted back. */
import { canonicalJson, type Issue } from "@helve/core";
import { jsonPointer, ownMember } from "@helve/core/internal";
import type { OpenTool } from "../document.ts";
import { pathText } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { valueText } from "../value-text.ts";

/**
 * Lists what a document loses in another format: everything that is missing or different after converting back.
 *
 * An empty `required` and the order of `required` don't count. Without losses, both documents are equal except for that
 * and for empty `schemas`.
 *
 * @param restored - the document after converting to the other format and back
 * @param format - the plural name of the other format, for messages
 * @returns one issue per lost value, not per part of it; `code` is the name of the field, `path` a pointer into the
 *   document
 */
export function conversionLosses(document: OpenTool, restored: OpenTool, format: string): readonly Issue[] {
  const search: Comparison = { format, losses: [] };
  compareValues(document, restored, [], search);
  return search.losses;
}

interface Comparison {
  readonly format: string;
  readonly losses: Issue[];
}

/** Compares a value before and after the conversion, and adds a loss for each difference. */
function compareValues(before: unknown, after: unknown, path: readonly PropertyKey[], search: Comparison): void {
  const isRequired = path.at(-1) === "required" && after === undefined;
  if (Array.isArray(before) && (Array.isArray(after) || isRequired))
    compareLists(before, [after ?? []].flat(), path, search);
  else if (isOfType("object", before) && isOfType("object", after)) compareMembers(before, after, path, search);
  else if (before !== after && !isEmptySchemas(before, after, path)) addFieldLoss(before, after, path, search);
}

/** Compares each member of an object with the member of the same name after the conversion. */
function compareMembers(before: unknown, after: unknown, path: readonly PropertyKey[], search: Comparison): void {
  for (const [key, value] of Object.entries(Object(before))) {
    if (value !== undefined) compareValues(value, ownMember(after, key), [...path, key], search);
  }
}

/** Compares lists: functions by index, parameters by name, and any other list as a whole. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly PropertyKey[],
  search: Comparison,
): void {
  const field = path.at(-1);
  if (field === "functions") {
    for (const [index, fn] of before.entries()) compareValues(fn, after[index], [...path, index], search);
  } else if (field === "parameters") {
    const names = before.map((parameter) => ownMember(parameter, "name"));
    const namesAfter = after.map((parameter) => ownMember(parameter, "name"));
    for (const [index, parameter] of before.entries()) {
      compareValues(parameter, after[namesAfter.indexOf(names[index])], [...path, index], search);
    }
    const kept = names.filter((name) => namesAfter.includes(name));
    if (kept.some((name, index) => name !== namesAfter[index])) {
      addLoss("order", "the order of the parameters", path, search);
    }
  } else if (canonicalJson(normalizedList(before, field)) !== canonicalJson(normalizedList(after, field))) {
    addFieldLoss(before, undefined, path, search);
  }
}

/** Removes what doesn't count from a list: duplicates and order in `required`. */
function normalizedList(list: readonly unknown[], field: PropertyKey | undefined): readonly unknown[] {
  return field === "required" ? [...new Set(list)].sort() : list;
}

/** Whether the value is an empty `schemas` object, which may be omitted. */
function isEmptySchemas(before: unknown, after: unknown, path: readonly PropertyKey[]): boolean {
  return jsonPointer(path) === "/schemas" && after === undefined && Object.keys(Object(before)).length === 0;
}

/** Adds the loss of a field's value, with the value after the conversion if there is one. */
function addFieldLoss(before: unknown, after: unknown, path: readonly PropertyKey[], search: Comparison): void {
  const field = String(path.at(-1));
  const name = path.at(-2) === "schemas" && path.length === 2 ? "schema" : field;
  const scalar = typeof before === "object" && before !== null ? `this ${JSON.stringify(field)}` : valueText(before);
  const back = after === undefined || typeof after === "object" ? "" : ` (it becomes ${valueText(after)})`;
  addLoss(field, `${fieldDescriptions.get(name) ?? scalar}${back}`, path, search);
}

function addLoss(code: string, what: string, path: readonly PropertyKey[], { format, losses }: Comparison): void {
  losses.push({ code, message: `${pathText(path)}: ${format} can't represent ${what}`, path: jsonPointer(path) });
}

const fieldDescriptions: ReadonlyMap<string, string> = new Map([
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
