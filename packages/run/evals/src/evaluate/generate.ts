import {
  type AgentEvent,
  type AgentOutcome,
  type AssistantMessage,
  complete,
  generateLoop,
  type LoopOptions,
  type Message,
  modelTools,
  textOf,
} from "@helve/agent";
import type { Step } from "@helve/core";
import { ActionExecutor, toStep } from "@helve/executor";
import { SampleError } from "../errors.ts";
import type { Task } from "../task.ts";
import type { GenerateOptions, TaskState } from "../task-state.ts";
import type { SampleRun } from "./sample-run.ts";
import { transcriptEvents } from "./transcript-events.ts";

/**
 * Lets the model of a sample answer.
 *
 * @throws the reason of the sample's signal if a limit is reached; SampleError if there is no answer; an unexpected error of a tool
 */
export async function generateIn(
  run: SampleRun,
  task: Task,
  state: TaskState,
  options: GenerateOptions = {},
): Promise<TaskState> {
  run.signal.throwIfAborted();
  run.state = state;
  const executor = new ActionExecutor(state.tools, { onUnexpected: "throw", ...task.executor });
  if (options.toolCalls === "none") return answerOnly(run, executor, state, options);
  const { request, compaction, session, agent = generateLoop, toolCalls = "loop" } = options;
  // The limits of the sample are checked by its model. A number of steps without a limit would run for ever.
  const steps = toolCalls === "single" ? 1 : run.limits.steps === undefined ? undefined : Infinity;
  const loopOptions: LoopOptions = {
    model: state.model,
    executor,
    session: { ...session, store: state.store, sandboxes: { sandbox: state.sandbox }, trajectory: state.trajectory },
    toolChoice: state.toolChoice,
    limits: { steps },
    signal: run.signal,
    request,
    compaction,
  };
  const before = state.messages.length;
  let { trajectory } = state;
  const outcome = await outcomeIn(run, agent(state.messages, loopOptions), (step) => {
    trajectory = [...trajectory, step];
    run.state = { ...state, trajectory }; // a limit may end the run before the next message
  });
  const wasForced = typeof state.toolChoice === "object" || state.toolChoice === "any";
  const hasCalled = outcome.messages.slice(before).some(({ role }) => role === "tool");
  const next: TaskState = {
    ...state,
    messages: outcome.messages,
    trajectory,
    output: outcome.status === "finished" ? outcome.answer : lastText(outcome.messages.slice(before), state.output),
    toolChoice: wasForced && hasCalled ? "auto" : state.toolChoice,
  };
  run.state = next;
  return endedState(run, next, outcome, toolCalls === "single");
}

/** Reads the events of an agent. */
async function outcomeIn(
  run: SampleRun,
  events: AsyncIterable<AgentEvent>,
  onStep: (step: Step) => void,
): Promise<AgentOutcome> {
  for await (const event of events) {
    if (event.type === "end") return event.outcome;
    if (event.type === "agent") countSubAgent(run, event);
    if (event.type === "result") {
      const step = toStep(event.actionReturn);
      if (step !== undefined) onStep(step);
    }
    for (const kept of transcriptEvents(event)) run.emit(kept);
  }
  throw new TypeError("the events of the agent ended without an outcome");
}

/** Adds the tokens and costs of a sub-agent to the run of the sample. */
function countSubAgent(run: SampleRun, event: AgentEvent): void {
  let inner = event;
  while (inner.type === "agent") inner = inner.event;
  if (inner.type === "usage") run.countSubAgent(inner.usage, inner.cost);
}

/** The state after an agent has ended. */
function endedState(run: SampleRun, state: TaskState, outcome: AgentOutcome, isSingle: boolean): TaskState {
  switch (outcome.status) {
    case "finished":
      return state;
    case "limit":
      if (isSingle && outcome.limit === "steps") return state;
      run.reach(outcome.limit, outcome.reason);
      throw run.signal.reason;
    case "stopped":
      run.stopped = outcome.reason;
      return { ...state, completed: true };
    case "aborted":
      run.signal.throwIfAborted();
      throw new SampleError("model", `the agent was aborted: ${outcome.reason}`);
    case "pending": {
      const names = outcome.questions.map(({ action }) => action.name).join(", ");
      throw new SampleError(
        "pending",
        `a person has to decide about ${names}, but nobody answers during an evaluation`,
      );
    }
    case "failed":
      run.signal.throwIfAborted();
      throw new SampleError("model", outcome.error.message);
  }
}

/** Requests one message of the model without running its calls. */
async function answerOnly(
  run: SampleRun,
  executor: ActionExecutor,
  state: TaskState,
  { request }: GenerateOptions,
): Promise<TaskState> {
  const tools = modelTools(executor);
  const { message } = await complete(state.model, {
    ...request,
    messages: state.messages,
    tools: tools.length > 0 ? tools : undefined,
    toolChoice: tools.length > 0 ? wireChoice(executor, state) : undefined,
    signal: run.signal,
  });
  run.emit({ type: "message", message });
  const next = { ...state, messages: [...state.messages, message], output: textOf(message) };
  run.state = next;
  return next;
}

/** The tool choice with the name that the model sees. */
function wireChoice(executor: ActionExecutor, { toolChoice }: TaskState): TaskState["toolChoice"] {
  if (typeof toolChoice === "string") return toolChoice;
  const at = executor.names.indexOf(toolChoice.tool);
  return { tool: modelTools(executor)[at]?.name ?? toolChoice.tool };
}

/** The last text of the model in new messages. */
function lastText(messages: readonly Message[], before: string): string {
  const message = messages.findLast(({ role }) => role === "assistant") as AssistantMessage | undefined;
  return message === undefined ? before : textOf(message);
}
