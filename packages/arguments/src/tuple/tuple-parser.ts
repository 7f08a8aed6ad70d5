import type { Args, ArgumentParser, DecodedArguments, JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import { ArgumentError } from "../argument-error.ts";
import { decodeValue } from "../decode.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "../options.ts";
import { parameterDescription } from "../parameter-description.ts";
import { decodeParsed } from "./decode-parsed.ts";
import { decodeText } from "./decode-text.ts";

/** The deepest nesting that the grammar reads; `maxDepth` beyond it changes nothing. */
const deepest = 100;

/**
 * Reads arguments that come as the text of a Python tuple, `("ls", 5)`, or as a JavaScript array: each value is for the
 * parameter at its place among the schema's properties. Nothing in a text is evaluated.
 *
 * A text is what CPython's `ast.literal_eval` reads, as far as JSON can say it. Refused by name are f-strings, t-strings,
 * `\N{…}`, complex numbers, `...` and bytes that are no UTF-8 text. Lists and dicts may be nested 100 deep, numbers
 * have at most 4300 characters.
 *
 * Implements Lagent's `TupleParser` (Lagent, "Tool Calling").
 *
 * @example
 * const decoded = new TupleParser().decode('("ls", 5)', schema);
 * if (decoded.ok) decoded.args; // { command: "ls", timeout: 5 }
 * else decoded.issues;          // everything that is wrong, with its place
 */
export class TupleParser implements ArgumentParser {
  /** Tells a model to send a tuple. */
  readonly parameterDescription: string;
  readonly #options: ResolvedOptions;

  constructor(options: DecodeOptions = {}) {
    const resolved = resolveOptions(options);
    this.#options = { ...resolved, maxDepth: Math.min(resolved.maxDepth, deepest) };
    this.parameterDescription = parameterDescription("tuple", resolved.locale);
  }

  /**
   * @param raw - the text of a tuple or a list; an array; an object, which has each argument by its name
   * @param schema - the JSON Schema of the tool's arguments; the order of its properties is that of the parameters
   * @throws InvalidSchemaError when the schema itself is broken; never for any `raw`
   */
  decode(raw: unknown, schema: JsonSchema): DecodedArguments {
    schemaValidator(schema);
    const options = this.#options;
    const isEmpty = raw === undefined || (typeof raw === "string" && raw.trim() === "");
    if (isEmpty && options.repair && !options.strict) {
      return decodeValue({}, schema, [{ kind: "empty", path: "", before: raw ?? null, after: {} }], options);
    }
    return typeof raw === "string" ? decodeText(raw, schema, options) : decodeParsed(raw, schema, options);
  }

  /**
   * Like `parse`, for a caller who wants the arguments or an error.
   *
   * @throws ArgumentError with every issue
   */
  parseOrThrow(raw: unknown, schema: JsonSchema): Args {
    const decoded = this.decode(raw, schema);
    if (!decoded.ok) throw new ArgumentError(decoded.issues, { raw });
    return decoded.args;
  }
}
