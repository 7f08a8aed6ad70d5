import type { ActionReturn, ActionStatus, ActionValidity, Args, ResultPart } from "@helve/core";

/**
 * Converts an action return to Lagent's format (Lagent `ActionReturn`). JSON parts become text. Arguments that could not be
 * decoded are passed raw as `inputs`, with the `name` of the tool. An error with the code `http_error` becomes `HTTP_ERROR`.
 *
 * @example
 * toLagent(ret); // { args: { x: 1 }, url: null, type: "Maths", result: [{ type: "text", content: "2" }], … state: 0, … }
 */
export function toLagent({ call, type, args, status, valid, result, errmsg, error }: ActionReturn): LagentActionReturn {
  const [action = type, tool = "run"] = splitName(type);
  const isUnknown = status === "unknown_tool";
  return {
    args: args ?? (isUnknown ? { text: call.arguments } : { inputs: call.arguments, name: tool }),
    url: null,
    type: isUnknown ? "InvalidAction" : action,
    result: result === null ? null : result.map(lagentPart),
    errmsg,
    state: lagentCodes.state[error?.code === "http_error" ? "HTTP_ERROR" : lagentCodes.stateOf[status]],
    thought: null,
    valid: lagentCodes.valid[valid],
  };
}

/** Lagent's status numbers. */
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

/** The type of {@link lagentCodes}. */
export interface LagentCodes {
  /** `ActionStatusCode` */
  readonly state: Readonly<Record<LagentState, number>>;
  /** `ActionValidCode` */
  readonly valid: Readonly<Record<ActionValidity, number>>;
  /** Lagent's name of each status. */
  readonly stateOf: Readonly<Record<ActionStatus, LagentState>>;
}

type LagentState = "ING" | "SUCCESS" | "HTTP_ERROR" | "ARGS_ERROR" | "API_ERROR";

/** An action return in Lagent's format, with its field names and numbers. */
export interface LagentActionReturn {
  readonly args: Args;
  readonly url: null;
  /** The name of the toolkit, or of the tool if it belongs to none. */
  readonly type: string;
  readonly result: readonly { readonly type: string; readonly content: string }[] | null;
  readonly errmsg: string | null;
  readonly state: number;
  readonly thought: null;
  readonly valid: number;
}

/** Splits `Toolkit.tool` at the first dot. */
function splitName(name: string): readonly string[] {
  const dot = name.indexOf(".");
  return dot === -1 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** Converts a result part to Lagent's format, JSON to text. */
function lagentPart(part: ResultPart): { readonly type: string; readonly content: string } {
  return part.type === "json"
    ? { type: "text", content: JSON.stringify(part.content) }
    : { type: part.type, content: part.content };
}
