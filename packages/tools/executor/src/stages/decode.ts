import { withoutControlTokens } from "@helve/arguments";
import type { Args, ArgumentParser, DecodeRecord, Issue, JsonValue, Repair } from "@helve/core";
import { freezeCopy, isFrozenJson, isObject, jsonCopy } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { abortedFailure, type StageResult, unexpectedFailure } from "../failure.ts";
import { refusedRepairIssues } from "../repairs.ts";
import { isThenable, TimeLimit } from "../time-limit.ts";
import { truncateForRecord } from "../truncate-text.ts";

/**
 * The decode stage: raw arguments to arguments that fit the tool. The parser validates them by the tool's JSON Schema; then
 * the Standard Schema that the tool was created from, if any, validates them. Its output becomes the arguments (defaults
 * are filled in, text is trimmed) if JSON can represent it.
 *
 * @returns a result without a record if the signal was aborted before the arguments were validated
 */
export async function decode(
  raw: unknown,
  tool: Tool,
  { parser, refused, timeout = Number.POSITIVE_INFINITY, signal }: DecodeSettings,
): Promise<Decoded | (StageResult<undefined, never> & { readonly ok: false })> {
  try {
    const parsed = parser.decode(raw, tool.parameters);
    const repairs = parsed.repairs.length === 0 ? none : freezeCopy(parsed.repairs, "convert");
    const refusals = repairs.length === 0 ? none : refusedRepairIssues(repairs, refused, raw);
    if (!parsed.ok) return invalidArguments(tool, [...refusals, ...parsed.issues], repairs);
    if (refusals.length > 0) return invalidArguments(tool, refusals, repairs);
    // Arguments that were parsed from text are shared with nobody, unless repairs contain parts of them.
    const isUnshared = typeof raw === "string" && repairs.length === 0;
    const input = asArgs(isUnshared ? parsed.args : jsonCopy(parsed.args));
    if (input === undefined) throw new TypeError("its parser returned arguments that are not a JSON object");
    if (tool.validate === undefined)
      return decodedResult(input, isFrozenJson(parsed.args) ? parsed.args : frozenArgs(input), repairs);
    const validating = tool.validate(input);
    const validated = isThenable(validating) ? await new TimeLimit(timeout).race(validating, signal) : validating;
    if (validated === "aborted") {
      return { ok: false, record: undefined, failure: abortedFailure("failed", tool.name) };
    }
    if (validated === "timeout") return validationTimeout(tool, timeout);
    if (!validated.ok) return invalidArguments(tool, validated.issues, repairs);
    // The output of the tool's own schema is recorded if JSON can represent it.
    return decodedResult(validated.value, frozenArgs(validated.value) ?? frozenArgs(input), repairs);
  } catch (error) {
    return failedDecoding(tool, error);
  }
}

/** Settings for decoding arguments. */
interface DecodeSettings {
  readonly parser: ArgumentParser;
  /** The kinds of repairs with which the arguments are refused. */
  readonly refused: ReadonlySet<string>;
  /** The time limit of the tool's own schema, in milliseconds; none by default. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
}

type Decoded = StageResult<DecodeRecord, DecodedArguments>;

/** Arguments that fit a tool. */
interface DecodedArguments {
  /** Frozen: guards decide about it, and it is recorded. */
  readonly args: Args;
  /** The value that `execute` receives: an unfrozen copy of the arguments, or the output of the tool's own schema. */
  readonly input: unknown;
}

/**
 * Returns the result of decoding arguments that are valid.
 *
 * @param input - the value that `execute` receives
 * @param args - a frozen copy of it, for guards and the record; `undefined` if JSON can't represent it
 */
function decodedResult(input: unknown, args: Args | undefined, repairs: readonly Repair[]): Decoded {
  if (args === undefined) throw new TypeError("its parser returned arguments that JSON can't represent");
  return { ok: true, record: { args, repairs, issues: none }, value: { args, input } };
}

const none: readonly never[] = Object.freeze([]);

/** The result when the tool's own schema has not validated the arguments in time. */
function validationTimeout(tool: Tool, timeout: number): Decoded {
  const message = `${tool.name} did not run: its schema took longer than ${timeout} ms to validate the arguments.`;
  const error = { code: "timeout", message };
  return {
    ok: false,
    record: { args: null, repairs: [], issues: [error] },
    failure: { status: "failed", error, recoverable: "caller" },
  };
}

/** The result when the parser or the tool's schema throws. */
function failedDecoding(tool: Tool, error: unknown): Decoded {
  const failure = unexpectedFailure("invalid_arguments", `${tool.name} could not be called`, error);
  return { ok: false, record: { args: null, repairs: [], issues: [failure.error] }, failure };
}

/** The result when the host has passed the arguments under another name; the model can't help. */
export function misnamedArguments(
  tool: Tool,
  problem: string,
): StageResult<DecodeRecord, never> & { readonly ok: false } {
  const error = { code: "invalid_arguments", message: `${tool.name}: ${problem}` };
  return {
    ok: false,
    record: { args: null, repairs: [], issues: [error] },
    failure: { status: "invalid_arguments", error, recoverable: "caller" },
  };
}

/** Returns the failure for arguments that don't fit the tool; the model reads all issues. */
function invalidArguments(tool: Tool, found: readonly Issue[], repairs: readonly Repair[]): Decoded {
  const issues = freezeCopy(found, "convert");
  const problems = issues.length === 0 ? ["the arguments are invalid"] : issues.map((issue) => issue.message);
  // A model that sends thousands of wrong arguments must not fill its own conversation.
  const text = problems.map((problem) => `${tool.name}: ${problem}`).join("\n");
  const message = withoutControlTokens(truncateForRecord(text));
  return {
    ok: false,
    record: { args: null, repairs, issues },
    failure: {
      status: "invalid_arguments",
      error: { code: "invalid_arguments", message, issues },
      recoverable: "model",
    },
  };
}

/** Returns a frozen copy of arguments; `undefined` if JSON can't represent them. */
function frozenArgs(value: unknown): Args | undefined {
  return asArgs(freezeCopy(value));
}

function asArgs(value: JsonValue | Args | undefined): Args | undefined {
  return isObject(value) ? value : undefined;
}
