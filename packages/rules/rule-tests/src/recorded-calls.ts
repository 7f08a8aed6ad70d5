/** Reads recorded calls: one JSON object a line, with `id` and either `lang` and `code` or `tool` and `args`. */
import type { Action, Args, JsonValue, ResultPart, Step, StepStatus } from "@helve/core";
import { freezeCopy, isObject, quote } from "@helve/core/internal";
import { languageCall, languageNamed, type ProjectState, projectStateProblem } from "@helve/predicates";

/** A recorded call: a line of a batch or of a trace. */
export interface RecordedCall {
  readonly id: JsonValue;
  readonly action: Action;
  readonly session: string | undefined;
  readonly prompt: string | undefined;
  /** The time of the decision, in milliseconds since 1970. */
  readonly at: number | undefined;
  /** The call as later lines of its session see it. */
  readonly step: Step;
  /** The state of the project when the call was decided. */
  readonly facts: ProjectState | undefined;
}

/** A JSON object in a line of a file. */
export type LineObject = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Reads recorded calls, one JSON object a line: with `tool` and `args`, or with `lang` and `code`. A line may have `id`, `session`, `prompt`,
 * `at`, `status` and `result`, as `helve log --json` prints them, and `facts`.
 *
 * @param file - the name of the file, for messages
 * @returns the calls, and a message for every line that can't be read
 *
 * @example
 * readRecordedCalls('{"lang": "shell", "code": "ls"}', "calls.jsonl").values[0]?.action.name; // "Terminal.Execute"
 */
export function readRecordedCalls(
  text: string,
  file: string,
): { readonly values: readonly RecordedCall[]; readonly problems: readonly string[] } {
  return readJsonLines(text, file, readCall);
}

/**
 * Reads a file with one JSON object a line.
 *
 * @param file - the name of the file, for messages
 * @param read - reads the object of a line with this number; a text that it returns says what is wrong
 * @returns the values, and a message for every line that can't be read
 */
export function readJsonLines<Value extends object>(
  text: string,
  file: string,
  read: (line: LineObject, number: number) => Value | string,
): { readonly values: readonly Value[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const values = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, index): readonly Value[] => {
      if (line.trim() === "") return [];
      const object = objectOf(line);
      const value = typeof object === "string" ? object : read(object, index + 1);
      if (typeof value !== "string") return [value];
      problems.push(`${file}:${index + 1}: ${value}`);
      return [];
    });
  return { values, problems };
}

/** Parses a line as an object. Returns an error message if it is invalid. */
function objectOf(line: string): LineObject | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `expected a JSON object (${(error as Error).message})`;
  }
  if (!isObject(value) || Array.isArray(value)) return "expected a JSON object";
  if (freezeCopy(value) === undefined) return "it is nested too deeply: expected at most 1000 levels";
  return value as LineObject;
}

/** Reads a line with a call; returns the problem as text if there is one. */
function readCall(call: LineObject, number: number): RecordedCall | string {
  const { id = number, session, prompt, at, facts } = call;
  const action = recordedAction(call, `line_${number}`);
  if (typeof action === "string") return action;
  const time = timeOf(at);
  if (at !== undefined && time === undefined)
    return `"at" must be a time in ISO 8601 or in milliseconds (got ${JSON.stringify(at)})`;
  if (prompt !== undefined && typeof prompt !== "string") return '"prompt" must be a string';
  if (session !== undefined && session !== null && typeof session === "object") return '"session" must be a string';
  const problem = facts === undefined ? undefined : projectStateProblem(facts);
  if (problem !== undefined) return problem;
  const step = stepOf(action, call, time);
  if (typeof step === "string") return step;
  const name = session === undefined || session === null ? undefined : String(session);
  return { id, action, session: name, prompt, at: time, step, facts: facts as ProjectState | undefined };
}

/** Creates the call of `tool` with `args`, or of `lang` with `code`. Returns an error message if it is invalid. */
export function recordedAction({ lang, code, tool, args }: LineObject, id: string): Action | string {
  if (tool === undefined && code === undefined) return 'expected "lang" and "code", or "tool" and "args"';
  if (tool !== undefined && code !== undefined) return 'expected either "code" or "tool" (got both)';
  if (tool !== undefined) {
    if (typeof tool !== "string" || tool === "") return '"tool" must be a name';
    if (args !== undefined && (!isObject(args) || Array.isArray(args))) return '"args" must be an object';
    return { id, name: tool, args: (args ?? {}) as Args };
  }
  const language = languageNamed(typeof lang === "string" ? lang : "shell");
  if (language === undefined || (lang !== undefined && typeof lang !== "string")) {
    return `"lang" must be a language (got ${quote(String(lang), 40)})`;
  }
  return typeof code === "string" ? languageCall(language, code, id) : '"code" must be a string';
}

const statuses: readonly StepStatus[] = ["success", "failed", "timed_out", "stopped"];

/** Builds the step of a recorded call and its result; returns the problem as text if the status is unknown. */
function stepOf(action: Action, { result = "", status }: LineObject, endedAt: number | undefined): Step | string {
  const known = statuses.find((one) => one === (status ?? "success"));
  if (known === undefined) return `"status" must be one of ${statuses.join(", ")} (got ${JSON.stringify(status)})`;
  const part: ResultPart =
    typeof result === "string" ? { type: "text", content: result } : { type: "json", content: result };
  return {
    action,
    observation: { parts: [part], isError: known !== "success" },
    ran: known !== "stopped",
    status: known,
    endedAt,
  };
}

/** Reads a time, as milliseconds or an ISO date; undefined if it is neither. */
function timeOf(at: JsonValue | undefined): number | undefined {
  const time = typeof at === "string" ? Date.parse(at) : at;
  return typeof time === "number" && Number.isFinite(time) ? time : undefined;
}
