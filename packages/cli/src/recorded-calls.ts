// Reads recorded calls: one JSON object a line, with `id` and either `lang` and `code` or `tool` and `args`.

import type { Action, Args, JsonValue, ResultPart, Step, StepStatus } from "@helve/core";
import { frozenJson, isObject, quote } from "@helve/core/internal";
import { UsageError } from "./io.ts";
import { languageNamed, toolOfLanguage } from "./tools-by-language.ts";

/** A line of a batch, or of a trace. */
export interface RecordedCall {
  readonly id: JsonValue;
  readonly action: Action;
  readonly session: string | undefined;
  readonly prompt: string | undefined;
  /** The time of the decision, in milliseconds since 1970. */
  readonly at: number | undefined;
  /** The call as later lines of its session see it. */
  readonly step: Step;
}

/**
 * Reads calls, one JSON object a line.
 *
 * @param file - the name of the file, for messages
 * @throws UsageError with every line that can't be read
 */
export function readCalls(text: string, file: string): readonly RecordedCall[] {
  const problems: string[] = [];
  const calls = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, index): readonly RecordedCall[] => {
      if (line.trim() === "") return [];
      const call = readLine(line, index + 1);
      if (typeof call !== "string") return [call];
      problems.push(`${file}:${index + 1}: ${call}`);
      return [];
    });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return calls;
}

/** Reads one line; a text says what is wrong with it. */
function readLine(line: string, number: number): RecordedCall | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `expected a JSON object (${(error as Error).message})`;
  }
  if (!isObject(value) || Array.isArray(value)) return "expected a JSON object";
  if (frozenJson(value) === undefined) return "it is nested too deeply: expected at most 1000 levels";
  const call = value as Readonly<Record<string, JsonValue | undefined>>;
  const { id = number, session, prompt, at } = call;
  const action = actionOf(call, `line_${number}`);
  if (typeof action === "string") return action;
  const time = timeOf(at);
  if (at !== undefined && time === undefined)
    return `"at" must be a time in ISO 8601 or in milliseconds (got ${JSON.stringify(at)})`;
  if (prompt !== undefined && typeof prompt !== "string") return '"prompt" must be a string';
  if (session !== undefined && session !== null && typeof session === "object") return '"session" must be a string';
  const step = stepOf(action, call, time);
  if (typeof step === "string") return step;
  const name = session === undefined || session === null ? undefined : String(session);
  return { id, action, session: name, prompt, at: time, step };
}

function actionOf(
  { lang, code, tool, args }: Readonly<Record<string, JsonValue | undefined>>,
  id: string,
): Action | string {
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
  return typeof code === "string" ? toolOfLanguage(language, code, id) : '"code" must be a string';
}

const statuses: readonly StepStatus[] = ["success", "failed", "timed_out", "stopped"];

function stepOf(
  action: Action,
  { result = "", status }: Readonly<Record<string, JsonValue | undefined>>,
  endedAt: number | undefined,
): Step | string {
  const known = statuses.find((one) => one === (status ?? "success"));
  if (known === undefined) return `"status" must be one of ${statuses.join(", ")} (got ${JSON.stringify(status)})`;
  const part: ResultPart =
    typeof result === "string" ? { type: "text", content: result } : { type: "json", content: result };
  return {
    action,
    observation: { parts: [part], isError: known !== "success" },
    ran: known !== "stopped",
    status: known,
    ...(endedAt !== undefined && { endedAt }),
  };
}

function timeOf(at: JsonValue | undefined): number | undefined {
  const time = typeof at === "string" ? Date.parse(at) : at;
  return typeof time === "number" && Number.isFinite(time) ? time : undefined;
}
