// Checks a JSON Schema before `compileSchema` compiles it, and finds what ajv would evaluate wrongly.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote, resolveReference } from "@helve/core/internal";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { codeGenerationError, InvalidSchemaError } from "../invalid-schema-error.ts";
import { pathText } from "../json-path.ts";
import { allSubschemas, hasSingleBase, isDraft07, isSchema, maxSchemaDepth, type Subschema } from "../json-schema.ts";
import { patternRegExp } from "../keyword-tests.ts";
import { issuesFromErrors } from "../validation-issues.ts";
import { valueText } from "../value-text.ts";
import { correctKeywords } from "./ajv-corrections.ts";

/**
 * Checks that a schema can be compiled safely.
 *
 * @returns the schema, or a copy if it had to be rewritten for ajv
 * @throws InvalidSchemaError
 */
export function checkSchema(schema: JsonSchema): JsonSchema {
  if (!isSchema(schema)) {
    const message = `the schema must be an object (got ${valueText(schema)})`;
    throw new InvalidSchemaError([{ code: "type", message, path: "", expected: "object" }]);
  }
  const parts = allSubschemas(schema);
  const tooDeepSchema = parts.find(({ path }) => path.length > maxSchemaDepth);
  if (tooDeepSchema !== undefined) throw new InvalidSchemaError([depthIssue(tooDeepSchema)]);
  const issues = [...metaSchemaIssues(schema), ...subschemaIssues(schema, parts), ...unsupportedIssues(schema, parts)];
  if (issues.length > 0) throw new InvalidSchemaError(issues);
  return withoutAjvPeculiarities(schema, parts);
}

/** Creates the issue of a schema that is nested too deeply. */
function depthIssue({ path }: Subschema): Issue {
  return {
    code: "depth",
    message: "the schema is nested too deeply",
    path: jsonPointer(path.slice(0, maxSchemaDepth)),
  };
}

/** Validates a schema against the meta-schema of its draft. */
function metaSchemaIssues(schema: JsonSchema): readonly Issue[] {
  const validator = metaSchemaValidator(schema);
  return validator(schema) ? [] : issuesFromErrors(validator.errors ?? [], { value: schema, root: "the schema" });
}

