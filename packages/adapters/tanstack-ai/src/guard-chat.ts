import {
  ExternalCalls,
  type ExternalCallsOptions,
  type ExternalTool,
  externalResult,
  passthroughSchema,
  unwrapArguments,
} from "@helve/adapter";
import type { JsonSchema } from "@helve/core";
import {
  type ChatMiddlewareConfig,
  convertSchemaToJsonSchema,
  isStandardSchema,
  parseWithStandardSchema,
  type ToolExecutionContext,
} from "@tanstack/ai";
import { type ApprovalInterrupt, approvalInterrupt } from "./approval-interrupt.ts";
import { type Answers, type CallMiddleware, callMiddleware } from "./call-middleware.ts";

/**
 * Guards the server tools of a chat that are not Helve's, also those of MCP servers. Put the middleware after others that add tools. Create it
 * once for each run: its calls share a session.
 *
 * Tools that the client executes, and tools that the provider executes, are out of reach: with a client tool the run is refused.
 *
 * @throws TypeError for an unknown option
 *
 * @example
 * const stream = chat({ adapter, messages, tools, ...guardChat({ guards: [engine] }) });
 */
export function guardChat(options: ExternalCallsOptions): GuardedChat {
  const calls = new ExternalCalls(options);
  const answers: Answers = new Map();
  const guarded = new GuardedTools(calls, answers);
  const middleware = callMiddleware({
    answers,
    held: calls.calls,
    decide: async (call, signal) => {
      const tool = guarded.described(call.name);
      return tool && calls.decide(call, { tool, signal });
    },
    hasEnded: () => calls.calls.ended !== undefined,
    onConfig: ({ tools }) => ({ tools: tools.map((tool) => guarded.wrap(tool)) }),
  });
  return { middleware: [middleware], interrupts: [approvalInterrupt] };
}

/** Options of `chat`: spread them, or join their lists with your own. */
export interface GuardedChat {
  readonly middleware: [CallMiddleware];
  readonly interrupts: readonly [ApprovalInterrupt];
}

type ChatTool = ChatMiddlewareConfig["tools"][number];

/** The tools of a run with a guard in front, each wrapped once. */
class GuardedTools {
  readonly #calls: ExternalCalls;
  readonly #answers: Answers;
  readonly #wrapped = new WeakMap<object, ChatTool>();
  readonly #described = new Map<string, ExternalTool>();

  constructor(calls: ExternalCalls, answers: Answers) {
    this.#calls = calls;
    this.#answers = answers;
  }

  described(name: string): ExternalTool | undefined {
    return this.#described.get(name);
  }

  wrap(tool: ChatTool): ChatTool {
    const known = this.#wrapped.get(tool);
    if (known !== undefined) return known;
    const wrapped = this.#guard(tool);
    this.#wrapped.set(tool, wrapped);
    this.#wrapped.set(wrapped, wrapped);
    return wrapped;
  }

  #guard(tool: ChatTool): ChatTool {
    const { name, description, inputSchema, execute } = tool;
    if (execute === undefined) {
      throw new TypeError(
        `the tool "${name}" runs in the client, where no rule of this server can stop it: leave it out`,
      );
    }
    const parameters = convertSchemaToJsonSchema(inputSchema) as JsonSchema | undefined;
    const described: ExternalTool = { description, parameters };
    this.#described.set(name, described);
    const run = async (input: unknown, context: ToolExecutionContext): Promise<unknown> => {
      const { toolCallId: id = crypto.randomUUID(), abortSignal: signal } = context ?? {};
      const answer = this.#answers.get(id);
      this.#answers.delete(id);
      const call = { id, name, arguments: unwrapArguments(input) };
      const ran = await this.#calls.run(call, { tool: described, answer, signal }, async (args) =>
        execute.call(
          tool,
          isStandardSchema(inputSchema) ? parseWithStandardSchema(inputSchema, args) : args,
          context as never,
        ),
      );
      return externalResult(ran);
    };
    return {
      ...tool,
      execute: run as never,
      inputSchema: passthroughSchema(parameters ?? { type: "object" }) as never,
    };
  }
}
