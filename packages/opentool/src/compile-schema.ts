import type { JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { mendKeywords } from "./compile-schema/ajv-corrections.ts";
import { mendUnions } from "./compile-schema/ajv-unions.ts";
import { checkSchema } from "./compile-schema/check-schema.ts";
import { codeRefused, InvalidSchemaError } from "./invalid-schema-error.ts";
import { hasOneBase, isDraft07, subschemas } from "./json-schema.ts";
import { formats, regularExpression } from "./keyword-tests.ts";
import { explain, type SchemaValidator } from "./validation-issues.ts";

/**
 * Makes a validator from a JSON Schema: draft-07 when its `$schema` says so, 2020-12 otherwise. A schema is compiled once,
 * as long as it is the same object.
 *
 * Keywords that are not known and formats other than `date`, `time`, `date-time`, `email`, `uri`, `uuid` and `ipv4` are
 * ignored; `default` fills nothing in.
 *
 * @returns a validator whose issues have the keyword as their `code` and point into the value with `path`
 * @throws InvalidSchemaError naming everything that is wrong with the schema
 *
 * @example
 * const check = compileSchema({ type: "object", properties: { timeout: { type: "number" } } });
 * check({ timeout: "soon" }); // [{ code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", … }]
 */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validator = compile(schema);
  compiled.set(schema, validator);
  return validator;
}

const compiled = new WeakMap<JsonSchema, SchemaValidator>();

const options = {
  formats,
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
const rootId = "root";

function compile(schema: JsonSchema): SchemaValidator {
  try {
    return validatorOf(checkSchema(schema));
  } catch (error) {
    throw error instanceof InvalidSchemaError ? error : unusable(error);
  }
}

function validatorOf(schema: JsonSchema): SchemaValidator {
  const fits = quickValidator(schema);
  // Looking for everything that is wrong takes longer: it waits for a value that does not fit.
  let explaining = fits === undefined ? explainer(schema) : undefined;
  return (value) => {
    try {
      if (fits?.(value)) return [];
      explaining ??= explainer(schema);
      const issues = explaining(value);
      if (issues.length > 0 || fits === undefined) return issues;
      return [{ code: "not_checked", message: "the value does not fit", path: "" }];
    } catch (error) {
      const reason = error instanceof RangeError ? "it is nested too deeply" : String(error);
      return [{ code: "not_checked", message: `the value can't be checked: ${reason}`, path: "" }];
    }
  };
}

/** A validator that ends at the first error; `undefined` where so many properties would nest its code too deeply. */
function quickValidator(schema: JsonSchema): ValidateFunction | undefined {
  try {
    return ajvValidator(ajvFor(schema), schema);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function explainer(schema: JsonSchema): SchemaValidator {
  const ajv = ajvFor(schema, { allErrors: true, verbose: true });
  const validator = ajvValidator(ajv, schema);
  const branches = new Map<JsonSchema, ValidateFunction | undefined>();
  const branchValidator = (branch: JsonSchema): ValidateFunction | undefined => {
    if (!branches.has(branch)) branches.set(branch, partValidator(ajv, schema, branch));
    return branches.get(branch);
  };
  return (value) => (validator(value) ? [] : explain(validator.errors ?? [], { value, schema, branchValidator }));
}

/** An instance for each schema: an `$id` in one must not be seen from another. */
function ajvFor(schema: JsonSchema, more: Options = {}): Ajv | Ajv2020 {
  const Compiler = isDraft07(schema) ? Ajv : Ajv2020;
  const text = JSON.stringify(schema);
  const ajv = new Compiler({ ...options, ownProperties: namesInherited(text), ...more });
  Object.setPrototypeOf(ajv.formats, null);
  mendKeywords(ajv);
  // Where nothing asks what was evaluated, it need not keep account of it, in which it sometimes errs.
  if (!text.includes('"unevaluated')) ajv.opts.unevaluated = false;
  // With another `$id` inside, `#/…` may start elsewhere.
  if (hasOneBase(subschemas(schema))) mendUnions(ajv, schema);
  return ajv;
}

/**
 * Whether a schema's text says anything of a property that every object inherits. Only then must ajv look whether a
 * property is the value's own, which costs several times the rest.
 */
function namesInherited(text: string): boolean {
  return Object.getOwnPropertyNames(Object.prototype).some((name) => text.includes(JSON.stringify(name)));
}

function ajvValidator(ajv: Ajv | Ajv2020, schema: JsonSchema): ValidateFunction {
  const validator = ajv.addSchema(schema, rootId).getSchema(rootId);
  if (validator === undefined) throw new Error("it can't be compiled");
  return validator;
}

function unusable(cause: unknown): InvalidSchemaError {
  const refused = codeRefused(cause);
  if (refused !== undefined) return refused;
  const message = `the schema is not usable: ${reasonOf(cause)}`;
  return new InvalidSchemaError([{ code: "not_compiled", message, path: "" }], { cause });
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply, or goes round in a circle";
  if (error instanceof Ajv.MissingRefError)
    return `it refers to ${quote(ownRef(error.missingRef))}, which is not in it`;
  return error instanceof Error ? error.message : String(error);
}

/** A reference as the schema writes it. */
function ownRef(ref: string): string {
  return ref.startsWith(`${rootId}#`) ? ref.slice(rootId.length) : ref;
}

/** A validator of one schema within the root; `undefined` when it has no pointer that ajv can follow. */
function partValidator(ajv: Ajv | Ajv2020, root: JsonSchema, part: JsonSchema): ValidateFunction | undefined {
  const found = subschemas(root).find(({ schema }) => schema === part);
  if (found === undefined) return undefined;
  try {
    return ajv.getSchema(`${rootId}#${jsonPointer(found.path).split("/").map(encodeURIComponent).join("/")}`);
  } catch {
    return undefined;
  }
}

function regExp(pattern: string): RegExp {
  return regularExpression(pattern);
}
regExp.code = "new RegExp";
