import type { Args, ArgumentParser, DecodedArguments, JsonSchema } from "@helve/core";
import { ArgumentError } from "./argument-error.ts";
import { decodeValue } from "./decode.ts";
import { isPlain, parsed, readByPolicy } from "./json/read-exactly.ts";
import { looksBroken, readJsonText } from "./json/read-json-text.ts";
import { type Expected, expectedOf, isExpected, type Reading } from "./json/reading.ts";
import { contentStart } from "./json/recover.ts";
import { notJson } from "./not-json.ts";
import { numbersAsWritten } from "./numbers-as-written.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "./options.ts";
import { parameterDescription } from "./parameter-description.ts";
import { type PartialArguments, partialJson } from "./partial-json.ts";

/**
 * Reads arguments that come as JSON text, or as an object that was parsed already, bends them towards the tool's JSON
 * Schema and validates them.
 *
 * Text that is not JSON is mended where the intent is beyond doubt; every change is said in `repairs`.
 *
 * @example
 * const decoded = new JsonParser().decode("{'command': 'ls', 'timeout': '5',}", schema);
 * if (decoded.ok) decoded.args; // { command: "ls", timeout: 5 }
 * else decoded.issues;          // everything that is wrong
 */
export class JsonParser implements ArgumentParser {
  /** Tells a model to send JSON. */
  readonly parameterDescription: string;
  readonly #options: ResolvedOptions;
  /** The last text was not JSON: a model that sent one such text is likely to send another. */
  #expectsBroken = false;

  constructor(options: DecodeOptions = {}) {
    this.#options = resolveOptions(options);
    this.parameterDescription = parameterDescription("json", this.#options.locale);
  }

  /**
   * @param raw - JSON text, or an object
   * @param schema - the JSON Schema of the tool's arguments
   * @throws InvalidSchemaError when the schema itself is broken; never for any `raw`
   */
  decode(raw: unknown, schema: JsonSchema): DecodedArguments {
    if (typeof raw !== "string") return this.#decode(readGiven(raw, this.#options), schema);
    const right = this.#readRight(raw);
    if (right === undefined) {
      const reading = this.#readText(raw, schema);
      return this.#asWritten(this.#decode(reading, schema), raw, reading, schema);
    }
    const decoded = decodeValue(right, schema, none, this.#options);
    if (decoded.repairs.length === 0) return decoded;
    return this.#asWritten(decoded, raw, { value: right, issues: none, repairs: none }, schema);
  }

  /** A number that is to be a text is as the model wrote it. */
  #asWritten(decoded: DecodedArguments, text: string, reading: Reading, schema: JsonSchema): DecodedArguments {
    const bent = decoded.repairs.filter(({ kind }) => kind === "number_to_string");
    if (bent.length === 0) return decoded;
    const { spelt = readByPolicy(text, this.#options).spelt ?? new Map<string, string>() } = reading;
    const { value, repairs } = numbersAsWritten(reading.value, bent, spelt);
    if (repairs.length === 0) return decoded;
    return this.#decode({ ...reading, value, repairs: [...reading.repairs, ...repairs] }, schema);
  }

  #decode({ value, issues, repairs }: Reading, schema: JsonSchema): DecodedArguments {
    if (issues.length > 0) return { ok: false, issues, repairs };
    return decodeValue(value, schema, repairs, this.#options);
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

  /** Reads arguments of which the text is still arriving; see {@link partialJson}. */
  partial<T = Args>(text: string, schema: JsonSchema = {}): PartialArguments<T> {
    return partialJson<T>(text, schema, this.#options);
  }

  /** Reads arguments of which the text is still arriving, by the default options. */
  static partial<T = Args>(text: string, schema: JsonSchema = {}): PartialArguments<T> {
    return partialJson<T>(text, schema);
  }

  /** What `JSON.parse` gives, when that is all there is to do; `undefined` otherwise. */
  #readRight(text: string): unknown {
    const { maxLength, maxDepth, duplicateKeys } = this.#options;
    if (this.#expectsBroken || text.length > maxLength || duplicateKeys !== "last" || looksBroken(text))
      return undefined;
    const value = parsed(text);
    return typeof value === "object" && isPlain(value, maxDepth) ? value : undefined;
  }

  #readText(text: string, schema: JsonSchema): Reading {
    const options = this.#options;
    const mends = options.repair && !options.strict;
    if (mends && text.length <= options.maxLength && text.trim() === "") return readNothing(text);
    const expected = expectedOf(schema);
    const reading = readJsonText(text, options, expected, this.#expectsBroken || looksBroken(text));
    this.#expectsBroken = reading.repairs.length > 0;
    return (mends && readBare(text, reading, expected)) || reading;
  }
}

const none: readonly never[] = Object.freeze([]);

function readNothing(raw: unknown): Reading {
  return { value: {}, issues: [], repairs: [{ kind: "empty", path: "", before: raw ?? null, after: {} }] };
}

/** The text as the value of the only parameter that is a string, when it holds no arguments. */
function readBare(text: string, { value, issues }: Reading, expected: Expected): Reading | undefined {
  const { bare } = expected;
  const start = contentStart(text);
  if (bare === undefined || start >= text.length || /[{[]/.test(text.charAt(start))) return undefined;
  if (issues.some(({ code }) => code !== "json" && code !== "several_objects")) return undefined;
  if (issues.length === 0 && typeof value !== "string") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    if (isExpected(value, expected)) return undefined;
  }
  const args = Object.fromEntries([[bare, typeof value === "string" ? value : text]]);
  return { value: args, issues: [], repairs: [{ kind: "bare_string", path: "", before: text, after: args }] };
}

/** A value that was parsed already. */
function readGiven(raw: unknown, { repair, strict }: ResolvedOptions): Reading {
  if (raw === undefined && repair && !strict) return readNothing(raw);
  return { value: raw, issues: notJson(raw), repairs: [] };
}
