import { type BegunCall, type ExternalCalls, resultValue } from "@helve/adapter";
import { type ActionReturn, type Args, canonicalJson } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import type { ModelMessage, Tool } from "ai";
import { AiToolError } from "./ai-tool-error.ts";
import type { ToolApproval } from "./ai-tools.ts";
import { answerIn } from "./approval-messages.ts";
import type { GuardedSchema } from "./guarded-schema.ts";
import type { ModelOutput } from "./model-output.ts";
import { type ResultNotes, resultNotes, withNotes } from "./result-notes.ts";
import type { ApprovalStatus, SdkCalls } from "./sdk-calls.ts";

/** Wraps a tool of the SDK: rules decide before it runs and about its result, and everything else is unchanged. */
export function guardedTool(name: string, original: Tool, parts: GuardedToolParts): GuardedTool {
  const { schema, sdkCalls } = parts;
  const noted = new Map<string, { readonly output: unknown; readonly notes: ResultNotes }>();
  const asksItself = original.needsApproval !== undefined && original.needsApproval !== false;

  const runOriginal = (input: unknown, options: ExecutionOptions): unknown =>
    (original.execute as NonNullable<Tool["execute"]>).call(original, input, options as never);

  const approvalOf = async (input: unknown, options: ApprovalOptions, isFinal: boolean): Promise<ApprovalStatus> => {
    const json = asJson(input);
    if (json === undefined) return { type: "denied", reason: notJsonText(name) };
    const status = await sdkCalls.approval(name, json, { ...options, asksItself, isFinal });
    if (status !== undefined || !asksItself) return status;
    return (await asksApproval(original, input, options)) ? { type: "user-approval" } : undefined;
  };

  const begin = async (input: unknown, options: ExecutionOptions): Promise<GuardedRun> => {
    const json = asJson(input);
    if (json === undefined) throw new AiToolError(notJsonText(name));
    const described = await schema.describe();
    const problem = parts.external.add(name, described);
    if (problem !== undefined) throw new AiToolError(problem);
    const { call, options: answered } = await sdkCalls.begin(name, json, { ...options, asksItself });
    const signal = options.abortSignal;
    const begun = await parts.external.begin(call, { ...answered, tool: described, signal });
    if (begun.kind === "ended") return { kind: "ended", output: endedOutput(begun.actionReturn) };
    try {
      return { kind: "run", input: await runInput(input, json, begun.args, schema), end: begun.end };
    } catch (error) {
      await begun.end({ error });
      throw error;
    }
  };

  const end = async (run: GuardedRun & { kind: "run" }, toolCallId: string, output: unknown): Promise<unknown> => {
    const actionReturn = await run.end({ result: output });
    if (actionReturn.status !== "success") throw new AiToolError(actionReturn);
    const notes = resultNotes(actionReturn);
    if (notes !== undefined) noted.set(toolCallId, { output, notes });
    return output;
  };

  /** Ends a run that failed. The error stays the tool's own, unless a guard withholds it. */
  const fail = async (run: GuardedRun & { kind: "run" }, error: unknown): Promise<never> => {
    const actionReturn = await run.end({ error });
    throw actionReturn.status === "failed" ? error : new AiToolError(actionReturn);
  };

  /** Executes the tool if the guards allow the call, and guards its result. */
  async function execute(input: unknown, options: ExecutionOptions): Promise<unknown> {
    const run = await begin(input, options);
    if (run.kind === "ended") return run.output;
    let output: unknown;
    try {
      output = await lastValue(runOriginal(run.input, options));
    } catch (error) {
      return fail(run, error);
    }
    return end(run, options.toolCallId, output);
  }

  /** Streams a tool's values; the last one, its result, waits for the guards. */
  async function* stream(input: unknown, options: ExecutionOptions): AsyncGenerator<unknown> {
    const run = await begin(input, options);
    if (run.kind === "ended") {
      yield run.output;
      return;
    }
    let last: { readonly value: unknown } | undefined;
    let isEnded = false;
    try {
      for await (const value of runOriginal(run.input, options) as AsyncIterable<unknown>) {
        if (last !== undefined) yield last.value;
        last = { value };
      }
      isEnded = true;
    } catch (error) {
      isEnded = true;
      await fail(run, error);
    } finally {
      if (!isEnded) await run.end({ error: new AiToolError(`the caller stopped reading ${name}`) });
    }
    yield await end(run, options.toolCallId, last?.value);
  }

  const tool = {
    ...original,
    inputSchema: schema.forSdk((input) => sdkCalls.isRepaired(input)),
    needsApproval: async (input: unknown, options: ApprovalOptions): Promise<boolean> =>
      (await approvalOf(input, options, false))?.type === "user-approval" ||
      answerIn(options.messages, options.toolCallId) !== undefined,
    execute: isGenerator(original.execute) ? stream : execute,
    toModelOutput: async (options: { toolCallId: string; input: unknown; output: unknown }): Promise<ModelOutput> => {
      const { toolCallId, output } = options;
      const { toModelOutput } = original;
      const read = toModelOutput ? await toModelOutput.call(original, options as never) : plainOutput(output);
      const kept = noted.get(toolCallId);
      return kept !== undefined && Object.is(kept.output, output) ? withNotes(read, kept.notes) : read;
    },
  };
  return { tool: tool as unknown as Tool, approval: (input, options) => approvalOf(input, options, true) };
}

