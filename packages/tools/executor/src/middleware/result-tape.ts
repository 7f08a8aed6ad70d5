/** Recorded results of tools, which can be replayed instead of running the tools. */
import {
  type Action,
  type Args,
  canonicalJson,
  errorJson,
  HelveError,
  type Issue,
  IssuesError,
  type JsonObject,
  type ResultPart,
} from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";

/** The results and errors of tools, as plain JSON, in the order in which the runs started. */
export interface ResultTape {
  readonly version: 1;
  readonly runs: readonly RecordedRun[];
}

/** One recorded run: the tool, its arguments, and its result or error. */
export type RecordedRun = { readonly tool: string; readonly args: Args } & (
  | { readonly result: readonly ResultPart[] }
  | { readonly thrown: ThrownJson }
);

/** A tape is invalid, or has no run of a call. */
export class TapeError extends IssuesError {
  override readonly code = "invalid_tape";
}

/** Returns a key that is equal for calls of the same tool with equal arguments. */
export function callKey(tool: string, args: Action["args"]): string {
  return `${tool}(${canonicalJson(args)})`;
}

/** Validates a tape. @throws TapeError with an issue for each invalid run */
export function parseTape(tape: unknown): ResultTape {
  const runs: unknown = isObject(tape) && tape["version"] === 1 ? tape["runs"] : undefined;
  if (!Array.isArray(runs)) {
    throw new TapeError([
      { code: "type", message: 'a tape is an object with "version": 1 and a list "runs"', path: "" },
    ]);
  }
  const issues = runs.flatMap((run: unknown, index): Issue[] => {
    const fault = runFault(run);
    return fault === undefined
      ? []
      : [{ code: "type", message: `run ${index}: ${fault}`, path: jsonPointer(["runs", index]) }];
  });
  if (issues.length > 0) throw new TapeError(issues);
  return tape as ResultTape;
}

/** Returns what is invalid about a recorded run, as text; `undefined` if it is valid. */
function runFault(run: unknown): string | undefined {
  if (!isObject(run)) return "it must be an object";
  if (typeof run["tool"] !== "string") return '"tool" must be the name of a tool';
  if (!isObject(run["args"])) return '"args" must be an object';
  const isResult = Array.isArray(run["result"]) && run["result"].every((part) => isObject(part) && "content" in part);
  const isThrown = isObject(run["thrown"]) && typeof run["thrown"]["message"] === "string";
  return isResult || isThrown ? undefined : 'it must have "result", a list of result parts, or "thrown", an error';
}

/** A thrown value as JSON, with the properties by which errors are classified. */
export interface ThrownJson {
  readonly name: string;
  readonly message: string;
  /** Whether it is a `HelveError`. */
  readonly helve: boolean;
  /** Its other properties that are texts, numbers or booleans, such as `code` and `path`. */
  readonly fields: JsonObject;
  readonly cause?: ThrownJson;
}

/** How many causes of an error are recorded. */
const maxCauses = 8;

/** Converts a thrown value to JSON. */
export function thrownJson(thrown: unknown, depth = 0): ThrownJson {
  const { message } = errorJson(thrown);
  if (!(thrown instanceof Error)) return { name: "Error", message, helve: false, fields: {} };
  return {
    name: thrown.name,
    message,
    helve: HelveError.is(thrown),
    fields: Object.fromEntries(Object.entries(thrown).filter(([key, value]) => key !== "name" && isPrimitive(value))),
    cause: thrown.cause !== undefined && depth < maxCauses ? thrownJson(thrown.cause, depth + 1) : undefined,
  };
}

/** Creates an error that is classified like the recorded one. */
export function thrownError({ name, message, helve, fields, cause }: ThrownJson): Error {
  const options = cause === undefined ? {} : { cause: thrownError(cause) };
  const error = helve ? new ReplayedError(message, options) : new Error(message, options);
  for (const [key, value] of Object.entries({ ...fields, name })) {
    Object.defineProperty(error, key, { value, enumerable: key !== "name", writable: true, configurable: true });
  }
  return error;
}

/** A `HelveError` from a tape; its `code` is set from the recorded fields. */
class ReplayedError extends HelveError {
  override readonly code: string = "error";
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
