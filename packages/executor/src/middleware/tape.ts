import { type Action, type Args, canonicalJson, type Issue, IssuesError, type ResultPart } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import type { ThrownJson } from "./thrown-json.ts";

/** What tools gave or threw, as plain JSON, in the order in which the runs began. */
export interface ResultTape {
  readonly version: 1;
  readonly runs: readonly TapedRun[];
}

/** One run: the call, and what came of it. */
export type TapedRun = { readonly tool: string; readonly args: Args } & (
  | { readonly result: readonly ResultPart[] }
  | { readonly thrown: ThrownJson }
);

/** A tape can't be read, or has no run of a call. */
export class TapeError extends IssuesError {
  override readonly code = "tape_error";
}

/** What equal calls have in common. */
export function callKey(tool: string, args: Action["args"]): string {
  return `${tool}(${canonicalJson(args)})`;
}

/** @throws TapeError naming every run that is none */
export function checkTape(tape: ResultTape): void {
  const runs: unknown = isObject(tape) && tape.version === 1 ? tape.runs : undefined;
  if (!Array.isArray(runs)) {
    throw new TapeError([
      { code: "type", message: 'a tape is an object with "version": 1 and a list "runs"', path: "" },
    ]);
  }
  const issues = runs.flatMap((run: unknown, index): Issue[] => {
    const wrong = faultOf(run);
    return wrong === undefined
      ? []
      : [{ code: "type", message: `run ${index}: ${wrong}`, path: jsonPointer(["runs", index]) }];
  });
  if (issues.length > 0) throw new TapeError(issues);
}

function faultOf(run: unknown): string | undefined {
  if (!isObject(run)) return "it must be an object";
  if (typeof run["tool"] !== "string") return '"tool" must be the name of a tool';
  if (!isObject(run["args"])) return '"args" must be an object';
  const isResult = Array.isArray(run["result"]) && run["result"].every((part) => isObject(part) && "content" in part);
  const isThrown = isObject(run["thrown"]) && typeof run["thrown"]["message"] === "string";
  return isResult || isThrown
    ? undefined
    : 'it must have a list of result parts, "result", or what was thrown, "thrown"';
}
