import { JsonParser } from "@helve/arguments";
import type { Args, JsonSchema } from "@helve/core";
import { type LanguageModel, wrapLanguageModel } from "ai";

/**
 * Wraps a model so that malformed arguments of its calls are repaired: a `ThinkHarness` has no hook for a text that is not JSON. The text stays
 * unchanged if it fits the schema of its tool, or if its intent is uncertain.
 *
 * @throws TypeError for the name of a model, which has to be resolved to a model first
 *
 * @example
 * const harness = new ThinkHarness({ model: repairedModel(workersai("@cf/moonshotai/kimi-k2.7-code")), ...helve });
 */
export function repairedModel(model: LanguageModel): Exclude<LanguageModel, string> {
  if (typeof model === "string") {
    throw new TypeError(
      `repairedModel needs a model, not its name "${model}": pass gateway("${model}") of the package "ai"`,
    );
  }
  const parser = new JsonParser();
  const repair = (part: object, tools: readonly ToolDescription[] | undefined): object =>
    isToolCall(part) ? { ...part, input: repaired(part, tools, parser) } : part;
  const middleware = {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, params }: WrapOptions) => {
      const result = (await doGenerate()) as { readonly content: readonly object[] };
      return { ...result, content: result.content.map((part) => repair(part, params.tools)) };
    },
    wrapStream: async ({ doStream, params }: WrapOptions) => {
      const result = (await doStream()) as { readonly stream: ReadableStream<object> };
      const transform = new TransformStream<object, object>({
        transform: (part, controller) => controller.enqueue(repair(part, params.tools)),
      });
      return { ...result, stream: result.stream.pipeThrough(transform) };
    },
  };
  type Options = Parameters<typeof wrapLanguageModel>[0];
  return wrapLanguageModel({ model, middleware } as unknown as Options);
}

interface WrapOptions {
  readonly doGenerate: () => PromiseLike<unknown>;
  readonly doStream: () => PromiseLike<unknown>;
  readonly params: { readonly tools?: readonly ToolDescription[] };
}

interface ToolDescription {
  readonly type: string;
  readonly name: string;
  readonly inputSchema?: unknown;
}

interface ToolCallPart {
  readonly type: "tool-call";
  readonly toolName: string;
  readonly input: string;
}

function isToolCall(part: object): part is ToolCallPart {
  return (part as ToolCallPart).type === "tool-call" && typeof (part as ToolCallPart).input === "string";
}

/** Repairs the arguments of a call if its schema is known. */
function repaired(
  { toolName, input }: ToolCallPart,
  tools: readonly ToolDescription[] | undefined,
  parser: JsonParser,
): string {
  const tool = tools?.find(({ type, name }) => type === "function" && name === toolName);
  if (tool?.inputSchema === undefined) return input;
  const { ok, repairs, ...decoded } = parser.decode(input, tool.inputSchema as JsonSchema);
  if (!ok || repairs.length === 0 || repairs.some(({ kind }) => cutOff.has(kind))) return input;
  return JSON.stringify((decoded as { readonly args: Args }).args);
}

/** Repairs of a text that was cut off. The missing rest could change the meaning of the call. */
const cutOff: ReadonlySet<string> = new Set(["truncated", "truncated_member"]);
