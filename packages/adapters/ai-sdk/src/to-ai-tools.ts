import { checkOptions, GuardedCalls, type GuardedCallsOptions, guardedCallsOptions, resultValue } from "@helve/adapter";
import type { ActionReturn, JsonSchema } from "@helve/core";
import type {
  ActionExecutor,
  CallArguments,
  CallName,
  CallResult,
  ExecutorTools,
  SessionCallOptions,
} from "@helve/executor";
import { schemaValidator } from "@helve/opentool";
import { jsonSchema, type Tool, type ToolExecutionOptions } from "ai";
import { AiToolError } from "./ai-tool-error.ts";
import { AiTools, type RepairToolCall, type ToolApproval } from "./ai-tools.ts";
import { answerIn } from "./approval-messages.ts";
import { type ModelOutput, valueOutput } from "./model-output.ts";
import { type ResultNotes, resultNotes, withNotes } from "./result-notes.ts";
import { resultStream } from "./result-stream.ts";
import { SdkCalls } from "./sdk-calls.ts";

/**
 * Converts the tools of an executor to AI SDK tools (version 6 or 7). Helve decodes their arguments, evaluates the rules, lets the SDK ask
 * a person, and runs the tools. One object is for one run of an agent, of one user: its session keeps the steps that rules look back at.
 *
 * @param options - those of `GuardedCalls`, and `progress`
 * @throws TypeError for something that is no executor, and for an unknown option
 *
 * @example
 * const helve = toAiTools(new ActionExecutor([pay], { guards: [engine] }));
 * const { text } = await generateText({ model, prompt, ...helve, stopWhen: isStepCount(10) });
 */
export function toAiTools<const Tools extends ExecutorTools>(
  executor: ActionExecutor<Tools>,
  options: ToAiToolsOptions = {},
): AiTools<AiToolsOf<Tools>> {
  checkOptions(options, [...guardedCallsOptions, "progress"], "toAiTools");
  const { progress = true, ...callsOptions } = options;
  const calls = new GuardedCalls(executor, callsOptions) as unknown as GuardedCalls;
  const sdkCalls = new SdkCalls(calls);
  const described = executor.actionsInfo({ format: "mcp" });
  const names = new Map(executor.tools.map(({ name }, index) => [described[index]?.name ?? name, name]));
  const tools = described.map(({ name: wire, description, inputSchema }, index) => {
    const { name, parameters } = executor.tools[index] as ActionExecutor["tools"][number];
    const accepts = schemaValidator(parameters);
    return [wire, aiTool(name, { calls, sdkCalls, progress, description, inputSchema, accepts })] as const;
  });
  const approvals = [...names].map(([wire, name]) => [wire, approvalOf(sdkCalls, name)] as const);
  return new AiTools(
    Object.fromEntries(tools) as unknown as AiToolsOf<Tools>,
    Object.fromEntries(approvals) as { [Name in keyof AiToolsOf<Tools>]: ToolApproval },
    repairOf(sdkCalls, names),
    { calls, sdkCalls },
  );
}

/** Options of `toAiTools`. */
export interface ToAiToolsOptions extends GuardedCallsOptions {
  /** Pass on the progress of tools as preliminary results; true by default. The SDK then repeats each result as a preliminary one. */
  readonly progress?: boolean | undefined;
}

/** Tools of the SDK by their names: `Toolkit.Tool` is `Toolkit-Tool`. */
export type AiToolsOf<Tools extends ExecutorTools> = {
  [Name in CallName<Tools> as WireName<Name>]: Tool<CallArguments<Tools, Name>, CallResult<Tools, Name>>;
};

type WireName<Name extends string> = Name extends `${infer Group}.${infer Member}`
  ? WireName<`${Group}-${Member}`>
  : Name;

/** The parts of a tool besides its name. */
interface AiToolParts {
  readonly calls: GuardedCalls;
  readonly sdkCalls: SdkCalls;
  readonly progress: boolean;
  readonly description: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly accepts: (value: unknown) => readonly unknown[];
}

/** Creates an AI SDK tool for a tool of the executor. */
function aiTool(name: string, parts: AiToolParts): Tool {
  const { calls, sdkCalls, progress, description, inputSchema, accepts } = parts;
  const noted = new Map<string, { readonly output: unknown; readonly notes: ResultNotes }>();
  let isVersion7 = false;
  const outputOf = (toolCallId: string, actionReturn: ActionReturn): unknown => {
    if (actionReturn.status !== "success") throw new AiToolError(actionReturn);
    const output = resultValue(actionReturn);
    const notes = resultNotes(actionReturn);
    if (notes !== undefined) noted.set(toolCallId, { output, notes });
    return output;
  };
  const run = async (input: unknown, options: ExecutionOptions, runOptions: SessionCallOptions): Promise<unknown> => {
    isVersion7 = "context" in options; // version 6 passes "experimental_context"
    const { call, options: answered } = await sdkCalls.begin(name, input, options);
    return outputOf(options.toolCallId, await calls.execute(call, { ...answered, ...runOptions }));
  };
  return {
    description,
    inputSchema: jsonSchema<unknown>(inputSchema as unknown as Parameters<typeof jsonSchema>[0], {
      // A text that does not fit exactly is refused, so that `repairToolCall` gets it as the model wrote it.
      validate: (value) =>
        accepts(value).length === 0 || sdkCalls.isRepaired(value)
          ? { success: true, value }
          : { success: false, error: new AiToolError(`${name}: its arguments do not fit its schema`) },
    }),
    needsApproval: needsApproval(sdkCalls, name),
    execute: (input: unknown, options: ExecutionOptions) =>
      progress
        ? resultStream((runOptions) => run(input, options, runOptions), options.abortSignal)
        : run(input, options, { signal: options.abortSignal }),
    toModelOutput: ({ toolCallId, output }): ModelOutput => {
      const kept = noted.get(toolCallId);
      const read = valueOutput(output, { hasFiles: isVersion7 });
      return kept !== undefined && Object.is(kept.output, output) ? withNotes(read, kept.notes) : read;
    },
  } as Tool;
}

type ExecutionOptions = Pick<ToolExecutionOptions<unknown>, "toolCallId" | "messages" | "abortSignal">;

/**
 * Lets version 6 of the SDK ask, and version 7 if `toolApproval` was left out. What is denied is not asked about: `execute` refuses it, with the
 * reason. To continue with an approved call, the SDK expects that it still needs the approval.
 */
function needsApproval(
  sdkCalls: SdkCalls,
  name: string,
): (...parameters: Parameters<ToolApproval>) => Promise<boolean> {
  return async (input, options) => {
    const status = await sdkCalls.approval(name, input, options);
    return status?.type === "user-approval" || answerIn(options.messages, options.toolCallId) !== undefined;
  };
}

/** Creates the function that tells the SDK whether a call needs an approval. */
function approvalOf(sdkCalls: SdkCalls, name: string): ToolApproval {
  return (input, options) => sdkCalls.approval(name, input, { ...options, isFinal: true });
}

/** Creates the function with which the SDK repairs tool names and arguments. */
function repairOf(sdkCalls: SdkCalls, names: ReadonlyMap<string, string>): RepairToolCall {
  const wires = new Map([...names].map(([wire, name]) => [name, wire]));
  return async ({ toolCall }) => {
    const wire = names.has(toolCall.toolName) ? toolCall.toolName : wires.get(toolCall.toolName);
    if (wire === undefined) return null;
    const { toolCallId: id, toolName: name, input } = toolCall;
    return { ...toolCall, toolName: wire, input: await sdkCalls.repair({ id, name, arguments: input }) };
  };
}
