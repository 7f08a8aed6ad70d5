import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { uncovered } from "./compile/beyond-ajv.ts";
import { codeRefused } from "./compile/code-refused.ts";
import { mendKeywords } from "./compile/mend-keywords.ts";
import { isDraft07 } from "./draft.ts";
import { explain } from "./explain.ts";
import { regularExpression } from "./interpret/regular-expression.ts";
import { InvalidSchemaError } from "./invalid-schema-error.ts";
import { place } from "./place.ts";
import { deepest, hasOneBase, isSchema, referenced, type Subschema, subschemas } from "./subschemas.ts";
import { shown } from "./words.ts";

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
