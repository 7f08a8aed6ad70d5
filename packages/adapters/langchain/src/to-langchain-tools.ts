import { checkOptions, guardedCallsOptions } from "@helve/adapter";
import { canonicalJson, type ToolCall as HelveCall } from "@helve/core";
import type { ActionExecutor, CallArguments, CallName, ExecutorTools } from "@helve/executor";
import type { ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import type { GuardedRun } from "./guarded-run.ts";
import { GuardedRuns, type RunsOptions } from "./guarded-runs.ts";
import { LangChainTool, type LangChainToolFields, type ToolConfig } from "./langchain-tool.ts";
import { type Answers, answerAbout, askAll } from "./questions.ts";
import { callOf, messagesOf, openCalls } from "./tool-calls.ts";
import { toolMessage } from "./tool-message.ts";

/**
 * Converts the tools of an executor to LangChain tools, for `createAgent` and for the `ToolNode` of a graph. Helve decodes their arguments,
 * evaluates the rules, interrupts the graph to ask a person, and runs the tools. The calls of a turn are asked about together, before any runs.
 *
 * Each thread of LangGraph has a session of its own. Tools that are called without a thread share one: make them for one conversation.
 *
 * @throws TypeError for something that is no executor, and for an unknown option
 *
 * @example
 * const tools = toLangChainTools(new ActionExecutor([pay], { guards: [engine] }));
 * const graph = new StateGraph(MessagesAnnotation).addNode("tools", new ToolNode(tools));
 */
export function toLangChainTools<const Tools extends ExecutorTools>(
  executor: ActionExecutor<Tools>,
  options: ToLangChainToolsOptions = {},
): LangChainToolsOf<Tools> {
  checkOptions(options, guardedCallsOptions, "toLangChainTools");
  const source = { executor: executor as unknown as ActionExecutor };
  const runs = new GuardedRuns(source, options);
  const names = new Set<string>();
  const tools = describedTools(source.executor).map((fields) => {
    names.add(fields.name);
    return new LangChainTool({ ...fields, execute: (call, config) => executeInNode(runs, names, call, config) });
  });
  return tools as unknown as LangChainToolsOf<Tools>;
}

/** Options of `toLangChainTools`. */
export interface ToLangChainToolsOptions extends RunsOptions {}

/** The tools, with their names and arguments; the name of `Toolkit.Tool` is `Toolkit-Tool`. */
export type LangChainToolsOf<Tools extends ExecutorTools> = {
  [Name in CallName<Tools>]: LangChainTool<WireName<Name>, CallArguments<Tools, Name>>;
}[CallName<Tools>][];

type WireName<Name extends string> = Name extends `${infer Group}.${infer Member}`
  ? WireName<`${Group}-${Member}`>
  : Name;

/** The names, descriptions and schemas of the tools of an executor, as a model sees them. */
export function describedTools(executor: ActionExecutor): readonly Omit<LangChainToolFields, "execute">[] {
  return executor.actionsInfo({ format: "mcp" }).map(({ name, description, inputSchema }) => ({
    name,
    description: description ?? name,
    schema: inputSchema,
  }));
}

/** Executes a call of an executor's tool, with the progress as custom updates of the stream. */
export async function executeCall(
  run: GuardedRun,
  call: HelveCall,
  { answer, config }: { readonly answer: Answers[string] | undefined; readonly config: ToolConfig },
): Promise<ToolMessage> {
  const { signal, writer } = config;
  const actionReturn = await run.calls.execute(call, {
    answer,
    signal,
    onProgress: writer != null ? (update: unknown) => writer(update) : undefined,
  });
  return toolMessage(actionReturn, call);
}

/** Executes a call in a node of a graph, after all questions of the node are answered. */
async function executeInNode(
  runs: GuardedRuns,
  names: ReadonlySet<string>,
  toolCall: ToolCall,
  config: ToolConfig,
): Promise<ToolMessage> {
  const task = config.configurable?.["__pregel_scratchpad"] as LangGraphTask | undefined;
  const state = config.state ?? task?.currentTaskInput;
  const messages = messagesOf(state);
  const thread = config.configurable?.["thread_id"];
  const run = typeof thread === "string" ? runs.ofThread(thread, messages) : runs.only(messages);
  const call = callOf(toolCall, messages);
  // Outside of a graph nobody can be asked: a call that needs an answer ends as one that waits.
  if (typeof task !== "object" || task === null) return executeCall(run, call, { answer: undefined, config });
  const calls = nodeCalls(toolCall, state, names);
  const answers = await answersInTask(task, run, {
    calls: (calls ?? [toolCall]).map((one) => callOf(one, messages)),
    needsIds: calls === undefined,
  });
  return executeCall(run, call, { answer: answerAbout(call.id, answers), config });
}

/** The execution of a node, as LangGraph's own `ToolNode` finds it. */
interface LangGraphTask {
  readonly currentTaskInput?: unknown;
}

/**
 * Asks once for all calls of a task: each of them runs this, and an interrupt counts once. Later calls of the same task are not asked about: to
 * continue, LangGraph executes the task again, and what has run would run twice.
 */
async function answersInTask(
  task: object,
  run: GuardedRun,
  { calls, needsIds }: { readonly calls: readonly HelveCall[]; readonly needsIds: boolean },
): Promise<Answers> {
  const key = canonicalJson(calls.map(({ id }) => id));
  const known = asking.get(task);
  if (known !== undefined && known.key !== key) return {};
  const answers = known?.answers ?? askAll(calls, (call) => run.calls.decide(call), { held: run.calls, needsIds });
  asking.set(task, { key, answers });
  return answers;
}

/** The questions of the tasks of LangGraph; a task that continues is another object. */
const asking = new WeakMap<object, { readonly key: string; readonly answers: Promise<Answers> }>();

/** The calls that the node runs at the same time; `undefined` if its state has no messages with the call: the other calls are then unknown. */
function nodeCalls(call: ToolCall, state: unknown, names: ReadonlySet<string>): readonly ToolCall[] | undefined {
  if (typeof state === "object" && state !== null && "lg_tool_call" in state) return [call];
  const calls = openCalls(messagesOf(state)).filter(({ name }) => names.has(name));
  return calls.some(({ id }) => id === call.id) ? calls : undefined;
}
