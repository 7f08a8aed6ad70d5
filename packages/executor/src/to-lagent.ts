import type { ActionReturn, ActionStatus, ActionValidity, Args, ResultPart } from "@helve/core";

/** The numbers that go over Lagent's wire, in one table. */
export const lagentCodes: LagentCodes = {
  state: { ING: 1, SUCCESS: 0, HTTP_ERROR: -1000, ARGS_ERROR: -1001, API_ERROR: -1002 },
  valid: { FINISH: 1, OPEN: 0, CLOSED: -1, INVALID: -2, ABSENT: -3 },
  stateOf: {
    success: "SUCCESS",
    pending: "ING",
    invalid_arguments: "ARGS_ERROR",
    unknown_tool: "API_ERROR",
    stopped: "API_ERROR",
    failed: "API_ERROR",
  },
};

/** What the table of Lagent's numbers has. */
export interface LagentCodes {
  /** `ActionStatusCode` */
  readonly state: Readonly<Record<LagentState, number>>;
  /** `ActionValidCode` */
  readonly valid: Readonly<Record<ActionValidity, number>>;
  /** What a status is to Lagent. */
  readonly stateOf: Readonly<Record<ActionStatus, LagentState>>;
}

type LagentState = "ING" | "SUCCESS" | "HTTP_ERROR" | "ARGS_ERROR" | "API_ERROR";

/** An action return as Lagent has it, with its field names and numbers. */
export interface LagentActionReturn {
  readonly args: Args;
  readonly url: null;
  /** The action: a toolkit by its own name, without that of its tool. */
  readonly type: string;
  readonly result: readonly { readonly type: string; readonly content: string }[] | null;
  readonly errmsg: string | null;
  readonly state: number;
  readonly thought: null;
  readonly valid: number;
}

/**
 * An action return as Lagent has it (Lagent `ActionReturn`). JSON parts become text. Arguments that could not be
 * decoded are given as they came, as `inputs` beside the `name` of the tool; an error that was classed as `http_error`
 * has Lagent's `HTTP_ERROR`.
 *
 * @example
 * toLagent(ret); // { args: { x: 1 }, url: null, type: "Maths", result: [{ type: "text", content: "2" }], … state: 0, … }
 */
export function toLagent({ call, type, args, status, valid, result, errmsg, error }: ActionReturn): LagentActionReturn {
  const [action = type, tool = "run"] = split(type);
  const isUnknown = status === "unknown_tool";
  return {
    args: args ?? (isUnknown ? { text: call.arguments } : { inputs: call.arguments, name: tool }),
    url: null,
    type: isUnknown ? "InvalidAction" : action,
    result: result === null ? null : result.map(itemOf),
    errmsg,
    state: lagentCodes.state[error?.code === "http_error" ? "HTTP_ERROR" : lagentCodes.stateOf[status]],
    thought: null,
    valid: lagentCodes.valid[valid],
  };
}

function split(name: string): readonly string[] {
  const dot = name.indexOf(".");
  return dot === -1 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

function itemOf(part: ResultPart): { readonly type: string; readonly content: string } {
  return part.type === "json"
    ? { type: "text", content: JSON.stringify(part.content) }
    : { type: part.type, content: part.content };
}
