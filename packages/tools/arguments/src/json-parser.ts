import type { Args, ArgumentParser, DecodedArguments, JsonSchema, Repair } from "@helve/core";
import { ArgumentError } from "./argument-error.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "./decode-options.ts";
import { decodeReading, decodeValue } from "./decode-value.ts";
import { type DoubledBraces, withoutDoubledBraces } from "./json/doubled-braces.ts";
import {
  type ExpectedParameters,
  expectedParameters,
  hasExpectedName,
  type JsonReading,
} from "./json/expected-parameters.ts";
import { isCertain } from "./json/is-certain.ts";
import { looksLikeCall } from "./json/looks-like-call.ts";
import { contentStart } from "./json/object-start.ts";
import { looksInvalid, readJsonText } from "./json/read-json-text.ts";
import { settledReading } from "./json/settled-reading.ts";
import { isLossless, parsedJson, readJsonByPolicies } from "./json/strict-json.ts";
import { textIssue } from "./json/text-issue.ts";
import { meansNoArguments } from "./no-arguments.ts";
import type { NumberSpellings } from "./number-spellings.ts";
import { parameterDescription } from "./parameter-description.ts";
import { readParsedValue } from "./read-parsed-value.ts";
import { type PartialArguments, readPartialJson } from "./read-partial-json.ts";

/**
 * Decodes arguments that a model sent as JSON text, or as an object that was parsed already: repairs the text, converts the
 * values to the types of the tool's JSON Schema, fills in defaults, and validates the result.
 *
 * Text that is not JSON is repaired only if the intent is unambiguous; `repairs` lists every change.
 *
 * Implements Lagent's `JsonParser` (Lagent, "Tool Calling").
 *
 * @example
 * const decoded = new JsonParser().decode("{'command': 'ls', 'timeout': '5',}", schema);
 * if (decoded.ok) decoded.args; // { command: "ls", timeout: 5 }
 * else decoded.issues;          // every problem, for people and for the model
 */
export class JsonParser implements ArgumentParser {
  /** The instruction for the model to send arguments as JSON. */
  readonly parameterDescription: string;
  readonly #options: ResolvedOptions;
  /** Whether the last text was invalid: a model that sent one invalid text is likely to send another. */
  #expectsInvalid = false;

