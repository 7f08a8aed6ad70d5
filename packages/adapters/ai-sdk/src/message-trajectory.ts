/** Converts a conversation to the steps that rules see: its calls with their results. */
import type { Args, Step, Trajectory } from "@helve/core";
import { freezeCopy, isObject } from "@helve/core/internal";
import type { ModelMessage, ToolModelMessage, ToolResultPart } from "ai";

/** The steps that a conversation tells of: the calls with their results. Messages have no times, so neither have the steps. */
export function messageTrajectory(messages: readonly ModelMessage[], nameOf: (name: string) => string): Trajectory {
  const results = new Map(messages.flatMap(resultsOf).map((part) => [part.toolCallId, part.output]));
  return messages.flatMap(({ role, content }) => {
    if (role !== "assistant" || typeof content === "string") return [];
    return content.flatMap((part): readonly Step[] => {
      if (part.type !== "tool-call") return [];
      const output = results.get(part.toolCallId);
      const args: Args = isObject(part.input) ? (freezeCopy(part.input, "convert") as Args) : {};
      const action = { id: part.toolCallId, name: nameOf(part.toolName), args };
      return output === undefined ? [] : [{ action, ...outcomeOf(output) }];
    });
  });
}

/** The text of the last message of the user. */
export function userPrompt(messages: readonly ModelMessage[]): string {
  const content = messages.findLast(({ role }) => role === "user")?.content ?? "";
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** Lists the tool results in a message. */
function resultsOf({ role, content }: ModelMessage): readonly ToolResultPart[] {
  return role === "tool" ? (content as ToolModelMessage["content"]).filter((part) => part.type === "tool-result") : [];
}

/** Converts a tool result of the SDK to the outcome of a step. */
function outcomeOf(output: ToolResultPart["output"]): Pick<Step, "observation" | "ran" | "status"> {
  const isError = output.type === "execution-denied" || output.type.startsWith("error");
  const ran = output.type !== "execution-denied";
  const status = ran ? (isError ? "failed" : "success") : "stopped";
  return { observation: { parts: [{ type: "text", content: textOf(output) }], isError }, ran, status };
}

/** Returns the text of a tool result. */
function textOf(output: ToolResultPart["output"]): string {
  if (output.type === "execution-denied") return output.reason ?? "";
  return "value" in output && typeof output.value === "string" ? output.value : JSON.stringify(output);
}
