import type { JsonSchema, ResultPart } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { type Tool, ToolError, tool } from "@helve/tool";
import { ToolMessage } from "@langchain/core/messages";
import { parametersOf } from "./parameters.ts";

/**
 * Converts LangChain tools to Helve tools for an `ActionExecutor`, which repairs their arguments and guards their calls. A tool
 * that interrupts the graph, or that returns a `Command`, needs the agent: guard it by `helveMiddleware({ guards })` instead.
 *
 * @example
 * const executor = new ActionExecutor([pay, ...fromLangChainTools([search])], { guards: [engine] });
 */
export function fromLangChainTools(tools: readonly InvokableTool[]): readonly Tool[] {
  return tools.map((from) => {
    const made = tool({
      name: "external",
      description: from.description,
      parameters: parametersOf(from) ?? ({ type: "object", additionalProperties: true } as JsonSchema),
      describe: "optional",
      execute: async (args, { actionId, signal }) => {
        const call = {
          type: "tool_call",
          id: actionId,
          name: from.name,
          args: args as Record<string, unknown>,
        } as const;
        return toolResult(await from.invoke(call as never, { signal } as never), from.name);
      },
    });
    return { ...made, name: from.name, function: { ...made.function, name: from.name } };
  });
}

/** A tool of LangChain: what `tool()` returns, or a `StructuredTool`. */
export interface InvokableTool {
  readonly name: string;
  readonly description: string;
  readonly schema?: unknown;
  invoke(call: never, config?: never): Promise<unknown>;
}

/** The value of a result of LangChain; a text or the parts of a message. */
function toolResult(result: unknown, name: string): unknown {
  if (!ToolMessage.isInstance(result)) {
    if (isObject(result) && "lg_name" in result)
      throw new ToolError(`${name} returned a Command, which needs its agent`);
    return result;
  }
  if (result.status === "error") throw new ToolError(result.text);
  return typeof result.content === "string" ? result.content : result.content.map(resultPart);
}

/** Converts a content block of LangChain to a part of a tool's result. */
function resultPart(block: unknown): ResultPart {
  const { type, text, image_url: image, url, data, mimeType = "" } = isObject(block) ? block : {};
  if (type === "text" && typeof text === "string") return { type, content: text };
  const address = isObject(image) ? image["url"] : (image ?? url);
  const content = address ?? (typeof data === "string" ? `data:${mimeType};base64,${data}` : undefined);
  if (typeof content !== "string") return { type: "json", content: JSON.parse(JSON.stringify(block ?? null)) };
  const isMedia = type === "audio" || type === "file";
  return {
    type: isMedia ? type : "image",
    content,
    mediaType: typeof mimeType === "string" && mimeType !== "" ? mimeType : undefined,
  };
}
