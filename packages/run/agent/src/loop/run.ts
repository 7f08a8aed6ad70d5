import { errorJson, type JsonValue } from "@helve/core";
import { longestTimer } from "@helve/core/internal";
import type { Session } from "@helve/executor";
import { ToolError } from "@helve/tool";
import type { AgentEvent } from "../agent-event.ts";
import type { AgentOutcome, RunSummary } from "../agent-outcome.ts";
import { wireChoice } from "../check-loop-options.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type { LoopOptions } from "../loop-options.ts";
import { type Message, plainText } from "../message.ts";
import type { Model, ModelResponse, ModelTool, ToolChoice } from "../model.ts";
import { modelTools } from "../model-tools.ts";
import type { PendingEvent, PendingRun } from "../pending-run.ts";
import { callIdsOf } from "../unique-ids.ts";
import { addUsage, costOf, noUsage, type Usage } from "../usage.ts";
import { Conversation } from "./conversation.ts";

/** The current state of a run: the conversation, the session and the counts. */
export class Run {
  readonly options: LoopOptions;
  readonly session: Session;
  readonly prompt: string;
  /** Guards' snapshots of the steps before the session. */
  readonly earlier: readonly JsonValue[] | undefined;
  /** Aborted by the host, when the time is over, and when nobody reads the events any more. */
  readonly signal: AbortSignal;
  readonly #left: AbortController = new AbortController();
  readonly #time: AbortSignal | undefined;
  readonly #started: number = performance.now();
  readonly #elapsedBefore: number;
  readonly conversation: Conversation;
  /** The ids of all calls so far, also of those that are no longer in the conversation. */
  readonly callIds: Set<string>;
  /** The event that waits for an answer. */
  waiting: PendingEvent | undefined;
  #tools: { readonly listed: readonly ModelTool[]; readonly all: readonly ModelTool[] } | undefined;
  toolChoice: ToolChoice;
  usage: Usage;
  cost: number;
  steps: number;
  /** How many calls were started. */
  calls: number;
  attempts: number;
  /** The state of the host when it was read last, as JSON. */
  state: JsonValue | undefined;

