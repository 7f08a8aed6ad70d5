import type { Issue, JsonSchema } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import { pathText } from "./json-path.ts";
import { isSchema, maxSchemaDepth } from "./json-schema.ts";
import { currentForm, withCurrentDraft } from "./normalize-schema/current-form.ts";
import { readKeyword } from "./normalize-schema/keyword-readings.ts";
import { loosened } from "./normalize-schema/loosened.ts";
import { isAnnotation, jsonSchemaKeywords } from "./schema-keywords.ts";
import { referenceResolver, type SchemaProblem } from "./schema-problems.ts";
import { positionalReference } from "./schema-references.ts";
import { valueText } from "./value-text.ts";

/**
 * Repairs a JSON Schema from another party, so that one invalid member doesn't cost a whole tool. Use it for the schemas of
 * MCP servers and of other sources that you can't correct.
 *
 * Forms of older drafts and of other languages that have one reading are converted: `exclusiveMinimum: true`, a list in
 * `items`, `null` for a keyword that is absent, the type `"str"`, the pattern `(?P<year>\d{4})`. All else that is invalid is
 * ignored, and is one of the `losses`: a pattern that is no regular expression of JavaScript, a reference that leads nowhere.
 * The result accepts all values that the valid parts of the source accept. A valid schema is returned unchanged.
 *
 * @example
 * const { schema, losses } = normalizeSchema({ type: "object", properties: { id: { type: "string", pattern: "(?i)^a" } } });
 * tool({ name: "find", description: "Finds.", parameters: schema, execute });
 */
export function normalizeSchema(source: JsonSchema): NormalizedSchema {
  const { schema, losses } = normalizedParts(source);
  const issues = losses.map(({ code, path, problem }) => ({
    code,
    message: `${path.length === 0 ? "the schema" : pathText(path)} ${problem}`,
    path: jsonPointer(path),
  }));
  return { schema, losses: issues };
}

/** A JSON Schema without invalid parts. */
export interface NormalizedSchema {
  readonly schema: JsonSchema;
  /** One issue for each part that was ignored; `path` points into the source. */
  readonly losses: readonly Issue[];
}

/** As {@link normalizeSchema}, with losses for messages that start with another path. */
export function normalizedParts(source: JsonSchema): {
  readonly schema: JsonSchema;
  readonly losses: readonly SchemaProblem[];
} {
  const root = withCurrentDraft(source);
  const first = normalizeRoot(root, false);
  // A reference inside `not` leads to a schema that may have become looser.
  const isLooserElsewhere = first.looser.some((path) => path[0] === "$defs" || path[0] === "definitions");
  return isLooserElsewhere ? normalizeRoot(root, true) : first;
}

function normalizeRoot(
  root: JsonSchema,
  areReferencesLooser: boolean,
): Normalization & { readonly schema: JsonSchema } {
  const state: Normalization = {
    resolves: referenceResolver(root),
    areReferencesLooser,
    losses: [],
    looser: [],
  };
  return { ...state, schema: normalizeAt(root, [], state) };
}

interface Normalization {
  /** Whether a reference leads to a schema. */
  readonly resolves: (ref: string) => boolean;
  readonly areReferencesLooser: boolean;
  readonly losses: SchemaProblem[];
  /** The paths of the schemas that accept more values than before. */
  readonly looser: Path[];
}

type Path = readonly PropertyKey[];

