import { JsonParser } from "@helve/arguments";
import type { JsonSchema, Locale } from "@helve/core";
import type { CallPart } from "../message.ts";
import type { ModelTool } from "../model.ts";
import type { TurnCall } from "../pending-run.ts";
import { reactTexts } from "./texts.ts";

/** Creates the tool with which a model submits its answer. The loop answers its calls itself. */
export function submitTool(name: string, description: string | undefined, locale: Locale): SubmitTool {
  const texts = reactTexts[locale];
  const parameters: JsonSchema = {
    type: "object",
    properties: { answer: { type: "string", description: texts.answer } },
    required: ["answer"],
  };
  const tool: ModelTool = { name, description: description ?? texts.description, parameters };
  const intercept = (call: CallPart): Omit<TurnCall, "call"> | undefined => {
    if (call.name !== name) return undefined;
    const decoded = parser.decode(call.arguments, parameters);
    if (!decoded.ok) {
      return { reply: reply(call, decoded.issues.map(({ message }) => `${name}: ${message}`).join("\n"), true) };
    }
    return { reply: reply(call, texts.received), submitted: String(decoded.args["answer"]) };
  };
  return { tool, intercept };
}

/** The tool as the model sees it, and what answers its calls. */
export interface SubmitTool {
  readonly tool: ModelTool;
  intercept(call: CallPart): Omit<TurnCall, "call"> | undefined;
}

const parser = new JsonParser();

/** Answers the call with which the model submits. */
function reply({ id, name }: CallPart, content: string, isError = false): NonNullable<TurnCall["reply"]> {
  return { role: "tool", callId: id, name, parts: [{ type: "text", content }], isError: isError || undefined };
}
