import type { JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { correctKeywords } from "./compile-schema/ajv-corrections.ts";
import { selectUnionBranchesByTag } from "./compile-schema/ajv-unions.ts";
import { checkSchema } from "./compile-schema/check-schema.ts";
import { codeGenerationError, InvalidSchemaError } from "./invalid-schema-error.ts";
import { allSubschemas, hasSingleBase, isDraft07 } from "./json-schema.ts";
import { formatTests, patternRegExp } from "./keyword-tests.ts";
import { issuesFromErrors, type SchemaValidator } from "./validation-issues.ts";

/**
 * Compiles a JSON Schema to a validator: draft-07 if its `$schema` says so, 2020-12 otherwise. The validator is cached
 * by the schema object.
 *
 * Unknown keywords and formats other than `date`, `time`, `date-time`, `email`, `uri`, `uuid` and `ipv4` are ignored.
 * `default` is not applied. Compiling uses `new Function`; `interpretSchema` doesn't.
 *
 * @returns a validator whose issues have the keyword as their `code` and point into the value with `path`
 * @throws InvalidSchemaError with every issue of the schema
 *
 * @example
 * const check = compileSchema({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  const cached = validatorCache.get(schema);
  if (cached !== undefined) return cached;
  const validator = compile(schema);
  validatorCache.set(schema, validator);
  return validator;
}

const validatorCache = new WeakMap<JsonSchema, SchemaValidator>();

const ajvOptions = {
  formats: formatTests,
  logger: false,
  messages: false,
  meta: false,
  strict: false,
  // As in JSON, there is no infinite number.
  strictNumbers: true,
  validateSchema: false,
  // JSON Schema wants Unicode patterns; many in use are not.
  code: { regExp },
} as const;

/** What ajv calls the schema; nobody else sees the name. */
const rootSchemaId = "root";

/** Compiles a schema without the cache, and converts every failure to an `InvalidSchemaError`. */
function compile(schema: JsonSchema): SchemaValidator {
  try {
    return createValidator(checkSchema(schema));
  } catch (error) {
    throw error instanceof InvalidSchemaError ? error : compilationError(error);
  }
}

/** Combines a fast validator, which stops at the first error, with a slower one, which explains every error. */
function createValidator(schema: JsonSchema): SchemaValidator {
  const isValid = firstErrorValidator(schema);
  // Collecting all errors takes longer, so this validator is compiled when the first value doesn't match.
  let explain = isValid === undefined ? allErrorsValidator(schema) : undefined;
  return (value) => {
    try {
      if (isValid?.(value)) return [];
      explain ??= allErrorsValidator(schema);
      const issues = explain(value);
      if (issues.length > 0 || isValid === undefined) return issues;
      return [{ code: "not_checked", message: "the value does not match the schema", path: "" }];
    } catch (error) {
      const reason = error instanceof RangeError ? "it is nested too deeply" : String(error);
      return [{ code: "not_checked", message: `the value can't be checked: ${reason}`, path: "" }];
    }
  };
}

/** Compiles a validator that stops at the first error; `undefined` if the generated code would be nested too deeply. */
function firstErrorValidator(schema: JsonSchema): ValidateFunction | undefined {
  try {
    return ajvValidator(createAjv(schema), schema);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Compiles a validator that collects all errors and converts them to issues. */
function allErrorsValidator(schema: JsonSchema): SchemaValidator {
  const ajv = createAjv(schema, { allErrors: true, verbose: true });
  const validator = ajvValidator(ajv, schema);
  const branches = new Map<JsonSchema, ValidateFunction | undefined>();
  const branchValidator = (branch: JsonSchema): ValidateFunction | undefined => {
    if (!branches.has(branch)) branches.set(branch, subschemaValidator(ajv, schema, branch));
    return branches.get(branch);
  };
  return (value) =>
    validator(value) ? [] : issuesFromErrors(validator.errors ?? [], { value, schema, branchValidator });
}

/** Creates one ajv instance per schema, so that a schema's `$id` is not visible to another schema. */
function createAjv(schema: JsonSchema, more: Options = {}): Ajv | Ajv2020 {
  const Compiler = isDraft07(schema) ? Ajv : Ajv2020;
  const text = JSON.stringify(schema);
  const ajv = new Compiler({ ...ajvOptions, ownProperties: mentionsInheritedName(text), ...more });
  Object.setPrototypeOf(ajv.formats, null);
  correctKeywords(ajv);
  // Without an `unevaluated…` keyword ajv needn't track evaluated properties, which it sometimes does wrongly.
  if (!text.includes('"unevaluated')) ajv.opts.unevaluated = false;
  // With another `$id` inside, `#/…` may start elsewhere.
  if (hasSingleBase(allSubschemas(schema))) selectUnionBranchesByTag(ajv, schema);
  return ajv;
}

/**
 * Whether a schema's text mentions a property that every object inherits. Only then must ajv check that a
 * property is the value's own, which costs several times the rest.
 */
function mentionsInheritedName(text: string): boolean {
  return Object.getOwnPropertyNames(Object.prototype).some((name) => text.includes(JSON.stringify(name)));
}

/** Compiles a schema in an ajv instance under the fixed root identifier, so that parts of it can be addressed later. */
function ajvValidator(ajv: Ajv | Ajv2020, schema: JsonSchema): ValidateFunction {
  const validator = ajv.addSchema(schema, rootSchemaId).getSchema(rootSchemaId);
  if (validator === undefined) throw new Error("it can't be compiled");
  return validator;
}

/** Converts an error that ajv threw to an `InvalidSchemaError`. */
function compilationError(cause: unknown): InvalidSchemaError {
  const refused = codeGenerationError(cause);
  if (refused !== undefined) return refused;
  const message = `the schema is not usable: ${compilationReason(cause)}`;
  return new InvalidSchemaError([{ code: "not_compiled", message, path: "" }], { cause });
}

/** Explains why ajv could not compile a schema: `it is nested too deeply, …`. */
function compilationReason(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply, or goes round in a circle";
  if (error instanceof Ajv.MissingRefError)
    return `it refers to ${quote(referenceAsWritten(error.missingRef))}, which is not in it`;
  return error instanceof Error ? error.message : String(error);
}

/** Removes the root identifier that ajv puts before a reference: `root#/$defs/A` becomes `#/$defs/A`. */
function referenceAsWritten(ref: string): string {
  return ref.startsWith(`${rootSchemaId}#`) ? ref.slice(rootSchemaId.length) : ref;
}

/** Returns the validator of one schema inside the root; `undefined` if ajv can't resolve a pointer to it. */
function subschemaValidator(ajv: Ajv | Ajv2020, root: JsonSchema, part: JsonSchema): ValidateFunction | undefined {
  const found = allSubschemas(root).find(({ schema }) => schema === part);
  if (found === undefined) return undefined;
  try {
    return ajv.getSchema(`${rootSchemaId}#${jsonPointer(found.path).split("/").map(encodeURIComponent).join("/")}`);
  } catch {
    return undefined;
  }
}

function regExp(pattern: string): RegExp {
  return patternRegExp(pattern);
}
regExp.code = "new RegExp";