  constructor(options: DecodeOptions = {}) {
    this.#options = resolveOptions(options);
    this.parameterDescription = parameterDescription("json", this.#options.locale);
  }

  /**
   * Decodes and validates arguments. Never throws for any `raw`.
   *
   * @param raw - JSON text, or an object
   * @param schema - the JSON Schema of the tool's arguments
   * @throws InvalidSchemaError if the schema itself is invalid
   */
  decode(raw: unknown, schema: JsonSchema): DecodedArguments {
    if (this.#options.repair && !this.#options.strict && meansNoArguments(raw, schema))
      return this.#decodeReading(emptyReading(raw), schema);
    if (typeof raw !== "string") return this.#decodeReading(readValue(raw, this.#options), schema);
    const value = this.#readValidText(raw);
    if (value === undefined) return this.#decodeText(raw, schema);
    return this.#decodeReading({ value, issues: [], repairs: [] }, schema, raw);
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

  /** Reads arguments whose text is still being received, with the options of this parser; see {@link readPartialJson}. */
  decodePartial<T = Args>(text: string | null | undefined, schema: JsonSchema = {}): PartialArguments<T> {
    return readPartialJson<T>(text, schema, this.#options);
  }

  /** Decodes text that is not valid JSON, if it has one meaning. */
  #decodeText(text: string, schema: JsonSchema): DecodedArguments {
    const doubled = this.#options.repair ? withoutDoubledBraces(text, contentStart(text)) : undefined;
    if (doubled !== undefined && text.length <= this.#options.maxLength)
      return this.#decodeUndoubled(text, doubled, schema);
    const reading = this.#readText(text, schema);
    const decoded = this.#decodeReading(reading, schema, text);
    const isUnchanged = reading.issues.length === 0 && reading.repairs.length === 0;
    if (!this.#options.repair || isUnchanged || (decoded.ok && isCertain(reading.repairs))) return decoded;
    const accept = (value: unknown): unknown => {
      const candidate = decodeValue(value, schema, this.#options);
      return candidate.ok ? candidate.args : undefined;
    };
    const settled = settledReading(text, reading, { schema, options: this.#options, accept });
    return settled === reading ? decoded : this.#decodeReading(settled, schema);
  }

  /** Decodes a text whose braces are doubled; it is refused if the strings may have doubled braces as well. */
  #decodeUndoubled(text: string, { text: single, isAmbiguous }: DoubledBraces, schema: JsonSchema): DecodedArguments {
    if (isAmbiguous) {
      const message = "ambiguous: all braces are doubled, also within strings (write each brace once)";
      const start = contentStart(text);
      const issue = textIssue(text, { code: "json", message, start, end: start + 2, expected: "single braces" });
      return { ok: false, issues: [issue], repairs: [] };
    }
    const decoded = this.decode(single, schema);
    const repairs: readonly Repair[] = [
      { kind: "doubled_braces", path: "", before: text, after: single },
      ...decoded.repairs.map(({ offset: _, ...repair }) => repair),
    ];
    if (decoded.ok) return { ...decoded, repairs };
    return { ...decoded, repairs, issues: decoded.issues.map(({ range: _, ...issue }) => issue) };
  }

  #decodeReading(reading: JsonReading, schema: JsonSchema, text?: string): DecodedArguments {
    const { value, issues, repairs } = reading;
    if (issues.length > 0) return { ok: false, issues, repairs };
    const numberSpellings = (): NumberSpellings =>
      reading.numberSpellings ??
      (text === undefined ? undefined : readJsonByPolicies(text, this.#options).numberSpellings) ??
      new Map();
    return decodeReading({ value, repairs, numberSpellings }, schema, this.#options);
  }

  /** The result of `JSON.parse`, if the text is valid and no policy applies to it; `undefined` otherwise. */
  #readValidText(text: string): unknown {
    const { maxLength, maxDepth, duplicateKeys } = this.#options;
    if (this.#expectsInvalid || text.length > maxLength || duplicateKeys !== "last" || looksInvalid(text))
      return undefined;
    const value = parsedJson(text);
    return typeof value === "object" && isLossless(value, maxDepth) ? value : undefined;
  }

  #readText(text: string, schema: JsonSchema): JsonReading {
    const options = this.#options;
    const completes = options.repair && !options.strict;
    if (completes && text.length <= options.maxLength && text.trim() === "") return emptyReading(text);
    const expected = expectedParameters(schema);
    const reading = readJsonText(text, options, expected, this.#expectsInvalid || looksInvalid(text));
    this.#expectsInvalid = reading.repairs.length > 0;
    return (completes && readBareString(text, reading, expected)) || reading;
  }
}

/** The reading of empty or missing arguments as an empty object. */
function emptyReading(raw: unknown): JsonReading {
  return { value: {}, issues: [], repairs: [{ kind: "empty", path: "", before: raw ?? null, after: {} }] };
}

/** Uses a text without arguments as the value of the tool's only string parameter; `undefined` if there is none, or the text has a mark of a call. */
function readBareString(
  text: string,
  { value, issues, repairs }: JsonReading,
  expected: ExpectedParameters,
): JsonReading | undefined {
  const { onlyString: name } = expected;
  const start = contentStart(text);
  if (name === undefined || start >= text.length || /[{[]/.test(text.charAt(start))) return undefined;
  if (issues.some(({ code }) => code !== "json" && code !== "several_objects")) return undefined;
  if (issues.length === 0 && typeof value !== "string") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    if (hasExpectedName(value, expected)) return undefined;
  }
  if (repairs.some(({ kind }) => kind === "truncated" || kind === "truncated_member")) return undefined;
  const content = typeof value === "string" ? value : text;
  if (looksLikeCall(content, expected)) return undefined;
  const args = Object.fromEntries([[name, content]]);
  return { value: args, issues: [], repairs: [{ kind: "bare_string", path: "", before: text, after: args }] };
}

/** Reads arguments that are already a value. */
function readValue(raw: unknown, { repair, strict }: ResolvedOptions): JsonReading {
  if (raw === undefined && repair && !strict) return emptyReading(raw);
  return { ...readParsedValue(raw), repairs: [] };
}
