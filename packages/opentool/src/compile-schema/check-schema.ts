import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { codeRefused, InvalidSchemaError } from "../invalid-schema-error.ts";
import { place } from "../json-path.ts";
import { deepest, hasOneBase, isDraft07, isSchema, type Subschema, subschemas } from "../json-schema.ts";
import { regularExpression } from "../keyword-tests.ts";
import { referenced } from "../schema-references.ts";
import { explain } from "../validation-issues.ts";
import { shown } from "../value-text.ts";
import { mendKeywords } from "./ajv-corrections.ts";

/**
 * Makes sure that a schema is one that can be compiled safely.
 *
 * @returns the schema; a copy when it had to be put in a form that ajv can read
 * @throws InvalidSchemaError
 */
export function checkSchema(schema: JsonSchema): JsonSchema {
  if (!isSchema(schema)) {
    const message = `the schema must be an object (got ${shown(schema)})`;
    throw new InvalidSchemaError([{ code: "type", message, path: "", expected: "object" }]);
  }
  const parts = subschemas(schema);
  const deep = parts.find(({ path }) => path.length > deepest);
  if (deep !== undefined) throw new InvalidSchemaError([tooDeep(deep)]);
  const issues = [...shapeIssues(schema), ...partIssues(schema, parts), ...uncoveredIssues(schema, parts)];
  if (issues.length > 0) throw new InvalidSchemaError(issues);
  return withoutSurprises(schema, parts);
}

function tooDeep({ path }: Subschema): Issue {
  return { code: "depth", message: "the schema is nested too deeply", path: jsonPointer(path.slice(0, deepest)) };
}

/** What the schema of schemas says. */
function shapeIssues(schema: JsonSchema): readonly Issue[] {
  const validator = metaValidator(schema);
  return validator(schema) ? [] : explain(validator.errors ?? [], { value: schema, root: "the schema" });
}

function metaValidator(schema: JsonSchema): ValidateFunction {
  try {
    return isDraft07(schema) ? metaValidators.draft07() : metaValidators.draft2020();
  } catch (error) {
    throw codeRefused(error) ?? error;
  }
}

const metaOptions = {
  allErrors: true,
  logger: false,
  messages: false,
  strict: false,
  strictNumbers: true,
  verbose: true,
} as const;

const metaValidators = {
  draft07: once(() => mendKeywords(new Ajv(metaOptions)).compile({ $ref: "http://json-schema.org/draft-07/schema#" })),
  draft2020: once(() =>
    mendKeywords(new Ajv2020(metaOptions)).compile({ $ref: "https://json-schema.org/draft/2020-12/schema" }),
  ),
};

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What the schema of schemas can't say. */
function partIssues(root: JsonSchema, parts: readonly Subschema[]): readonly Issue[] {
  // Otherwise the compiler looks references up.
  const oneBase = hasOneBase(parts);
  return parts.flatMap(({ schema, path }) => {
    const issues: Issue[] = [];
    const report = (keyword: string, what: string): void => {
      const at = [...path, keyword];
      issues.push({ code: keyword, message: `${quote(place(at))} ${what}`, path: jsonPointer(at) });
    };
    const { $ref, pattern } = schema;
    if (oneBase && typeof $ref === "string" && /^#(?:\/|$)/.test($ref) && !isTarget(referenced($ref, root))) {
      report("$ref", `names no schema (got ${quote($ref)})`);
    }
    if (typeof pattern === "string" && !isPattern(pattern)) {
      report("pattern", `must be a regular expression (got ${quote(pattern)})`);
    }
    // To ajv it makes a validator that answers with a promise, which would pass for "it fits".
    if (Object.hasOwn(schema, "$async")) report("$async", "is not allowed");
    return issues;
  });
}

function uncoveredIssues(root: JsonSchema, parts: readonly Subschema[]): readonly Issue[] {
  return uncovered(root, parts).map(({ keyword, path, says }) => {
    const at = [...path, keyword];
    return { code: keyword, message: `${quote(place(at))} ${says}`, path: jsonPointer(at) };
  });
}

