import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { isDraft07 } from "../draft.ts";
import { InvalidSchemaError } from "../invalid-schema-error.ts";
import { place } from "../place.ts";
import { deepest, isSchema } from "../subschemas.ts";
import { shown } from "../words.ts";
import { circles } from "./circles.ts";
import type { CoveredSchema } from "./covered-schema.ts";
import { coveredKeywords, type Holding } from "./keywords.ts";
import { targetOf } from "./target-of.ts";

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
