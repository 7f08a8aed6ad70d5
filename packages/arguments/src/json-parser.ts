import {
  type Args,
  type ArgumentParser,
  canonicalJson,
  type Decoded,
  type Issue,
  type JsonSchema,
  NotJsonError,
  type Repair,
} from "@helve/core";
import { compileSchema } from "@helve/opentool";
import { ArgumentError } from "./argument-error.ts";
import { parseJsonText } from "./json-text.ts";

/**
 * Reads arguments that come as JSON text, or as an object that was parsed already, and validates them against the
 * tool's JSON Schema.
 *
 * Two things are repaired on the way, and said in `repairs`: a Markdown fence around the text, and no arguments at all
 * (`""` or `undefined`), which stand for `{}`.
 *
 * @example
 * const decoded = new JsonParser().parse('{"command": "ls"}', schema);
 * if (decoded.ok) decoded.args; // { command: "ls" }
 * else decoded.issues;          // everything that is wrong
 */
export class JsonParser implements ArgumentParser {
  /**
   * @param raw - JSON text, or an object
   * @param schema - the JSON Schema of the tool's arguments
   * @throws InvalidSchemaError when the schema itself is broken; never for any `raw`
   */
  parse(raw: unknown, schema: JsonSchema): Decoded {
    const { value, issues, repairs } = read(raw);
    if (issues.length > 0) return { ok: false, issues, repairs };
    if (!isArgs(value)) return { ok: false, issues: [notAnObject(value)], repairs };
    const misfits = compileSchema(schema)(value);
    return misfits.length > 0 ? { ok: false, issues: misfits, repairs } : { ok: true, args: value, repairs };
  }

  /**
   * Like `parse`, for a caller who wants the arguments or an error.
   *
   * @throws ArgumentError with every issue
   */
  parseOrThrow(raw: unknown, schema: JsonSchema): Args {
    const decoded = this.parse(raw, schema);
    if (!decoded.ok) throw new ArgumentError(decoded.issues);
    return decoded.args;
  }
}

interface Read {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
}

function read(raw: unknown): Read {
  if (raw === undefined || (typeof raw === "string" && raw.trim() === "")) {
    return { value: {}, issues: [], repairs: [{ kind: "empty", path: "", before: raw ?? null, after: {} }] };
  }
  const { value, issues, repairs } =
    typeof raw === "string" ? parseJsonText(raw) : { value: raw, issues: [], repairs: [] };
  return { value, issues: issues.length > 0 ? issues : notJson(value), repairs };
}

/** What JSON can't say in a value, or can't say again: nesting of more than a thousand levels. */
function notJson(value: unknown): readonly Issue[] {
  try {
    canonicalJson(value);
    return [];
  } catch (error) {
    return error instanceof NotJsonError
      ? error.issues
      : [{ code: "not_json", message: "the arguments can't be read" }];
  }
}

function isArgs(value: unknown): value is Args {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
