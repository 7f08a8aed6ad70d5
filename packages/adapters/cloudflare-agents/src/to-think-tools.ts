import { checkOptions, GuardedCalls, resultValue } from "@helve/adapter";
import type { JsonSchema } from "@helve/core";
import type { ActionExecutor, CallArguments, CallName, CallResult, ExecutorTools } from "@helve/executor";
import { jsonSchema, type Tool } from "ai";
import type { CallSource, ThinkConversation } from "./think-conversation.ts";
import { jsonInput, ThinkGuard, type ThinkGuardOptions, thinkGuardOptions } from "./think-guard.ts";
import { ThinkToolError } from "./think-tool-error.ts";
import { modelOutput, notesOf, withNotes } from "./tool-output.ts";

/**
 * Converts the tools of an executor to tools of a `ThinkHarness`. Helve decodes their arguments, evaluates the rules, lets the harness ask a person,
 * and runs the tools.
 *
 * @throws TypeError for something that is no executor, for an unknown option, and for something that is no storage
 *
 * @example
 * const helve = toThinkTools(new ActionExecutor([pay], { guards: [engine] }), { storage: this.ctx.storage });
 * const harness = new ThinkHarness({ model: repairedModel(model), ...helve });
 */
export function toThinkTools<const Tools extends ExecutorTools>(
  executor: ActionExecutor<Tools>,
  options: ThinkGuardOptions,
): ThinkTools<Tools> {
  checkOptions(options, thinkGuardOptions, "toThinkTools");
  return new ThinkTools(executor, options);
}

/** Options of a `ThinkHarness` for the tools of an executor. Spread the object into the options; its methods are not copied by the spread. */
export class ThinkTools<Tools extends ExecutorTools = ExecutorTools> extends ThinkGuard<CallSource> {
  /** The tools of a session, by their names: `Toolkit.Tool` is `Toolkit-Tool`. */
  readonly tools: (context: { readonly session: string }) => ThinkToolsOf<Tools>;

  constructor(executor: ActionExecutor<Tools>, options: ThinkGuardOptions) {
    if (!(executor instanceof Object) || typeof executor.session !== "function") {
      throw new TypeError("the first argument must be an ActionExecutor of @helve/executor");
    }
    const described = executor.actionsInfo({ format: "mcp" });
    const names = new Set(described.map(({ name }) => name));
    super(options, {
      open: (earlier) => {
        const calls = new GuardedCalls(executor, earlier) as unknown as GuardedCalls;
        return { calls, decide: (call) => calls.decide(call) };
      },
      isOurs: (toolName) => names.has(toolName),
    });
    const sets = new Map<string, ThinkToolsOf<Tools>>();
    this.tools = ({ session }) => {
      const kept = sets.get(session);
      if (kept !== undefined) return kept;
      const tools = described.map(({ name, description, inputSchema }) => [
        name,
        thinkTool(name, { description, inputSchema }, () => this.conversation(session)),
      ]);
      const set = Object.fromEntries(tools) as ThinkToolsOf<Tools>;
      sets.set(session, set);
      return set;
    };
  }
}

/** Tools of the harness by their names: `Toolkit.Tool` is `Toolkit-Tool`. */
export type ThinkToolsOf<Tools extends ExecutorTools> = {
  [Name in CallName<Tools> as WireName<Name>]: Tool<CallArguments<Tools, Name>, CallResult<Tools, Name>>;
};

type WireName<Name extends string> = Name extends `${infer Group}.${infer Member}`
  ? WireName<`${Group}-${Member}`>
  : Name;

interface Description {
  readonly description: string | undefined;
  readonly inputSchema: JsonSchema;
}

function thinkTool(
  name: string,
  { description, inputSchema }: Description,
  open: () => Promise<ThinkConversation>,
): Tool {
  /** Runs a call, after it was decided, as the SDK calls a tool. */
  async function* execute(input: unknown, options: ExecutionOptions): AsyncGenerator<unknown> {
    const { toolCallId: id, abortSignal: signal } = options;
    const call = { id, name, arguments: jsonInput(name, input) };
    const conversation = await open();
    const answer = await conversation.begin(call);
    const updates = conversation.calls.stream(call, { signal, answer });
    for (;;) {
      const { done, value } = await updates.next();
      if (!done) {
        yield value;
        continue;
      }
      await conversation.end(id, notesOf(value));
      if (value.status !== "success") throw new ThinkToolError(value);
      yield resultValue(value);
      return;
    }
  }
  return {
    description,
    // Helve decodes when the tool is executed, so that its errors reach the model.
    inputSchema: jsonSchema<unknown>(inputSchema as unknown as Parameters<typeof jsonSchema>[0]),
    execute,
    toModelOutput: async ({ toolCallId, output }: { readonly toolCallId: string; readonly output: unknown }) => {
      const notes = await (await open()).notes(toolCallId);
      return notes === undefined ? modelOutput(output) : withNotes(modelOutput(output), notes);
    },
  } as unknown as Tool;
}

interface ExecutionOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal;
}