function isTarget(value: unknown): boolean {
  return isSchema(value) || typeof value === "boolean";
}

function isPattern(pattern: string): boolean {
  try {
    regularExpression(pattern);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ajv skips a property named `__proto__`: as a pattern it is checked like any other. And it knows `nullable`, which is not
 * JSON Schema.
 */
function withoutSurprises(schema: JsonSchema, parts: readonly Subschema[]): JsonSchema {
  if (!parts.some((part) => hasProto(part) || Object.hasOwn(part.schema, "nullable"))) return schema;
  const copy = structuredClone(schema);
  for (const part of subschemas(copy)) {
    Reflect.deleteProperty(part.schema, "nullable");
    if (!hasProto(part)) continue;
    const { ["__proto__"]: proto, ...properties } = part.schema.properties ?? {};
    Object.assign(part.schema, {
      properties,
      patternProperties: { ...(part.schema["patternProperties"] ?? {}), "^__proto__$": proto },
    });
  }
  return copy;
}

function hasProto({ schema }: Subschema): boolean {
  return Object.hasOwn(schema.properties ?? {}, "__proto__");
}

/** A keyword that ajv gets wrong, where it stands, and why. */
interface Uncovered {
  readonly keyword: string;
  readonly path: Subschema["path"];
  /** What stands behind the keyword's name. */
  readonly says: string;
}

/**
 * The keywords of a schema of 2020-12 that ajv would compile to something else than they say, and that can't be put right
 * from outside. A validator that lets pass what the schema does not allow is worse than none.
 *
 * @param parts - the root and all schemas within it
 */
function uncovered(root: JsonSchema, parts: readonly Subschema[]): readonly Uncovered[] {
  if (isDraft07(root)) return [];
  const anchors = new Set(parts.filter(isResource).map(({ schema }) => schema["$dynamicAnchor"]));
  return parts.flatMap(({ schema, path }) => {
    const found: Uncovered[] = [];
    const { $dynamicRef } = schema;
    // Ajv looks for the anchor among the schemas that it is within, and takes the nearest one where there is none.
    if ($dynamicRef !== undefined && !(isAnchor($dynamicRef) && anchors.has($dynamicRef.slice(1)))) {
      const says = 'must name a "$dynamicAnchor" at the root of the schema, as "#name" does';
      found.push({ keyword: "$dynamicRef", path, says });
    }
    // Ajv takes every item for evaluated where one is looked for.
    if (schema["unevaluatedItems"] !== undefined && saysContains(schema, root, parts)) {
      const says = 'is not covered where "contains" is said of the same list';
      found.push({ keyword: "unevaluatedItems", path, says });
    }
    return found;
  });
}

/** Whether references within a schema start at it. */
function isResource({ schema, path }: Subschema): boolean {
  return path.length === 0 || schema["$id"] !== undefined;
}

function isAnchor(ref: unknown): ref is string {
  return typeof ref === "string" && ref.startsWith("#");
}

const forSameValue = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/** Whether a schema, or one that it holds the same value against, says `contains`. */
function saysContains(start: JsonSchema, root: JsonSchema, parts: readonly Subschema[]): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [start];
  while (waiting.length > 0) {
    const schema = waiting.pop();
    if (!isSchema(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { $ref, $dynamicRef, dependentSchemas, contains } = schema;
    if (contains !== undefined) return true;
    const target = typeof $ref === "string" && hasOneBase(parts) ? referenced($ref, root) : undefined;
    // An anchor or another `$id` may lead anywhere.
    const leadsAnywhere = $dynamicRef !== undefined || ($ref !== undefined && target === undefined);
    if (leadsAnywhere) return parts.some((part) => part.schema["contains"] !== undefined);
    for (const keyword of forSameValue) waiting.push(...[schema[keyword]].flat());
    waiting.push(target, ...Object.values(Object(dependentSchemas)));
  }
  return false;
}
