// Parses a scripted model: prepared assistant messages that a demo uses in place of a real model.

import { type Issue, IssuesError, type JsonSchema, type TextRange, type ToolCall } from "@helve/core";
import { jsonSyntaxIssue, sourceText } from "@helve/core/internal";
import { compileSchema } from "@helve/opentool";

/** One turn of a model: its text and its raw tool calls. */
export interface ModelTurn {
  readonly content: string;
  readonly calls: readonly ToolCall[];
}

/** An assistant message in the format of chat APIs. The arguments of a call are text, which may be invalid JSON. */
interface Message {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

const text: JsonSchema = { type: "string" };
const call = objectSchema({ id: text, function: objectSchema({ name: text, arguments: text }) });
const fits = compileSchema(
  objectSchema(
    { role: { const: "assistant" } },
    { content: { type: ["string", "null"] }, tool_calls: { type: "array", items: call } },
  ),
);

/** The JSON Schema of an object with these required and optional properties. */
function objectSchema(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}

/**
 * Parses a scripted model: one assistant message in JSON on each line.
 *
 * @throws ScriptError with the issues of all lines
 */
export function parseScript(script: string): readonly ModelTurn[] {
  const source = sourceText(script);
  const at = (offset: number): TextRange => source.range(offset, offset);
  const lines = [...script.matchAll(/^[^\S\n]*\S.*/gm)];
  const issues = lines.flatMap(({ 0: line, index }) =>
    lineIssues(line).map((issue) => ({ ...issue, range: at(index + (issue.range?.start.offset ?? 0)) })),
  );
  if (lines.length === 0) issues.push({ code: "empty", message: "expected an assistant message", range: at(0) });
  if (issues.length > 0) throw new ScriptError(issues);
  return lines.map(({ 0: line }) => toTurn(JSON.parse(line)));
}

/** A script has lines that are not assistant messages. */
class ScriptError extends IssuesError {
  override readonly code = "invalid_script";
}

/** Returns the issues of one line of a script. */
function lineIssues(line: string): readonly Issue[] {
  const fault = jsonSyntaxIssue(line);
  return fault === undefined ? fits(JSON.parse(line)) : [fault];
}

/** Converts an assistant message to a turn of the model. */
function toTurn({ content, tool_calls = [] }: Message): ModelTurn {
  return { content: content ?? "", calls: tool_calls.map(({ id, function: called }) => ({ id, ...called })) };
}
