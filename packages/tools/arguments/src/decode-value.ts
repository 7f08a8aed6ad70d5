import type { Args, DecodedArguments, Issue, JsonSchema, Repair } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import { type SchemaValidator, schemaValidator } from "@helve/opentool";
import { describesOtherProperties, parameterNames } from "./bind-arguments.ts";
import { coerce } from "./coerce.ts";
import { type DecodeOptions, resolveOptions } from "./decode-options.ts";
import { hasDefaults, withDefaults } from "./defaults.ts";
import { readNestedValue } from "./json/settled-reading.ts";
import { readJsonByPolicies } from "./json/strict-json.ts";
import { type NumberSpellings, withNumberSpellings } from "./number-spellings.ts";

/**
 * Decodes arguments that are already a JavaScript value: converts them to the types of the schema, fills in defaults, and
 * validates the result. Every parser ends with this step. Values that JSON can't represent are not checked for.
 *
 * @throws InvalidSchemaError if the schema itself is invalid
 *
 * @example
 * decodeValue({ timeout: "5" }, schema); // { ok: true, args: { timeout: 5 }, repairs: [{ kind: "number", … }] }
 */
export function decodeValue(value: unknown, schema: JsonSchema, options: DecodeValueOptions = {}): DecodedArguments {
  return decodeReading({ value, repairs: options.repairs ?? noRepairs }, schema, options);
}

/** A value that was read, with the repairs of its text. */
export interface ReadValue {
  readonly value: unknown;
  readonly repairs: readonly Repair[];
  /** Returns the original spelling of the numbers that JavaScript prints differently; absent if there was no text. */
  readonly numberSpellings?: () => NumberSpellings;
}

/** Decodes a value like {@link decodeValue}; where the schema wants a string, a number is the text that the model wrote. */
export function decodeReading(reading: ReadValue, schema: JsonSchema, options: DecodeOptions): DecodedArguments {
  const { value, repairs, numberSpellings = () => noSpellings } = reading;
  const decoded = decodeOnce(value, schema, options, repairs);
  // Without a repair or an issue, no number stands where a string belongs.
  if (options.coerce === false || (decoded.ok && decoded.repairs.length === repairs.length)) return decoded;
  const spellingsIn = (json: string): NumberSpellings =>
    readJsonByPolicies(json, resolveOptions(options)).numberSpellings ?? noSpellings;
  const spelled = withNumberSpellings(value, decoded, numberSpellings, spellingsIn);
  return spelled === undefined ? decoded : decodeOnce(spelled.value, schema, options, [...repairs, ...spelled.repairs]);
}

const noSpellings: NumberSpellings = new Map();

function decodeOnce(
  value: unknown,
  schema: JsonSchema,
  options: DecodeOptions,
  repairs: readonly Repair[],
): DecodedArguments {
  const { validate, hasDefault } = prepareSchema(schema);
  const fillsDefaults = hasDefault && options.strict !== true;
  const coerces = options.coerce !== false;
  if (!fillsDefaults && isObject(value)) {
    const issues = validate(value);
    if (issues.length === 0) return acceptedUnlessUnnamed(value, schema, repairs, options);
    if (!coerces) return { ok: false, issues, repairs };
  }
  const coerced = coerces ? coerce(value, schema, coerceOptionsFor(options)) : { value, repairs: [] };
  const filled = fillsDefaults ? withDefaults(coerced.value, schema) : { value: coerced.value, repairs: [] };
  const allRepairs = [...repairs, ...coerced.repairs, ...filled.repairs];
  if (!isObject(filled.value)) return { ok: false, issues: [notAnObjectIssue(filled.value)], repairs: allRepairs };
  const issues = validate(filled.value);
  return issues.length === 0
    ? acceptedUnlessUnnamed(filled.value, schema, allRepairs, options)
    : { ok: false, issues, repairs: allRepairs };
}

/** The options of {@link decodeValue}. */
export interface DecodeValueOptions extends DecodeOptions {
  /** The repairs made while the value was read; the result lists them first. None by default. */
  readonly repairs?: readonly Repair[] | undefined;
}

const noRepairs: readonly Repair[] = Object.freeze([]);

/** The data about a schema that decoding needs; computed once for each schema object. */
interface PreparedSchema {
  readonly validate: SchemaValidator;
  readonly hasDefault: boolean;
}

const preparedSchemas = new WeakMap<JsonSchema, PreparedSchema>();

/** Compiles a schema for decoding, or returns the compiled one. */
function prepareSchema(schema: JsonSchema): PreparedSchema {
  const cached = preparedSchemas.get(schema);
  if (cached !== undefined) return cached;
  const prepared = { validate: schemaValidator(schema, { assertFormats: true }), hasDefault: hasDefaults(schema) };
  preparedSchemas.set(schema, prepared);
  return prepared;
}

/** The options of `coerce`: JSON within a string is read like the arguments' own text. */
function coerceOptionsFor(options: DecodeOptions): NonNullable<Parameters<typeof coerce>[2]> {
  const resolved = resolveOptions(options);
  return { enums: options.enums, readJson: (text) => readNestedValue(text, resolved) };
}

/** Returns valid arguments as the result, unless `strict` refuses some that the schema does not name. */
function acceptedUnlessUnnamed(
  args: Args,
  schema: JsonSchema,
  repairs: readonly Repair[],
  options: DecodeOptions,
): DecodedArguments {
  const unnamed = options.strict === true ? unnamedArgumentIssues(args, schema) : [];
  return unnamed.length > 0 ? { ok: false, issues: unnamed, repairs } : { ok: true, args, repairs };
}

/** An issue for each argument that the schema neither names nor describes in another way. */
function unnamedArgumentIssues(args: Args, schema: JsonSchema): readonly Issue[] {
  if (describesOtherProperties(schema)) return [];
  const named = new Set(parameterNames(schema));
  return Object.keys(args)
    .filter((name) => !named.has(name))
    .map((name) => ({
      code: "additionalProperties",
      message: `${JSON.stringify(name)} is not a parameter (expected ${quotedList(named)})`,
      path: jsonPointer([name]),
    }));
}

/** The names in quotes, separated by commas. */
function quotedList(names: ReadonlySet<string>): string {
  return names.size === 0 ? "none" : [...names].map((name) => JSON.stringify(name)).join(", ");
}

function notAnObjectIssue(value: unknown): Issue {
  const got = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return {
    code: "type",
    message: `the arguments must be one JSON object with a member for each parameter (got ${got})`,
    path: "",
    expected: "object",
  };
}
