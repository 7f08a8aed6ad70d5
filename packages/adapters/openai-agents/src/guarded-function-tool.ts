import { type ExternalCalls, hasNotes, unwrapArguments } from "@helve/adapter";
import type { ActionReturn, JsonSchema, ToolCall } from "@helve/core";
import type { FunctionTool } from "@openai/agents";
import type { SdkCalls } from "./sdk-calls.ts";
import { toolOutput } from "./tool-output.ts";

/** A function tool whose calls are decided before the SDK's own tool runs. What the tool itself asks about is asked as well. */
export function guardedFunctionTool(tool: FunctionTool, external: ExternalCalls, sdkCalls: SdkCalls): FunctionTool {
  const { name } = tool;
  const described = { description: tool.description, parameters: tool.parameters as unknown as JsonSchema };
  const callOf = (id: string | undefined, input: unknown): ToolCall => ({
    id: id ?? crypto.randomUUID(),
    name,
    arguments: unwrapArguments(input) as ToolCall["arguments"],
  });
  return {
    ...tool,
    async needsApproval(context, input, callId) {
      const call = callOf(callId, input);
      const decision = await external.decide(call, { tool: described });
      sdkCalls.decided(call, decision);
      if (decision.kind === "run") return tool.needsApproval(context, input, callId);
      return decision.kind === "ask";
    },
    async invoke(context, input, details) {
      const call = callOf(details?.toolCall?.callId, input);
      const answer = sdkCalls.answerTo(call, details?.toolCall, context);
      const outcome = await external.run(call, { tool: described, answer, signal: details?.signal }, (args) =>
        tool.invoke(context, JSON.stringify(args), details),
      );
      if ("error" in outcome) throw outcome.error; // as the tool without guards
      await sdkCalls.forget(outcome.actionReturn);
      return "result" in outcome && isUntouched(outcome.actionReturn, outcome.result)
        ? outcome.result
        : toolOutput(outcome.actionReturn);
    },
  };
}

/** Whether the model may read the tool's own result: no guard withheld it, or added a note. */
function isUntouched(actionReturn: ActionReturn, value: unknown): boolean {
  return actionReturn.status === "success" && typeof value !== "string" && !hasNotes(actionReturn);
}
