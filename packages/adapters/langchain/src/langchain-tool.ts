import type { JsonSchema } from "@helve/core";
import type { ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import type { RunnableConfig } from "@langchain/core/runnables";
import { DynamicStructuredTool, StructuredTool } from "@langchain/core/tools";

/**
 * A tool of LangChain whose arguments Helve decodes: LangChain shows its schema to the model and does not validate by it, because it would
 * refuse what Helve can repair.
 */
export class LangChainTool<Name extends string = string, Arguments = unknown> extends StructuredTool<
  LangChainSchema,
  Arguments,
  Arguments,
  ToolMessage
> {
  override readonly name: Name;
  override readonly description: string;
  override readonly schema: LangChainSchema;
  readonly #runner: DynamicStructuredTool;

  constructor({ name, description, schema, execute }: LangChainToolFields<Name>) {
    super({});
    this.name = name;
    this.description = description;
    this.schema = schema as LangChainSchema;
    this.#runner = new DynamicStructuredTool({
      name,
      description,
      schema: {},
      func: (args, _, config) => {
        const { toolCall } = (config ?? {}) as { readonly toolCall?: ToolCall };
        return execute({ id: toolCall?.id ?? `call_${crypto.randomUUID()}`, name, args }, (config ?? {}) as ToolConfig);
      },
    });
  }

  static override lc_name(): string {
    return "LangChainTool";
  }

  /** Runs a call. LangChain's callbacks see it as they see every tool. */
  override invoke(input: never, config?: never): Promise<never> {
    return this.#runner.invoke(input, config) as Promise<never>;
  }

  override call(input: never, config?: never): Promise<never> {
    return this.#runner.call(input, config) as Promise<never>;
  }

  protected override _call(): Promise<ToolMessage> {
    throw new TypeError(`call ${this.name} by its method "invoke"`);
  }
}

/** A schema as the types of LangChain know it. */
export type LangChainSchema = Extract<
  NonNullable<ConstructorParameters<typeof DynamicStructuredTool>[0]["schema"]>,
  { $schema?: string }
>;

/** The parts of a tool. */
export interface LangChainToolFields<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly execute: (call: ToolCall, config: ToolConfig) => Promise<ToolMessage>;
}

/** The configuration that a `ToolNode` passes to a tool. */
export interface ToolConfig extends RunnableConfig {
  readonly state?: unknown;
  readonly writer?: ((update: unknown) => void) | null;
}
