/** The subpath `@helve/arguments/tuple`: decodes arguments that a model sent as the text of a Python tuple, `("ls", 5)`. */
import type { Args, ArgumentParser, DecodedArguments, JsonSchema, Repair } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import { ArgumentError } from "./argument-error.ts";
import { bindArguments } from "./bind-arguments.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "./decode-options.ts";
import { decodeValue } from "./decode-value.ts";
import { meansNoArguments } from "./no-arguments.ts";
import { parameterDescription } from "./parameter-description.ts";
import { readParsedValue } from "./read-parsed-value.ts";
import { decodeText } from "./tuple/decode-text.ts";
import { isListForOnlyParameter, notATupleFault } from "./tuple/tuple-arguments.ts";

/** The deepest nesting that the grammar parses; a larger `maxDepth` has no effect. */
const maxGrammarDepth = 100;

/**
 * Decodes arguments that a model sent as the text of a Python tuple, `("ls", 5)`, or as a JavaScript array: values are
 * assigned to the schema's properties in order. Nothing in a text is evaluated.
 *
 * Reads what CPython's `ast.literal_eval` reads, as far as JSON can represent it. f-strings, t-strings, `\N{…}`, complex
 * numbers, `...` and bytes that are not UTF-8 are refused, each with its own message. Lists and dicts may be nested 100
 * levels deep; numbers have at most 4300 characters.
 *
 * Implements Lagent's `TupleParser` (Lagent, "Tool Calling").
 *
 * @example
 * const decoded = new TupleParser().decode('("ls", 5)', schema);
 * if (decoded.ok) decoded.args; // { command: "ls", timeout: 5 }
 * else decoded.issues;          // every problem, with its position
 */
export class TupleParser implements ArgumentParser {
  /** The instruction for the model to send arguments as a tuple. */
  readonly parameterDescription: string;
  readonly #options: ResolvedOptions;

  constructor(options: DecodeOptions = {}) {
    const resolved = resolveOptions(options);
    this.#options = { ...resolved, maxDepth: Math.min(resolved.maxDepth, maxGrammarDepth) };
    this.parameterDescription = parameterDescription("tuple", resolved.locale);
  }

  /**
   * Decodes and validates arguments. Never throws for any `raw`.
   *
   * @param raw - the text of a tuple or list, an array, or an object with the arguments by name
   * @param schema - the JSON Schema of the tool's arguments; its properties are the parameters, in order
   * @throws InvalidSchemaError if the schema itself is invalid
   */
  decode(raw: unknown, schema: JsonSchema): DecodedArguments {
    schemaValidator(schema, { assertFormats: true });
    const options = this.#options;
    const isEmpty =
      raw === undefined || (typeof raw === "string" && raw.trim() === "") || meansNoArguments(raw, schema);
    if (isEmpty && options.repair && !options.strict) {
      return decodeValue({}, schema, {
        ...options,
        repairs: [{ kind: "empty", path: "", before: raw ?? null, after: {} }],
      });
    }
    return typeof raw === "string" ? decodeText(raw, schema, options) : decodeParsed(raw, schema, options);
  }

  /**
   * Like {@link decode}, but returns the arguments or throws.
   *
   * @throws ArgumentError with every issue
   */
  decodeOrThrow(raw: unknown, schema: JsonSchema): Args {
    const decoded = this.decode(raw, schema);
    if (!decoded.ok) throw new ArgumentError(decoded.issues, { raw });
    return decoded.args;
  }
}

/** Decodes arguments that are already a value: an array has them in order, an object by name. */
function decodeParsed(raw: unknown, schema: JsonSchema, options: ResolvedOptions): DecodedArguments {
  const { value, issues } = readParsedValue(raw);
  if (issues.length > 0) return { ok: false, issues, repairs: [] };
  if (Array.isArray(value)) return decodeArray(value, schema, options);
  if (typeof value === "object" && value !== null) return decodeValue(value, schema, options);
  const fault = notATupleFault(value === null ? "null" : `a ${typeof value}`);
  return { ok: false, issues: [{ ...fault, path: "" }], repairs: [] };
}

/** Decodes the values of an array in the order of the parameters. */
function decodeArray(items: readonly unknown[], schema: JsonSchema, options: ResolvedOptions): DecodedArguments {
  const isSingleList = options.repair && !options.strict && isListForOnlyParameter(items.length, schema);
  const repairs: Repair[] = isSingleList ? [{ kind: "single_value", path: "", before: items, after: [items] }] : [];
  const { values, faults } = bindArguments({ positional: isSingleList ? [items] : items, named: [] }, schema);
  const decoded = decodeValue(Object.fromEntries(values), schema, { ...options, repairs });
  if (faults.length === 0) return decoded;
  const invalid = decoded.ok ? [] : decoded.issues;
  return { ok: false, issues: [...faults.map(({ issue }) => issue), ...invalid], repairs: decoded.repairs };
}
