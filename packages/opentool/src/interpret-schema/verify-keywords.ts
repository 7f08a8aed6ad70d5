// Refuses a schema with keywords or values that `interpretSchema` doesn't support, or with endless recursion.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { InvalidSchemaError } from "../invalid-schema-error.ts";
import { pathText } from "../json-path.ts";
import { isDraft07, isSchema, maxSchemaDepth } from "../json-schema.ts";
import { valueText } from "../value-text.ts";
import { type KeywordRule, supportedKeywords } from "./supported-keywords.ts";
import { resolveLocalReference, type Subschema, type SupportedSchema } from "./supported-schema.ts";

/**
 * Verifies that every keyword of a schema is supported and has a valid value.
 *
 * @throws InvalidSchemaError naming every keyword that is unsupported or has an invalid value
 */
export function verifyKeywords(schema: JsonSchema): SupportedSchema {
  if (!isSchema(schema)) {
    const message = `the schema must be an object (got ${valueText(schema)})`;
    throw new InvalidSchemaError([{ code: "type", message, path: "", expected: "object" }]);
  }
  const walk: SchemaWalk = {
    root: schema,
    keywords: supportedKeywords(isDraft07(schema)),
    seen: new Map(),
    issues: [],
  };
  visitSchema(schema, [], walk);
  const issues = walk.issues.length > 0 ? walk.issues : cycleIssues(walk);
  if (issues.length > 0) throw new InvalidSchemaError(issues);
  return schema as SupportedSchema;
}

interface SchemaWalk {
  readonly root: JsonSchema;
  readonly keywords: ReadonlyMap<string, KeywordRule>;
  /** Each schema with its path. */
  readonly seen: Map<object, readonly PropertyKey[]>;
  readonly issues: Issue[];
}

/** Verifies the keywords of one schema and of the schemas inside it, each once. */
function visitSchema(schema: JsonSchema, path: readonly PropertyKey[], walk: SchemaWalk): void {
  if (walk.seen.has(schema)) return;
  walk.seen.set(schema, path);
  if (path.length > maxSchemaDepth) {
    const pointer = jsonPointer(path.slice(0, maxSchemaDepth));
    walk.issues.push({ code: "depth", message: "the schema is nested too deeply", path: pointer });
    return;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined) visitKeyword(keyword, value, [...path, keyword], walk);
  }
}

/** Verifies the value of one keyword, and visits the schemas in it. */
function visitKeyword(keyword: string, value: unknown, path: readonly PropertyKey[], walk: SchemaWalk): void {
  const rule = walk.keywords.get(keyword);
  const report = (partPath: readonly PropertyKey[], problem: string): void => {
    walk.issues.push({
      code: keyword,
      message: `${quote(pathText(partPath))} ${problem}`,
      path: jsonPointer(partPath),
    });
  };
  if (rule === undefined || (keyword === "$id" && path.length > 1)) {
    report(path, "is not supported without eval: leave it out, or use compileSchema");
  } else if (!rule.isValid(value)) {
    report(path, `must be ${rule.expected} (got ${valueText(value)})`);
  } else if (keyword === "$ref" && resolveLocalReference(String(value), walk.root) === undefined) {
    report(path, `must name a schema inside this one, as "#/$defs/Name" does (got ${valueText(value)})`);
  } else {
    for (const [part, partPath] of nestedSchemas(rule, value, path)) {
      if (isSchema(part)) visitSchema(part, partPath, walk);
      else if (typeof part !== "boolean")
        report(partPath, `must be a schema: an object, true or false (got ${valueText(part)})`);
    }
  }
}

/** Lists the schemas in a keyword's value, each with its path. */
function nestedSchemas(
  { schemas }: KeywordRule,
  value: unknown,
  path: readonly PropertyKey[],
): readonly (readonly [unknown, readonly PropertyKey[]])[] {
  if (schemas === undefined) return [];
  if (Array.isArray(value)) return value.map((part: unknown, index) => [part, [...path, index]]);
  return schemas === "one"
    ? [[value, path]]
    : Object.entries(Object(value)).map(([key, part]) => [part, [...path, key]]);
}

/** Creates an issue for each keyword that closes a cycle of references. */
function cycleIssues({ root, seen }: SchemaWalk): readonly Issue[] {
  return findCycles([...seen.keys()] as readonly SupportedSchema[], root as SupportedSchema).map(
    ({ schema, keyword }) => {
      const keywordPath = [...(seen.get(schema) ?? []), keyword];
      const message = `${quote(pathText(keywordPath))} must not apply an enclosing schema to the same value again`;
      return { code: keyword, message, path: jsonPointer(keywordPath) };
    },
  );
}

/** A keyword that applies an enclosing schema to the same value again, so that validation would never end. */
interface ReferenceCycle {
  readonly schema: SupportedSchema;
  readonly keyword: string;
}

/**
 * Finds every keyword that closes a cycle. Recursion into a part of the value is allowed, as in a tree.
 *
 * @param schemas - all schemas within the root
 */
function findCycles(schemas: Iterable<SupportedSchema>, root: SupportedSchema): readonly ReferenceCycle[] {
  const found: ReferenceCycle[] = [];
  const open = new Set<SupportedSchema>();
  const done = new Set<SupportedSchema>();
  for (const schema of schemas) enter(schema);
  return found;

  function enter(schema: SupportedSchema): void {
    if (done.has(schema)) return;
    open.add(schema);
    for (const [keyword, next] of inPlaceSchemas(schema, root)) {
      if (typeof next !== "object") continue;
      if (open.has(next)) found.push({ schema, keyword });
      else enter(next);
    }
    open.delete(schema);
    done.add(schema);
  }
}

const inPlaceKeywords = ["not", "if", "then", "else", "allOf", "anyOf", "oneOf"] as const;

/** Lists the schemas that a schema applies to the same value, each with its keyword. */
function inPlaceSchemas(
  schema: SupportedSchema,
  root: SupportedSchema,
): readonly (readonly [string, Subschema | undefined])[] {
  const { $ref, dependentSchemas = {} } = schema;
  return [
    ...($ref === undefined ? [] : [["$ref", resolveLocalReference($ref, root)] as const]),
    ...inPlaceKeywords.flatMap((keyword) => [schema[keyword] ?? []].flat().map((next) => [keyword, next] as const)),
    ...Object.values(dependentSchemas).map((next) => ["dependentSchemas", next] as const),
  ];
}
