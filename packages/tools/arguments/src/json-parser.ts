import type { Args, ArgumentParser, DecodedArguments, Issue, JsonSchema, Repair } from "@helve/core";
import { ArgumentError } from "./argument-error.ts";
import { type DecodeOptions, type ResolvedOptions, resolveOptions } from "./decode-options.ts";
import { decodeReading, decodeValue } from "./decode-value.ts";
import { formatOf, hasToolAsKey } from "./formats.ts";
import { readBareString } from "./json/bare-string.ts";
import { type CallObject, callObject } from "./json/call-object.ts";
import { controlEscapeIssues } from "./json/control-escapes.ts";
import { withoutDoubledBraces } from "./json/doubled-braces.ts";
import { type ExpectedParameters, expectedParameters } from "./json/expected-parameters.ts";
import { isCertain, isValidJson } from "./json/is-certain.ts";
import type { JsonReading } from "./json/json-reading.ts";
import { leakedTagIssues } from "./json/leaked-tags.ts";
import { contentStart } from "./json/object-start.ts";
import { withJsonPunctuation } from "./json/other-punctuation.ts";
import { looksInvalid, readJsonText } from "./json/read-json-text.ts";
import { readNestedValue, settledReading } from "./json/settled-reading.ts";
import { readJsonByPolicies } from "./json/strict-json.ts";
import { stringTokenIssues, withJsonStrings } from "./json/string-tokens.ts";
import { withoutLeftOutArguments } from "./json/text-beside.ts";
import { textIssue } from "./json/text-issue.ts";
import { meansNoArguments } from "./no-arguments.ts";
import type { NumberSpellings } from "./number-spellings.ts";
import { parameterDescription } from "./parameter-description.ts";
import { readParsedValue } from "./read-parsed-value.ts";
import { type PartialArguments, readPartialJson } from "./read-partial-json.ts";
import type { RepairKind } from "./repair-kinds.ts";
import { isLossless, parsedJson } from "./valid-json.ts";

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
    return this.#withoutDoubtfulTexts(this.#decodeRaw(raw, schema), raw, schema);
  }

  #decodeRaw(raw: unknown, schema: JsonSchema): DecodedArguments {
    if (typeof raw !== "string") return this.#decodeReading(readValue(raw, this.#options), schema);
    const value = this.#readValidText(raw);
    const reading = { value, issues: [], repairs: [] };
    const decoded = value === undefined ? this.#decodeText(raw, schema) : this.#decodeReading(reading, schema, raw);
    const format = decoded.repairs.length === 0 ? undefined : formatOf(decoded.repairs);
    return format === undefined ? decoded : { ...decoded, format };
  }

  /** Refuses arguments that contain another argument in tags, tokens that stand for quotes, or control characters that stand for a backslash. */
  #withoutDoubtfulTexts(decoded: DecodedArguments, raw: unknown, schema: JsonSchema): DecodedArguments {
    if (!decoded.ok) return decoded;
    const { args, repairs } = decoded;
    const tags = leakedTagIssues(args, () => expectedParameters(schema));
    const hasEscapes = typeof raw !== "string" || raw.includes("\\");
    const escapes = this.#options.repair && hasEscapes ? controlEscapeIssues(args) : [];
    const issues = [...tags, ...stringTokenIssues(repairs), ...escapes];
    return issues.length === 0 ? decoded : { ok: false, issues, repairs };
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
    const { repair, maxLength } = this.#options;
    const rewritten = repair && text.length <= maxLength ? rewrittenText(text) : undefined;
    if (rewritten !== undefined) return this.#decodeRewritten(text, rewritten, schema);
    const reading = this.#readText(text, schema);
    const decoded = this.#decodeReading(reading, schema, text);
    if (!repair || isValidJson(reading) || (decoded.ok && isCertain(reading.repairs))) return decoded;
    if (!decoded.ok && decoded.issues.some(({ code }) => code === "text_beside")) return decoded;
    const accept = (value: unknown): unknown => {
      const candidate = decodeValue(value, schema, this.#options);
      // A single item for a list is rather a bracket that was read at another place.
      const isFitted = candidate.repairs.some(({ kind }) => kind === "one_item");
      return candidate.ok && !isFitted ? candidate.args : undefined;
    };
    const settled = settledReading(text, reading, { schema, options: this.#options, accept });
    return settled === reading ? decoded : this.#decodeReading(settled, schema, text);
  }

  /** Decodes the text that another text stands for; it is refused if it may stand for something else. */
  #decodeRewritten(
    text: string,
    { kind, text: inner, isAmbiguous }: RewrittenText,
    schema: JsonSchema,
  ): DecodedArguments {
    if (isAmbiguous) {
      const message = "ambiguous: all braces are doubled, also within strings (write each brace once)";
      const start = contentStart(text);
      const issue = textIssue(text, { code: "json", message, start, end: start + 2, expected: "single braces" });
      return { ok: false, issues: [issue], repairs: [] };
    }
    const decoded = this.decode(inner, schema);
    const repairs: readonly Repair[] = [
      { kind, path: "", before: text, after: inner },
      ...decoded.repairs.map(({ offset: _, ...repair }) => repair),
    ];
    if (decoded.ok) return { ...decoded, repairs };
    return { ...decoded, repairs, issues: decoded.issues.map(({ range: _, ...issue }) => issue) };
  }

  /** Decodes what was read from a text or a value: the arguments themselves, or those within an object that describes a call. */
  #decodeReading(reading: JsonReading, schema: JsonSchema, text?: string): DecodedArguments {
    const expected = expectedParameters(schema);
    const checked = text === undefined ? reading : withoutLeftOutArguments(text, reading, expected);
    const { value, issues, repairs } = checked;
    if (issues.length > 0) return { ok: false, issues, repairs };
    const numberSpellings = (): NumberSpellings =>
      reading.numberSpellings ??
      (text === undefined ? undefined : readJsonByPolicies(text, this.#options).numberSpellings) ??
      new Map();
    const decoded = (): DecodedArguments => decodeReading({ value, repairs, numberSpellings }, schema, this.#options);
    const call = this.#options.repair ? this.#callObject(value, expected, repairs) : undefined;
    if (call === undefined) return decoded();
    const { pointer, value: args, isAmbiguous } = call;
    const repair = { kind: "call_object", path: "", before: value, after: args };
    const spellingsWithin = (): NumberSpellings =>
      new Map(
        [...numberSpellings()].flatMap(([path, spelling]) =>
          path.startsWith(`${pointer}/`) ? [[path.slice(pointer.length), spelling] as const] : [],
        ),
      );
    const readRepairs = repairs.map((found) => withoutCutOffCall(found, pointer));
    const inner = { value: args, repairs: [...readRepairs, repair], numberSpellings: spellingsWithin };
    const decodedCall = decodeReading(inner, schema, this.#options);
    if (!isAmbiguous) return decodedCall;
    const whole = decoded();
    if (!whole.ok || !decodedCall.ok) return decodedCall.ok ? decodedCall : whole;
    return { ok: false, issues: [ambiguousCallIssue], repairs };
  }

  #callObject(value: unknown, expected: ExpectedParameters, repairs: readonly Repair[]): CallObject | undefined {
    const readJson = (text: string): unknown => readNestedValue(text, this.#options);
    return callObject(value, expected, { readJson, hasNameAsKey: hasToolAsKey(repairs) });
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

/** The text that another text stands for. */
interface RewrittenText {
  readonly kind: RepairKind;
  readonly text: string;
  readonly isAmbiguous: boolean;
}

/** Converts other notations of a text to JSON; `undefined` if none applies. */
function rewrittenText(text: string): RewrittenText | undefined {
  const rewritten = withJsonNotation(text);
  return rewritten === undefined || parsedJson(text) !== undefined ? undefined : rewritten;
}

function withJsonNotation(text: string): RewrittenText | undefined {
  const doubled = withoutDoubledBraces(text, contentStart(text));
  if (doubled !== undefined) return { kind: "doubled_braces", ...doubled };
  const strings = withJsonStrings(text);
  if (strings !== undefined) return { kind: "string_token", text: strings, isAmbiguous: false };
  const plain = withJsonPunctuation(text);
  return plain === undefined ? undefined : { kind: "other_punctuation", text: plain, isAmbiguous: false };
}

/** A bracket that is missing after the arguments, within the object that describes their call: nothing of them is cut off. */
function withoutCutOffCall(repair: Repair, pointer: string): Repair {
  const isOutside = repair.path !== pointer && !repair.path.startsWith(`${pointer}/`);
  return repair.kind === "truncated" && isOutside ? { ...repair, kind: "missing_bracket" } : repair;
}

const ambiguousCallIssue: Issue = {
  code: "ambiguous_call",
  message:
    "the arguments are ambiguous: an object with the tool's name and its arguments, or the arguments (write only the arguments)",
  path: "",
  expected: "only the arguments",
};

/** The reading of empty or missing arguments as an empty object. */
function emptyReading(raw: unknown): JsonReading {
  return { value: {}, issues: [], repairs: [{ kind: "empty", path: "", before: raw ?? null, after: {} }] };
}

/** Reads arguments that are already a value. */
function readValue(raw: unknown, { repair, strict }: ResolvedOptions): JsonReading {
  if (raw === undefined && repair && !strict) return emptyReading(raw);
  return { ...readParsedValue(raw), repairs: [] };
}
