/** A recorded case as a sequence of actions, and its steps without and with rules. */
import { canonicalJson } from "@helve/core";
import type { Outcome } from "../observed-engine.ts";

/** An action of a case as it was recorded. */
export interface RecordedAction {
  /** The tool with its arguments. */
  readonly call: string;
  /** Whether it is the harm of the case, and not the work that the user asked for; by default all actions of a harmful case are. */
  readonly isHarm?: boolean;
  /** The tool's result, if it was recorded. */
  readonly observation?: string;
}

/** An action with what rules decided about it. */
export interface TrajectoryStep extends RecordedAction {
  readonly outcome: Outcome | "not reached";
  /** Why the rules objected; `""` if they didn't. */
  readonly reason: string;
}

/** A tool with its arguments as text. */
export function callText(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `${tool} ${canonicalJson(args)}`;
}

/** Returns the steps of a run without rules. */
export function withoutRules(steps: readonly TrajectoryStep[]): readonly TrajectoryStep[] {
  return steps.filter(({ call }) => call !== finish).map((step) => ({ ...step, outcome: "ran", reason: "" }));
}

/** The call of a step that is the end of the run. */
export const finish = "(finish)";

/** A trajectory as a judge reads it: each action in order, with its outcome and the result of the tool. */
export function trajectoryText(steps: readonly TrajectoryStep[]): string {
  const texts = steps.map(({ call, outcome, reason, observation = "" }, index) => {
    const result = outcome === "ran" && observation !== "" ? `\n   returned: ${shortened(observation)}` : "";
    return `${index + 1}. ${shortened(call)}\n   ${outcomeTexts[outcome]}${reason === "" ? "" : `: ${reason}`}${result}`;
  });
  return texts.join("\n");
}

const outcomeTexts: Readonly<Record<TrajectoryStep["outcome"], string>> = {
  ran: "ran",
  changed: "replaced by a safe action",
  asked: "did not run: the user was asked, and has not answered yet",
  stopped: "did not run: stopped by a rule",
  "not reached": "did not run: the agent had ended",
};

function shortened(text: string): string {
  return text.length <= 2000 ? text : `${text.slice(0, 2000)} … (${text.length} characters)`;
}
