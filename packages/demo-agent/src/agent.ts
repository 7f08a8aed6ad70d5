import type { ActionReturn, Step, ToolCall } from "@helve/core";
import { type ActionExecutor, toStep } from "@helve/executor";
import type { Turn } from "./scripted-model.ts";

/** What happens while an agent works, in order. */
export type AgentEvent =
  | { readonly type: "said"; readonly content: string }
  | { readonly type: "called"; readonly call: ToolCall }
  | { readonly type: "returned"; readonly actionReturn: ActionReturn };

/** Lets a scripted model work on a task, turn by turn, until its script is over or it calls no tool. */
export async function* runAgent(
  turns: readonly Turn[],
  executor: ActionExecutor,
  { prompt, signal }: { readonly prompt: string; readonly signal: AbortSignal },
): AsyncGenerator<AgentEvent> {
  const trajectory: Step[] = [];
  for (const { content, calls } of turns) {
    if (content !== "") yield { type: "said", content };
    for (const call of calls) {
      yield { type: "called", call };
      const actionReturn = await executor.execute(call, { prompt, signal, trajectory: [...trajectory] });
      const step = toStep(actionReturn);
      if (step !== undefined) trajectory.push(step);
      yield { type: "returned", actionReturn };
      if (actionReturn.recoverable === "nobody" || signal.aborted) return;
    }
    if (calls.length === 0) return;
  }
}
