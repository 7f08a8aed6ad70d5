import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { InvalidSchemaError } from "../invalid-schema-error.ts";
import { place } from "../json-path.ts";
import { deepest, isDraft07, isSchema } from "../json-schema.ts";
import { shown } from "../value-text.ts";
import { coveredKeywords, type Holding } from "./covered-keywords.ts";
import { type CoveredSchema, type Subschema, targetOf } from "./covered-schema.ts";

/**
 * Makes sure that every keyword of a schema is covered and holds what it should.
 *
 * @throws InvalidSchemaError naming every keyword that is not covered or holds something else
 */
export function checkKeywords(schema: JsonSchema): CoveredSchema {
  if (!isSchema(schema)) {
    const message = `the schema must be an object (got ${shown(schema)})`;
    throw new InvalidSchemaError([{ code: "type", message, path: "", expected: "object" }]);
  }
  const walk: Walk = { root: schema, keywords: coveredKeywords(isDraft07(schema)), seen: new Map(), issues: [] };
  visit(schema, [], walk);
  const issues = walk.issues.length > 0 ? walk.issues : circleIssues(walk);
  if (issues.length > 0) throw new InvalidSchemaError(issues);
  return schema as CoveredSchema;
}

interface Walk {
  readonly root: JsonSchema;
  readonly keywords: ReadonlyMap<string, Holding>;
  /** Each schema with its path. */
  readonly seen: Map<object, readonly PropertyKey[]>;
  readonly issues: Issue[];
}

function visit(schema: JsonSchema, path: readonly PropertyKey[], walk: Walk): void {
  if (walk.seen.has(schema)) return;
  walk.seen.set(schema, path);
  if (path.length > deepest) {
    const at = jsonPointer(path.slice(0, deepest));
    walk.issues.push({ code: "depth", message: "the schema is nested too deeply", path: at });
    return;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined) visitKeyword(keyword, value, [...path, keyword], walk);
  }
}

function visitKeyword(keyword: string, value: unknown, path: readonly PropertyKey[], walk: Walk): void {
  const holding = walk.keywords.get(keyword);
  const report = (at: readonly PropertyKey[], says: string): void => {
    walk.issues.push({ code: keyword, message: `${quote(place(at))} ${says}`, path: jsonPointer(at) });
  };
  if (holding === undefined || (keyword === "$id" && path.length > 1)) {
    report(path, "is not covered without eval: leave it out, or use compileSchema");
  } else if (!holding.fits(value)) {
    report(path, `must be ${holding.says} (got ${shown(value)})`);
  } else if (keyword === "$ref" && targetOf(String(value), walk.root) === undefined) {
    report(path, `must lead to a schema within this one, as "#/$defs/Name" does (got ${shown(value)})`);
  } else {
    for (const [part, at] of schemasIn(holding, value, path)) {
      if (isSchema(part)) visit(part, at, walk);
      else if (typeof part !== "boolean") report(at, `must be a schema: an object, true or false (got ${shown(part)})`);
    }
  }
}

function schemasIn(
  { schemas }: Holding,
  value: unknown,
  path: readonly PropertyKey[],
): readonly (readonly [unknown, readonly PropertyKey[]])[] {
  if (schemas === undefined) return [];
  if (Array.isArray(value)) return value.map((part: unknown, index) => [part, [...path, index]]);
  return schemas === "one"
    ? [[value, path]]
    : Object.entries(Object(value)).map(([key, part]) => [part, [...path, key]]);
}

function circleIssues({ root, seen }: Walk): readonly Issue[] {
  return circles([...seen.keys()] as readonly CoveredSchema[], root as CoveredSchema).map(({ schema, keyword }) => {
    const at = [...(seen.get(schema) ?? []), keyword];
    const message = `${quote(place(at))} must not lead back to a schema that leads here for the same value`;
    return { code: keyword, message, path: jsonPointer(at) };
  });
}

/** A keyword that leads back to a schema above it for the same value, so that a check would never end. */
interface Circle {
  readonly schema: CoveredSchema;
  readonly keyword: string;
}

/**
 * Every keyword that closes a circle. A schema may well lead to itself for a part of the value, as that of a tree does.
 *
 * @param schemas - all schemas within the root
 */
function circles(schemas: Iterable<CoveredSchema>, root: CoveredSchema): readonly Circle[] {
  const found: Circle[] = [];
  const open = new Set<CoveredSchema>();
  const done = new Set<CoveredSchema>();
  for (const schema of schemas) enter(schema);
  return found;

  function enter(schema: CoveredSchema): void {
    if (done.has(schema)) return;
    open.add(schema);
    for (const [keyword, next] of forSameValue(schema, root)) {
      if (typeof next !== "object") continue;
      if (open.has(next)) found.push({ schema, keyword });
      else enter(next);
    }
    open.delete(schema);
    done.add(schema);
  }
}

const leading = ["not", "if", "then", "else", "allOf", "anyOf", "oneOf"] as const;

/** The schemas that a schema wants the same value to be held against. */
function forSameValue(
  schema: CoveredSchema,
  root: CoveredSchema,
): readonly (readonly [string, Subschema | undefined])[] {
  const { $ref, dependentSchemas = {} } = schema;
  return [
    ...($ref === undefined ? [] : [["$ref", targetOf($ref, root)] as const]),
    ...leading.flatMap((keyword) => [schema[keyword] ?? []].flat().map((next) => [keyword, next] as const)),
    ...Object.values(dependentSchemas).map((next) => ["dependentSchemas", next] as const),
  ];
}
