import type { Args, DecodedArguments, Issue, JsonSchema, Repair } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import { type SchemaValidator, schemaValidator } from "@helve/opentool";
import { parametersOf } from "./bind.ts";
import { coerce } from "./coerce.ts";
import { hasDefaults, withDefaults } from "./defaults.ts";
import { readJsonText } from "./json/read-json-text.ts";
import { expectedOf } from "./json/reading.ts";
import { type DecodeOptions, resolveOptions } from "./options.ts";

/**
 * The one way from a value that was read to arguments that fit: bent towards the schema, defaults filled in, validated.
 *
 * A value that fits as it is, by a schema without defaults, is only validated.
 *
 * @param repairs - what was mended so far; those made here come after them
 * @throws InvalidSchemaError when the schema itself is broken
 */
export function decodeValue(
  value: unknown,
  schema: JsonSchema,
  repairs: readonly Repair[],
  options: DecodeOptions,
): DecodedArguments {
  const { check, hasDefault } = planOf(schema);
  const fills = hasDefault && options.strict !== true;
  const bends = options.coerce !== false;
  if (!fills && isObject(value)) {
    const misfits = check(value);
    if (misfits.length === 0) return accepted(value, schema, repairs, options);
    if (!bends) return { ok: false, issues: misfits, repairs };
  }
  const coerced = bends ? coerce(value, schema, bending(options)) : { value, repairs: [] };
  const filled = fills ? withDefaults(coerced.value, schema) : { value: coerced.value, repairs: [] };
  const all = [...repairs, ...coerced.repairs, ...filled.repairs];
  if (!isObject(filled.value)) return { ok: false, issues: [notAnObject(filled.value)], repairs: all };
  const misfits = check(filled.value);
  return misfits.length === 0
    ? accepted(filled.value, schema, all, options)
    : { ok: false, issues: misfits, repairs: all };
}

/** What is known of a schema, found out once as long as it is the same object. */
interface Plan {
  readonly check: SchemaValidator;
  readonly hasDefault: boolean;
}

const plans = new WeakMap<JsonSchema, Plan>();

function planOf(schema: JsonSchema): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const plan = { check: schemaValidator(schema), hasDefault: hasDefaults(schema) };
  plans.set(schema, plan);
  return plan;
}

/** How values are bent: a text that holds JSON is read as the arguments' own text is. */
function bending(options: DecodeOptions): NonNullable<Parameters<typeof coerce>[2]> {
  const { enums } = options;
  if (options.repair === false) return { enums };
  const resolved = resolveOptions(options);
  return { enums, readJson: (text) => readJsonText(text, resolved, expectedOf({})).value };
}

function accepted(
  args: Args,
  schema: JsonSchema,
  repairs: readonly Repair[],
  options: DecodeOptions,
): DecodedArguments {
  const unnamed = options.strict === true ? unnamedArguments(args, schema) : [];
  return unnamed.length > 0 ? { ok: false, issues: unnamed, repairs } : { ok: true, args, repairs };
}

/** The arguments that a schema leaves open without a word about them. */
function unnamedArguments(args: Args, schema: JsonSchema): readonly Issue[] {
  if (speaksOfOthers(schema)) return [];
  const named = new Set(parametersOf(schema));
  return Object.keys(args)
    .filter((name) => !named.has(name))
    .map((name) => ({
      code: "additionalProperties",
      message: `${JSON.stringify(name)} is not a parameter (expected ${listed(named)})`,
      path: jsonPointer([name]),
    }));
}

/** Whether a schema describes properties in other ways than by their names. */
function speaksOfOthers(schema: JsonSchema): boolean {
  const { additionalProperties: others } = schema;
  if (typeof others === "object" && Object.keys(others).length > 0) return true;
  return ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"].some(
    (keyword) => Object.hasOwn(schema, keyword),
  );
}

function listed(names: ReadonlySet<string>): string {
  return names.size === 0 ? "none" : [...names].map((name) => JSON.stringify(name)).join(", ");
}

function notAnObject(value: unknown): Issue {
  const got = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return {
    code: "type",
    message: `the arguments must be one JSON object, each parameter by its name (got ${got})`,
    path: "",
    expected: "object",
  };
}
