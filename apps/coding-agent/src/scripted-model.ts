import { type Issue, type JsonSchema, jsonFault, type ToolCall } from "@helve/core";
import { compileSchema } from "@helve/opentool";
import { UsageError } from "./usage-error.ts";

/** One turn of a model: what it says, and the tools it calls, as raw as it sent them. */
export interface Turn {
  readonly content: string;
  readonly calls: readonly ToolCall[];
}

/** An assistant message as chat APIs have it; a call's arguments are text, which may be anything. */
interface Message {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

const message: JsonSchema = {
  type: "object",
  properties: {
    role: { const: "assistant" },
    content: { type: ["string", "null"] },
    tool_calls: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          function: {
            type: "object",
            properties: { name: { type: "string" }, arguments: { type: "string" } },
            required: ["name", "arguments"],
          },
        },
        required: ["id", "function"],
      },
    },
  },
  required: ["role"],
};

/**
 * Reads a scripted model: one assistant message in JSON on each line.
 *
 * @throws UsageError naming every line that is none, with its column
 */
export function parseScript(text: string, file: string): readonly Turn[] {
  const turns: Turn[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const found = problemsOf(line).map(
      (issue) => `${file}:${index + 1}:${issue.range?.start.column ?? 1}: ${issue.message}`,
    );
    if (found.length === 0) turns.push(toTurn(JSON.parse(line)));
    problems.push(...found);
  }
  if (turns.length + problems.length === 0)
    problems.push(`${file}:1:1: expected an assistant message (got an empty script)`);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return turns;
}

const fits = compileSchema(message);

function problemsOf(line: string): readonly Issue[] {
  const fault = jsonFault(line);
  return fault === undefined ? fits(JSON.parse(line)) : [fault];
}

function toTurn({ content, tool_calls = [] }: Message): Turn {
  return { content: content ?? "", calls: tool_calls.map((call) => ({ id: call.id, ...call.function })) };
}
