import { checkOptions } from "@helve/adapter";
import type { JsonSchema, ResultPart, ToolContext } from "@helve/core";
import { type Tool as HelveTool, ToolError, tool } from "@helve/tool";
import { asSchema, type Schema, type Tool, type ToolSet } from "ai";
import type { ModelOutput } from "./model-output.ts";

/**
 * Converts AI SDK tools (version 6 or 7) to Helve tools, for an `ActionExecutor` or a Helve agent. The tools of an MCP client of the SDK are
 * such tools.
 *
 * @throws TypeError for a tool that the SDK does not run, and for one with `needsApproval` unless `approvals` is `"rules"`; ToolDefinitionError
 *   for a name or a schema that Helve does not accept
 *
 * @example
 * const executor = new ActionExecutor(await fromAiTools({ weather }), { guards: [engine] });
 */
export async function fromAiTools<const Tools extends ToolSet>(
  tools: Tools,
  options: FromAiToolsOptions = {},
): Promise<readonly HelveTool[]> {
  checkOptions(options, ["approvals"], "fromAiTools");
  const entries = Object.entries(tools as Readonly<Record<string, Tool>>);
  for (const [name, { execute, needsApproval }] of entries) {
    if (typeof execute !== "function")
      throw new TypeError(`${name} has no "execute": the provider or the browser runs it`);
    if (needsApproval !== undefined && needsApproval !== false && options.approvals !== "rules") {
      throw new TypeError(
        `${name} asks for approvals by "needsApproval", which Helve does not call: write a rule, and pass { approvals: "rules" }`,
      );
    }
  }
  return Promise.all(entries.map(([name, one]) => fromAiTool(name, one)));
}

/** Options of `fromAiTools`. */
export interface FromAiToolsOptions {
  /** `rules`: the rules of the executor decide in place of `needsApproval`. */
  readonly approvals?: "rules" | undefined;
}

async function fromAiTool(name: string, original: Tool): Promise<HelveTool> {
  const schema = asSchema(original.inputSchema) as Schema<unknown>;
  const { description } = original as { readonly description?: unknown };
  return tool({
    name,
    description: typeof description === "string" ? description : name,
    parameters: (await schema.jsonSchema) as unknown as JsonSchema,
    describe: "optional",
    execute: async (args, context: ToolContext) => {
      const input = await validated(name, schema, args);
      const { actionId: toolCallId, signal: abortSignal } = context;
      const options = { toolCallId, messages: [], abortSignal, context: undefined, experimental_context: undefined };
      const output = await lastOutput(original.execute?.call(original, input, options as never), context);
      const { toModelOutput } = original;
      if (toModelOutput === undefined) return output;
      return fromModelOutput(await toModelOutput.call(original, { toolCallId, input, output } as never));
    },
  }) as HelveTool;
}

/** Validates arguments by the tool's schema, and returns its output. */
async function validated(name: string, { validate }: Schema<unknown>, args: unknown): Promise<unknown> {
  if (validate === undefined) return args;
  const validation = await validate(args);
  if (validation.success) return validation.value;
  throw new ToolError(`${name}: ${validation.error.message}`, { cause: validation.error });
}

/** Waits for the result. The values of an iterable are progress; the last one is also the result. */
async function lastOutput(result: unknown, { progress }: ToolContext): Promise<unknown> {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
  let last: unknown;
  for await (const value of result as AsyncIterable<unknown>) {
    progress(value);
    last = value;
  }
  return last;
}

function fromModelOutput(output: ModelOutput): unknown {
  switch (output.type) {
    case "text":
    case "json":
      return output.value;
    case "content":
      return output.value.map(resultPart);
    case "error-text":
    case "error-json":
      throw new ToolError(typeof output.value === "string" ? output.value : JSON.stringify(output.value));
    default:
      throw new ToolError(output.reason ?? "the execution was denied");
  }
}

/** Converts a part of an AI SDK result (text, image, file) to a part of a result of ours. */
function resultPart(part: (ModelOutput & { type: "content" })["value"][number]): ResultPart {
  switch (part.type) {
    case "text":
      return { type: "text", content: part.text };
    case "image-data":
    case "file-data": {
      const content = `data:${part.mediaType};base64,${part.data}`;
      return { type: mediaKind(part.mediaType), content, mediaType: part.mediaType };
    }
    case "image-url":
      return { type: "image", content: part.url };
    case "file-url":
      return { type: "file", content: part.url };
    case "file": {
      const { data, mediaType } = part;
      const kind = mediaKind(mediaType);
      if (data.type === "url") return { type: kind, content: String(data.url), mediaType };
      if (data.type === "text") return { type: "text", content: data.text };
      if (data.type === "data" && typeof data.data === "string") {
        return { type: kind, content: `data:${mediaType};base64,${data.data}`, mediaType };
      }
      return { type: "text", content: `[a ${mediaType} file]` };
    }
    default:
      return { type: "text", content: `[${part.type}]` };
  }
}

function mediaKind(mediaType: string): "image" | "audio" | "file" {
  if (mediaType.startsWith("image")) return "image";
  return mediaType.startsWith("audio") ? "audio" : "file";
}
