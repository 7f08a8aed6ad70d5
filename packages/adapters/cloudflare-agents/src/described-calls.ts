import type { BeginOptions, BegunCall, CallDecision, ExternalCalls, ExternalTool, GuardedCalls } from "@helve/adapter";
import type { JsonSchema, ToolCall } from "@helve/core";
import { asSchema, type ToolSet } from "ai";

/** `ExternalCalls` with the schemas of the tools, as far as they are known. */
export class DescribedCalls {
  readonly #external: ExternalCalls;
  readonly #tools: ToolSet;
  readonly #described = new Map<string, Promise<ExternalTool>>();

  constructor(external: ExternalCalls, tools: ToolSet) {
    this.#external = external;
    this.#tools = tools;
  }

  get calls(): GuardedCalls {
    return this.#external.calls;
  }

  async decide(call: ToolCall): Promise<CallDecision> {
    return this.#external.decide(call, { tool: await this.#describe(call.name) });
  }

  async begin(call: ToolCall, options: BeginOptions): Promise<BegunCall> {
    return this.#external.begin(call, { ...options, tool: await this.#describe(call.name) });
  }

  /** Always the same object for a tool. */
  #describe(name: string): Promise<ExternalTool> | undefined {
    const tool = Object.hasOwn(this.#tools, name) ? this.#tools[name] : undefined;
    if (tool === undefined) return undefined;
    const kept = this.#described.get(name) ?? describe(tool);
    this.#described.set(name, kept);
    return kept;
  }
}

/** Reads the description and JSON Schema of a tool. */
async function describe({ description, inputSchema }: ToolSet[string]): Promise<ExternalTool> {
  const parameters = (await asSchema(inputSchema).jsonSchema) as unknown as JsonSchema;
  return { parameters, description: typeof description === "string" ? description : undefined };
}