/** The parts of a guarded tool. */
export interface GuardedToolParts {
  readonly external: ExternalCalls;
  readonly schema: GuardedSchema;
  readonly sdkCalls: SdkCalls;
}

/** A wrapped tool, and whether the SDK asks about its calls. */
export interface GuardedTool {
  readonly tool: Tool;
  readonly approval: ToolApproval;
}

type ApprovalOptions = Parameters<ToolApproval>[1];

type GuardedRun =
  | { readonly kind: "run"; readonly input: unknown; readonly end: (BegunCall & { kind: "run" })["end"] }
  | { readonly kind: "ended"; readonly output: unknown };

interface ExecutionOptions {
  readonly toolCallId: string;
  readonly messages: ModelMessage[];
  readonly abortSignal?: AbortSignal;
}

/** Returns the input for the tool: a copy of the evaluated arguments. */
async function runInput(input: unknown, json: Args, args: Args, schema: GuardedSchema): Promise<unknown> {
  const isChanged = canonicalJson(args) !== canonicalJson(json);
  if (!isChanged && freezeCopy(input) === undefined) return input;
  if (isChanged) await schema.check(args);
  return structuredClone(args);
}

/** Returns the output of a tool that ran instead of the call. */
function endedOutput(actionReturn: ActionReturn): unknown {
  if (actionReturn.status !== "success") throw new AiToolError(actionReturn);
  return resultValue(actionReturn);
}

/** Whether the tool itself asks for an approval of the call. */
async function asksApproval(original: Tool, input: unknown, options: ApprovalOptions): Promise<boolean> {
  const { needsApproval } = original;
  if (typeof needsApproval !== "function") return needsApproval === true;
  const { toolContext } = options as { readonly toolContext?: unknown };
  return (await needsApproval.call(original, input, { context: toolContext, ...options } as never)) !== false;
}

/** As the SDK itself, without `toModelOutput`. */
function plainOutput(output: unknown): ModelOutput {
  if (typeof output === "string") return { type: "text", value: output };
  const text: string | undefined = JSON.stringify(output);
  return { type: "json", value: text === undefined ? null : JSON.parse(text) };
}

/** The value that rules see; `undefined` if JSON can't represent it. */
function asJson(input: unknown): Args | undefined {
  try {
    return freezeCopy(input, "convert") as Args;
  } catch {
    return undefined;
  }
}

function notJsonText(name: string): string {
  return `${name} was stopped: rules can't see its input, which is not JSON`;
}

/** Returns the last value of an async iterable, or the value itself if it is none. */
async function lastValue(result: unknown): Promise<unknown> {
  if (!isIterable(result)) return result;
  let last: unknown;
  for await (const value of result) last = value;
  return last;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function isGenerator(execute: unknown): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}
