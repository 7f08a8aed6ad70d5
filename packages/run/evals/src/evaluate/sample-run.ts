import {
  type AssistantMessage,
  addUsage,
  costOf,
  estimateTokens,
  type Model,
  type ModelRequest,
  type ModelResponse,
  noUsage,
  type Usage,
  userMessage,
} from "@helve/agent";
import { longestTimer, onAbort } from "@helve/core/internal";
import type { ReachedLimit, TranscriptEvent } from "../eval-event.ts";
import type { SampleLimits } from "../task.ts";
import type { TaskState } from "../task-state.ts";

/** The usage, limits and latest state of a sample while it runs. */
export class SampleRun {
  readonly limits: SampleLimits;
  readonly emit: (event: TranscriptEvent) => void;
  readonly #onUsage: (usage: Usage, cost: number) => void;
  /** Aborted when a limit is reached, and by the host. */
  readonly signal: AbortSignal;
  readonly #end: AbortController = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stopListening: () => void;
  readonly #counted: WeakSet<Model> = new WeakSet();
  readonly #countedUsages: WeakSet<Usage> = new WeakSet();
  usage: Usage = noUsage;
  cost = 0;
  steps = 0;
  limit: ReachedLimit | undefined;
  stopped: string | undefined;
  state: TaskState | undefined;

  constructor(limits: SampleLimits, host: AbortSignal, notify: SampleRunNotices) {
    this.limits = limits;
    this.emit = notify.emit;
    this.#onUsage = notify.onUsage;
    this.signal = this.#end.signal;
    this.#stopListening = host.aborted ? () => undefined : onAbort(host, () => this.#end.abort(host.reason));
    if (host.aborted) this.#end.abort(host.reason);
    const { time } = limits;
    if (time === undefined || time > longestTimer) return;
    this.#timer = setTimeout(() => this.reach("time", `the limit of ${time} ms is reached`), time);
  }

  /** Ends the sample because of a limit. The first one counts. */
  reach(type: ReachedLimit["type"], reason: string): void {
    if (this.signal.aborted) return;
    this.limit = { type, reason };
    this.#end.abort(new Error(reason));
  }

  /** Nothing of the sample runs any more, apart from scorers: limits don't apply to them. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }

  /** Counts what a sub-agent used, unless its model is one of this sample that counts itself. */
  countSubAgent(usage: Usage, cost: number): void {
    if (!this.#countedUsages.has(usage)) this.count(usage, cost);
  }

  /** Counts what a model used. */
  count(usage: Usage, cost: number): void {
    this.usage = addUsage(this.usage, usage);
    this.cost += cost;
    this.#onUsage(usage, cost);
  }

  /** A model whose requests count, once. */
  metered(model: Model): Model {
    return this.#counted.has(model) ? model : this.#counting(model, { isLimited: false });
  }

  /** A model whose requests count, and which ends the sample before a request over a limit. */
  limited(model: Model): Model {
    return this.#counting(model, { isLimited: true });
  }

  #counting(model: Model, options: { readonly isLimited: boolean }): Model {
    const { name, prices } = model; // which may be getters of a class
    const counting: Model = { name, prices, generate: (request) => this.#generate(model, request, options) };
    this.#counted.add(counting);
    return counting;
  }

  async *#generate(model: Model, request: ModelRequest, { isLimited }: { readonly isLimited: boolean }) {
    if (isLimited) {
      this.#checkLimits(request);
      this.signal.throwIfAborted();
    }
    for await (const event of model.generate(request)) {
      if (event.type !== "end") {
        yield event;
        continue;
      }
      const response = { ...event.response, usage: usageOf(request, event.response) };
      if (isLimited) this.steps++;
      this.#countedUsages.add(response.usage);
      this.count(response.usage, model.prices === undefined ? 0 : costOf(response.usage, model.prices));
      yield { ...event, response };
    }
  }

  #checkLimits({ messages }: ModelRequest): void {
    const { messages: most = Infinity, tokens = Infinity, cost = Infinity, steps = Infinity } = this.limits;
    const used = this.usage.inputTokens + this.usage.outputTokens;
    if (messages.length >= most) this.reach("messages", `the limit of ${most} messages is reached`);
    if (this.steps >= steps) this.reach("steps", `the limit of ${steps} steps is reached`);
    if (used >= tokens) this.reach("tokens", `the limit of ${tokens} tokens is reached`);
    if (this.cost >= cost) this.reach("cost", `the limit of the cost, ${cost}, is reached`);
  }
}

/** Receives what happens in a run of a sample. */
export interface SampleRunNotices {
  emit(event: TranscriptEvent): void;
  onUsage(usage: Usage, cost: number): void;
}

/** The usage of an answer, as a new object; estimated if the provider does not report it. */
function usageOf(request: ModelRequest, { usage, message }: ModelResponse): Usage {
  if (usage !== undefined && usage.inputTokens >= 0 && usage.outputTokens >= 0) return { ...usage };
  const tools = estimateTokens([userMessage(JSON.stringify(request.tools ?? []))]);
  const answer: AssistantMessage = message;
  return {
    inputTokens: estimateTokens(request.messages) + tools,
    outputTokens: estimateTokens([answer]),
    estimated: true,
  };
}
