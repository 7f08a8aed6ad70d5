import type { ExternalTool } from "@helve/adapter";
import type { Args, JsonSchema, ToolCall } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { schemaValidator } from "@helve/opentool";
import { tool } from "@helve/tool";
import { asSchema, jsonSchema, type Schema, type Tool } from "ai";
import { AiToolError } from "./ai-tool-error.ts";

/**
 * The input schema of a tool that is not Helve's. A JSON Schema alone is applied by Helve: it coerces, and refuses unknown arguments. A schema
 * with code (zod) is applied by the SDK; Helve only repairs texts that it refuses.
 */
export class GuardedSchema {
  readonly #name: string;
  readonly #schema: Schema<unknown>;
  #described: Promise<ExternalTool> | undefined;
  #decoder: Promise<ActionExecutor> | undefined;

  constructor(name: string, { inputSchema }: Tool) {
    this.#name = name;
    this.#schema = asSchema(inputSchema) as Schema<unknown>;
  }

  /** Whether the schema has code, so that only the SDK can apply it. */
  get hasCode(): boolean {
    return this.#schema.validate !== undefined;
  }

  /** The description that Helve uses to decode a call; the same object each time. */
  describe(): Promise<ExternalTool> {
    this.#described ??= this.hasCode ? Promise.resolve({}) : this.#parameters().then((parameters) => ({ parameters }));
    return this.#described;
  }

  /** The schema for the SDK. It refuses what does not fit exactly, so that `repairToolCall` gets the text. */
  forSdk(isRepaired: (input: unknown) => boolean): Schema<unknown> {
    const { validate } = this.#schema;
    return jsonSchema<unknown>(() => this.#schema.jsonSchema, {
      validate:
        validate ??
        (async (value) => ((await this.#fits(value)) || isRepaired(value) ? valid(value) : invalid(this.#name))),
    });
  }

  /**
   * Decodes the text of a call whose schema has code.
   *
   * @throws AiToolError if the arguments are invalid
   */
  async decode(call: ToolCall): Promise<Args> {
    this.#decoder ??= this.#parameters().then((parameters) => decoder(this.#name, parameters));
    const judgement = await (await this.#decoder).judge(call);
    if (judgement.ok) return judgement.ticket.args;
    throw new AiToolError(judgement.actionReturn);
  }

  /**
   * Checks arguments that a rule or a person has changed: the tool must get exactly these.
   *
   * @throws AiToolError if they don't fit
   */
  async check(args: Args): Promise<void> {
    const { validate } = this.#schema;
    const fits = validate === undefined ? await this.#fits(args) : (await validate(structuredClone(args))).success;
    if (!fits) throw new AiToolError(`${this.#name} was stopped: the changed arguments do not fit its schema`);
  }

  async #parameters(): Promise<JsonSchema> {
    return (await this.#schema.jsonSchema) as unknown as JsonSchema;
  }

  async #fits(value: unknown): Promise<boolean> {
    return schemaValidator(await this.#parameters())(value).length === 0;
  }
}

/** Creates a decoder for the arguments of a tool. */
function decoder(name: string, parameters: JsonSchema): ActionExecutor {
  const definition = tool({
    name,
    description: name,
    parameters,
    describe: "optional",
    execute: () => {
      throw new TypeError("a decoder runs nothing");
    },
  });
  return new ActionExecutor([definition], { specialActions: false }) as unknown as ActionExecutor;
}

/** Returns a successful validation. */
function valid(value: unknown): { success: true; value: unknown } {
  return { success: true, value };
}

/** Returns a failed validation. */
function invalid(name: string): { success: false; error: Error } {
  return { success: false, error: new AiToolError(`${name}: its arguments do not fit its schema`) };
}