/** Normalizes one schema and the schemas inside it. */
function normalizeAt(source: JsonSchema, path: Path, outer: Normalization): JsonSchema {
  if (path.length > maxSchemaDepth) return source;
  // References inside a schema with its own `$id` are relative to that schema.
  const state = path.length > 0 && source["$id"] !== undefined ? { ...outer, resolves: () => true } : outer;
  const schema = currentForm(source);
  const looserKeywords = new Set<string>();
  const entries = Object.entries(schema).flatMap(([keyword, value]): (readonly [string, unknown])[] => {
    const before = state.looser.length;
    const normalized = normalizeKeyword(keyword, value, [...path, keyword], state);
    if (state.looser.length > before) looserKeywords.add(keyword);
    return normalized === undefined ? [] : [[keyword, normalized]];
  });
  const isSame =
    entries.length === Object.keys(schema).length && entries.every(([key, value]) => schema[key] === value);
  const normalized = isSame ? schema : (Object.fromEntries(entries) as JsonSchema);
  if (looserKeywords.size === 0) return normalized;
  const { schema: result, ignored } = loosened(normalized, looserKeywords);
  for (const keyword of ignored) {
    addLoss(keyword, [...path, keyword], "is ignored, because a part of it is", state);
  }
  return result;
}

/** Normalizes the value of a keyword; `undefined` if it is to be left out. */
function normalizeKeyword(keyword: string, value: unknown, path: Path, state: Normalization): unknown {
  const rule = jsonSchemaKeywords.get(keyword);
  if (rule === undefined || value === undefined) return value;
  const read = readKeyword(keyword, value);
  if (read === undefined) return undefined;
  if (rule.schemas === "one" && (isSchema(read) || typeof read === "boolean")) return normalizePart(read, path, state);
  if (rule.schemas === "list" && Array.isArray(read) && read.length > 0) return normalizeList(read, path, state);
  if (rule.schemas === "map" && isObject(read)) return normalizeMap(keyword, read, path, state);
  if (!rule.isValid(read) || (keyword === "enum" && Array.isArray(read) && read.length === 0)) {
    addLoss(keyword, path, `must be ${rule.expected} (got ${valueText(read)}): it is ignored`, state);
    if (!isAnnotation(keyword)) state.looser.push(path);
    return undefined;
  }
  if (keyword !== "$ref" && keyword !== "$dynamicRef") return read;
  const positional = positionalReference(String(read));
  const ref = state.resolves(String(read)) || state.resolves(positional) ? positional : undefined;
  if (state.areReferencesLooser || ref === undefined) state.looser.push(path);
  if (ref === undefined) addLoss("$ref", path, `must name a schema (got ${valueText(value)}): it is ignored`, state);
  return ref;
}

/** Normalizes a value in the place of a schema; a value that is not a schema becomes `true`. */
function normalizePart(value: unknown, path: Path, state: Normalization): JsonSchema | boolean {
  if (typeof value === "boolean") return value;
  if (isSchema(value)) return normalizeAt(value, path, state);
  addLoss(String(path.at(-1)), path, `must be a schema (got ${valueText(value)}): any value is accepted`, state);
  state.looser.push(path);
  return true;
}

function normalizeList(list: readonly unknown[], path: Path, state: Normalization): readonly unknown[] {
  const normalized = list.map((item, index) => normalizePart(item, [...path, index], state));
  return normalized.every((item, index) => item === list[index]) ? list : normalized;
}

function normalizeMap(keyword: string, map: object, path: Path, state: Normalization): object {
  const members = Object.entries(map);
  const normalized = members.flatMap(([name, member]): [string, unknown][] => {
    const pattern = keyword === "patternProperties" ? readKeyword("pattern", name) : name;
    if (jsonSchemaKeywords.get("pattern")?.isValid(pattern) || keyword !== "patternProperties") {
      return [[String(pattern), normalizePart(member, [...path, name], state)]];
    }
    addLoss(keyword, [...path, name], "must have a regular expression as its name: it is ignored", state);
    state.looser.push(path);
    return [];
  });
  const isSame =
    normalized.length === members.length &&
    normalized.every(([name, member], index) => name === members[index]?.[0] && member === members[index]?.[1]);
  return isSame ? map : Object.fromEntries(normalized);
}

function addLoss(code: string, path: Path, problem: string, state: Normalization): void {
  state.losses.push({ code, path, problem });
}
