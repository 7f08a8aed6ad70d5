import type { Locale } from "@helve/core";
import type { ModelTool, ToolChoice } from "../model.ts";

/** Lists tools for a prompt, one JSON object on each line. */
export function describeTools(tools: readonly ModelTool[]): string {
  return tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters })).join("\n");
}

/** Returns the sentence that forces a tool; `""` if the model may choose. */
export function forcedChoice(choice: ToolChoice, locale: Locale): string {
  if (choice === "auto" || choice === "none") return "";
  if (choice === "any") return locale === "zh" ? "\n这一次必须调用工具。" : "\nThis time you have to call a tool.";
  return locale === "zh"
    ? `\n这一次必须调用工具 ${choice.tool}。`
    : `\nThis time you have to call the tool ${choice.tool}.`;
}
