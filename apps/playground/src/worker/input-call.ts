/** The tool call that the input of the playground stands for. */
import type { Action, Step } from "@helve/core";
import type { EvaluatedCall } from "../evaluation.ts";

/** A call of the input, with what the model sent. */
export interface InputCall extends Pick<EvaluatedCall, "repairs" | "argumentIssues"> {
  /** Absent if the arguments are invalid. */
  readonly action?: Action;
  readonly feedback?: string;
  /** The call as later calls see it. */
  readonly step?: Step;
  readonly session?: string | undefined;
  readonly prompt?: string | undefined;
  readonly now?: number | undefined;
}