/** Returns the validator of the meta-schema of a schema's draft. */
function metaSchemaValidator(schema: JsonSchema): ValidateFunction {
  try {
    return isDraft07(schema) ? metaSchemaValidators.draft07() : metaSchemaValidators.draft2020();
  } catch (error) {
    throw codeGenerationError(error) ?? error;
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

const metaSchemaValidators = {
  draft07: lazy(() =>
    correctKeywords(new Ajv(metaOptions)).compile({ $ref: "http://json-schema.org/draft-07/schema#" }),
  ),
  draft2020: lazy(() =>
    correctKeywords(new Ajv2020(metaOptions)).compile({ $ref: "https://json-schema.org/draft/2020-12/schema" }),
  ),
};

/** Returns a function that creates a value at its first call and returns the same value afterwards. */
function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/** Finds the issues that a meta-schema can't find: unresolved references, invalid patterns, `$async`. */
function subschemaIssues(root: JsonSchema, parts: readonly Subschema[]): readonly Issue[] {
  // With several base URIs, ajv resolves the references.
  const oneBase = hasSingleBase(parts);
  return parts.flatMap(({ schema, path }) => {
    const issues: Issue[] = [];
    const report = (keyword: string, what: string): void => {
      const keywordPath = [...path, keyword];
      issues.push({
        code: keyword,
        message: `${quote(pathText(keywordPath))} ${what}`,
        path: jsonPointer(keywordPath),
      });
    };
    const { $ref, pattern } = schema;
    if (
      oneBase &&
      typeof $ref === "string" &&
      /^#(?:\/|$)/.test($ref) &&
      !isSchemaOrBoolean(resolveReference($ref, root))
    ) {
      report("$ref", `names no schema (got ${quote($ref)})`);
    }
    if (typeof pattern === "string" && !isRegularExpression(pattern)) {
      report("pattern", `must be a regular expression (got ${quote(pattern)})`);
    }
    // Ajv would create a validator that returns a promise, which is truthy.
    if (Object.hasOwn(schema, "$async")) report("$async", "is not allowed");
    return issues;
  });
}

/** Creates an issue for each keyword that ajv would evaluate wrongly. */
function unsupportedIssues(root: JsonSchema, parts: readonly Subschema[]): readonly Issue[] {
  return unsupportedKeywords(root, parts).map(({ keyword, path, problem }) => {
    const keywordPath = [...path, keyword];
    return { code: keyword, message: `${quote(pathText(keywordPath))} ${problem}`, path: jsonPointer(keywordPath) };
  });
}

function isSchemaOrBoolean(value: unknown): boolean {
  return isSchema(value) || typeof value === "boolean";
}

/** Whether a string is a valid regular expression, with or without the `u` flag. */
function isRegularExpression(pattern: string): boolean {
  try {
    patternRegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/**
 * Rewrites what ajv treats differently from JSON Schema: ajv skips a property named `__proto__`, which becomes a
 * pattern, and supports `nullable`, which is removed.
 *
 * @returns the schema itself if there is nothing to rewrite, else a copy
 */
function withoutAjvPeculiarities(schema: JsonSchema, parts: readonly Subschema[]): JsonSchema {
  if (!parts.some((part) => hasProtoProperty(part) || Object.hasOwn(part.schema, "nullable"))) return schema;
  const copy = structuredClone(schema);
  for (const part of allSubschemas(copy)) {
    Reflect.deleteProperty(part.schema, "nullable");
    if (!hasProtoProperty(part)) continue;
    const { ["__proto__"]: proto, ...properties } = part.schema.properties ?? {};
    Object.assign(part.schema, {
      properties,
      patternProperties: { ...(part.schema["patternProperties"] ?? {}), "^__proto__$": proto },
    });
  }
  return copy;
}

function hasProtoProperty({ schema }: Subschema): boolean {
  return Object.hasOwn(schema.properties ?? {}, "__proto__");
}

/** A keyword that ajv implements wrongly, with its location and the reason. */
interface UnsupportedKeyword {
  readonly keyword: string;
  readonly path: Subschema["path"];
  /** The rest of the message after the keyword's name. */
  readonly problem: string;
}

/**
 * Finds the 2020-12 keywords that ajv would compile to something else, and that `ajv-corrections` can't correct. Such a
 * schema is refused, because the validator would accept values that the schema doesn't allow.
 *
 * @param parts - the root and all schemas within it
 */
function unsupportedKeywords(root: JsonSchema, parts: readonly Subschema[]): readonly UnsupportedKeyword[] {
  if (isDraft07(root)) return [];
  const anchors = new Set(parts.filter(startsReferenceBase).map(({ schema }) => schema["$dynamicAnchor"]));
  return parts.flatMap(({ schema, path }) => {
    const found: UnsupportedKeyword[] = [];
    const { $dynamicRef } = schema;
    // Ajv searches the anchor in the enclosing schemas, and takes the nearest schema if there is none.
    if ($dynamicRef !== undefined && !(isAnchorReference($dynamicRef) && anchors.has($dynamicRef.slice(1)))) {
      const problem = 'must name a "$dynamicAnchor" at the root of the schema, as "#name" does';
      found.push({ keyword: "$dynamicRef", path, problem });
    }
    // Ajv counts every item as evaluated after `contains`.
    if (schema["unevaluatedItems"] !== undefined && mayApplyContains(schema, root, parts)) {
      const problem = 'is not supported if "contains" applies to the same list';
      found.push({ keyword: "unevaluatedItems", path, problem });
    }
    return found;
  });
}

/** Whether references within a schema start at it. */
function startsReferenceBase({ schema, path }: Subschema): boolean {
  return path.length === 0 || schema["$id"] !== undefined;
}

function isAnchorReference(ref: unknown): ref is string {
  return typeof ref === "string" && ref.startsWith("#");
}

const inPlaceApplicators = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/** Whether a schema, or a schema that it applies to the same value, may use `contains`. */
function mayApplyContains(start: JsonSchema, root: JsonSchema, parts: readonly Subschema[]): boolean {
  const seen = new Set<unknown>();
  const pending: unknown[] = [start];
  while (pending.length > 0) {
    const schema = pending.pop();
    if (!isSchema(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { $ref, $dynamicRef, dependentSchemas, contains } = schema;
    if (contains !== undefined) return true;
    const target = typeof $ref === "string" && hasSingleBase(parts) ? resolveReference($ref, root) : undefined;
    // An anchor or another `$id` may resolve to any schema.
    const leadsAnywhere = $dynamicRef !== undefined || ($ref !== undefined && target === undefined);
    if (leadsAnywhere) return parts.some((part) => part.schema["contains"] !== undefined);
    for (const keyword of inPlaceApplicators) pending.push(...[schema[keyword]].flat());
    pending.push(target, ...Object.values(Object(dependentSchemas)));
  }
  return false;
}
