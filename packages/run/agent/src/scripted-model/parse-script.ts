import { type Issue, IssuesError, type JsonSchema, type ReadResult, type TextRange } from "@helve/core";
import { jsonSyntaxIssue, sourceText } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import type { StopReason } from "../model.ts";
import type { Usage } from "../usage.ts";

/**
 * Parses the turns of a scripted model: one message in JSON on each line.
 *
 * @throws ScriptError with the issues of all lines
 */
export function parseScript(script: string): readonly ScriptedTurn[] {
  const { value, issues } = readScript(script);
  if (value === undefined) throw new ScriptError(issues);
  return value;
}

/** A turn of a model in the format of chat APIs. The arguments of a call are text, which may be invalid JSON. */
export interface ScriptedTurn {
  readonly role?: "assistant";
  readonly content?: string | null;
  readonly reasoning?: string;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly type?: "function";
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly usage?: Usage;
  readonly stopReason?: StopReason;
}

/** Parses the turns of a scripted model, and returns the issues of all lines. */
export function readScript(script: string): ReadResult<readonly ScriptedTurn[]> {
  const source = sourceText(script);
  const at = (offset: number): TextRange => source.range(offset, offset);
  const lines = [...script.matchAll(/^[^\S\n]*\S.*/gm)];
  const issues = lines.flatMap(({ 0: line, index }) =>
    lineIssues(line).map((issue) => ({ ...issue, range: at(index + (issue.range?.start.offset ?? 0)) })),
  );
  if (lines.length === 0) issues.push({ code: "empty", message: "expected a message of a model", range: at(0) });
  return { value: issues.length > 0 ? undefined : lines.map(({ 0: line }) => JSON.parse(line)), issues };
}

/** A script has lines that are not messages of a model. */
export class ScriptError extends IssuesError {
  override readonly code = "invalid_script";
}

/** Returns what is wrong with a line of a script. */
function lineIssues(line: string): readonly Issue[] {
  const fault = jsonSyntaxIssue(line);
  return fault === undefined ? fits(JSON.parse(line)) : [fault];
}

const text: JsonSchema = { type: "string" };
const tokens: JsonSchema = { type: "number", minimum: 0 };
const fits = schemaValidator(
  object([], {
    role: { const: "assistant" },
    content: { type: ["string", "null"] },
    reasoning: text,
    tool_calls: {
      type: "array",
      items: object(["function"], {
        id: text,
        function: object(["name", "arguments"], { name: text, arguments: text }),
      }),
    },
    usage: object(["inputTokens", "outputTokens"], { inputTokens: tokens, outputTokens: tokens }),
    stopReason: { enum: ["stop", "calls", "length", "filter", "other"] },
  }),
);

/** Creates the JSON Schema of an object. */
function object(required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required };
}
