import { observationText } from "@helve/adapter";
import type { ActionReturn, ResultPart } from "@helve/core";

/** The output of a call for the model, in the SDK's format: a text, or a list if there are images or files. */
export type ToolOutput = string | readonly ToolOutputPart[];

/** A part of an output, as the SDK takes it. */
export type ToolOutputPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly image: string }
  | { readonly type: "file"; readonly file: string | { readonly url: string } };

export function toolOutput(actionReturn: ActionReturn): ToolOutput {
  const { parts } = actionReturn.observation;
  const isText = parts.every(({ type }) => type !== "image" && type !== "file");
  return isText ? observationText(actionReturn) : parts.map((part) => outputPart(part, actionReturn));
}

/** Converts a part of a tool's result to the form of the OpenAI Agents SDK. */
function outputPart(part: ResultPart, actionReturn: ActionReturn): ToolOutputPart {
  if (part.type === "image") return { type: "image", image: part.content };
  if (part.type === "file") {
    return { type: "file", file: part.content.startsWith("data:") ? part.content : { url: part.content } };
  }
  const observation = { ...actionReturn.observation, parts: [part] };
  return { type: "text", text: observationText({ ...actionReturn, observation }) };
}