  constructor(messages: readonly Message[], options: LoopOptions, from?: PendingRun) {
    this.options = options;
    const { executor, session = {}, signal, limits = {} } = options;
    this.conversation = new Conversation(messages);
    this.waiting = from?.waiting;
    this.#elapsedBefore = from?.elapsed ?? 0;
    this.#time = timeSignal(limits.time, this.#elapsedBefore);
    this.signal = AbortSignal.any([signal, this.#time, this.#left.signal].filter((each) => each !== undefined));
    this.prompt = from?.prompt ?? session.prompt ?? promptOf(messages);
    const trajectory = from?.trajectory ?? session.trajectory;
    this.earlier = from?.earlier ?? session.earlier;
    this.callIds = callIdsOf(messages);
    for (const { action } of trajectory ?? []) this.callIds.add(action.id);
    this.session = executor.session({
      ...session,
      id: from?.session ?? session.id,
      prompt: this.prompt,
      signal: this.signal,
      trajectory,
      earlier: this.earlier,
      model: countedModel(this),
    });
    this.toolChoice = from?.toolChoice ?? wireChoice(options);
    this.usage = from?.usage ?? noUsage;
    this.cost = from?.cost ?? 0;
    this.steps = from?.steps ?? 0;
    this.calls = from?.calls ?? 0;
    this.attempts = from?.attempts ?? 0;
    this.state = from?.state;
  }

  /** Ends what is still running. */
  leave(): void {
    this.#left.abort();
  }

  /** How long it has run, in milliseconds. */
  get elapsed(): number {
    return this.#elapsedBefore + performance.now() - this.#started;
  }

  /** The tools that the model sees: the executor's, and the loop's. */
  tools(ownTools: readonly ModelTool[]): readonly ModelTool[] {
    const listed = modelTools(this.options.executor);
    if (this.#tools?.listed !== listed) this.#tools = { listed, all: [...listed, ...ownTools] };
    return this.#tools.all;
  }

  /** Counts the usage of an answer. @param inputTokens - estimates the input, if the provider does not count */
  count({ usage, message }: ModelResponse, inputTokens: () => number): AgentEvent {
    const counted = (isCount(usage) ? usage : undefined) ?? {
      inputTokens: inputTokens(),
      outputTokens: estimateTokens([message]),
      estimated: true,
    };
    const { prices } = this.options.model;
    return this.countUsage(counted, prices === undefined ? 0 : costOf(counted, prices));
  }

  countUsage(usage: Usage, cost: number): AgentEvent {
    this.usage = addUsage(this.usage, usage);
    this.cost += cost;
    return { type: "usage", usage, cost, total: { usage: this.usage, cost: this.cost } };
  }

  get summary(): RunSummary {
    const { conversation, usage, cost, steps } = this;
    return { messages: conversation.messages, usage, cost, steps };
  }

  /** Returns the outcome if a limit is reached. */
  get limitOutcome(): AgentOutcome | undefined {
    const { steps = 50 } = this.options.limits ?? {};
    const reached =
      this.steps >= steps
        ? ({ limit: "steps", reason: `the limit of ${steps} steps is reached` } as const)
        : this.usageLimit;
    return reached && { ...this.summary, status: "limit", ...reached };
  }

  /** The outcome when a call must not be started, because of the limit of calls. */
  get callLimitOutcome(): AgentOutcome {
    const { calls } = this.options.limits ?? {};
    return { ...this.summary, status: "limit", limit: "calls", reason: `the limit of ${calls} calls is reached` };
  }

  /** The limit of tokens or of the cost, if it is reached. */
  get usageLimit(): { readonly limit: "tokens" | "cost"; readonly reason: string } | undefined {
    const { tokens = Infinity, cost = Infinity } = this.options.limits ?? {};
    const { inputTokens, outputTokens } = this.usage;
    if (inputTokens + outputTokens >= tokens) {
      return { limit: "tokens", reason: `the limit of ${tokens} tokens is reached` };
    }
    return this.cost >= cost ? { limit: "cost", reason: `the limit of the cost, ${cost}, is reached` } : undefined;
  }

  /** The outcome of a run whose signal is aborted. */
  get abortedOutcome(): AgentOutcome {
    const { time } = this.options.limits ?? {};
    if (this.#time?.aborted === true && this.options.signal?.aborted !== true) {
      return { ...this.summary, status: "limit", limit: "time", reason: `the limit of ${time} ms is reached` };
    }
    const cause: unknown = this.signal.reason;
    return { ...this.summary, status: "aborted", reason: errorJson(cause).message };
  }
}

/** Wraps the run's model for tools: their usage counts towards the limits. */
function countedModel(run: Run): Model {
  const { model, limits = {} } = run.options;
  const { depth = 8 } = limits;
  const levels = Math.min(depth, (levelsLeft.get(model) ?? Number.POSITIVE_INFINITY) - 1);
  const counted: Model = {
    name: model.name,
    prices: model.prices,
    async *generate(request) {
      const limit = run.usageLimit;
      if (limit !== undefined) throw new ToolError(`The model can't be used any more: ${limit.reason}.`);
      if (levels < 1)
        throw new ToolError("The model can't be used here: runs within runs have reached the limit of levels.");
      const signals = [request.signal, run.signal].filter((signal) => signal !== undefined);
      for await (const event of model.generate({ ...request, signal: AbortSignal.any(signals) })) {
        if (event.type === "end") run.count(event.response, () => estimateTokens(request.messages));
        yield event;
      }
    },
  };
  levelsLeft.set(counted, levels);
  return counted;
}

/** For the model that a run gives to its tools: over how many levels they may start runs within runs. */
const levelsLeft = new WeakMap<Model, number>();

/** Whether a usage can be counted: a limit would never be reached with `NaN`. */
function isCount(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.inputTokens >= 0 && usage.outputTokens >= 0;
}

/** Creates a signal that aborts when the time limit is reached. */
function timeSignal(time: number | undefined, elapsed: number): AbortSignal | undefined {
  if (time === undefined || time > longestTimer) return undefined;
  const left = Math.ceil(time - elapsed);
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
}

/** The request of the user, for guards. */
function promptOf(messages: readonly Message[]): string {
  return messages.flatMap((message) => (message.role === "user" ? [plainText(message.parts)] : [])).join("\n\n");
}
