import { JsonParser } from "@helve/arguments";
import type { ActionReturn, ArgumentParser, Guard, ToolCall, Trajectory } from "@helve/core";
import type { Tool } from "@helve/tool";
import { actionReturn, type Ending } from "./action-return.ts";
import { carry } from "./carry.ts";
import { unexpected } from "./failure.ts";
import { type ToolGroup, type ToolTable, toolTable } from "./tool-table.ts";

/** How an executor treats every call. */
export interface ExecutorOptions {
  /** Reads the arguments; a {@link JsonParser} by default. */
  readonly parser?: ArgumentParser | undefined;
  /** Asked before each action runs, in this order, and after it if they wish; none by default. */
  readonly guards?: readonly Guard[] | undefined;
  /** How long a tool may run when it says nothing itself, in milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
}

/** What belongs to one call. */
export interface ExecuteOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** How long the tool may run, in milliseconds; its own limit, then the executor's, by default. */
  readonly timeout?: number | undefined;
  /** The steps before the call, for the guards. */
  readonly trajectory?: Trajectory | undefined;
  /** What the user asked for, for the guards. */
  readonly prompt?: string | undefined;
  /** The host's world, for the guards. */
  readonly state?: unknown;
  /** Told how far a tool has come; what it throws is dropped. */
  readonly onProgress?: ((update: unknown) => unknown) | undefined;
}

/**
 * Many tools, one way to call them: resolve, decode, guard, run, settle, always in this order.
 *
 * @example
 * const executor = new ActionExecutor([new Terminal(), add], { guards: [engine] });
 * const ret = await executor.execute({ id: "call_1", name: "add", arguments: '{"x": 1, "y": 2}' });
 * ret.result; // [{ type: "json", content: 3 }]
 */
export class ActionExecutor {
  readonly #tools: ToolTable;
  readonly #parser: ArgumentParser;
  readonly #guards: readonly Guard[];
  readonly #timeout: number;

  /**
   * @param tools - tools, and toolkits whose members are named `Toolkit.Tool`
   * @throws ExecutorError when two tools have one name; WireNameError when a name can't go over the wire
   */
  constructor(tools: Iterable<Tool | ToolGroup>, options: ExecutorOptions = {}) {
    this.#tools = toolTable(tools);
    this.#parser = options.parser ?? new JsonParser();
    this.#guards = [...(options.guards ?? [])];
    this.#timeout = options.timeout ?? 60_000;
  }

  /** The names of the tools, in the order they were given. */
  get names(): readonly string[] {
    return this.#tools.names;
  }

  /** Whether there is a tool of this name, its own or its name on the wire. */
  has(name: string): boolean {
    return this.#tools.find(name) !== undefined;
  }

  /**
   * Takes one call the whole way. Never throws for what a model sent, what a guard did or what a tool did: every failure
   * is an action return that says who can mend it.
   */
  async execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ActionReturn> {
    const started = performance.now();
    const way = { tools: this.#tools, parser: this.#parser, guards: this.#guards, defaultTimeout: this.#timeout };
    const ending = await carry(call, { ...way, options }).catch(
      (error): Ending => ({ action: null, outcome: unexpected("failed", `${call.name} failed`, error), stages: {} }),
    );
    return actionReturn(plainCall(call), ending, performance.now() - started);
  }
}

/** The call as JSON can say it, for the record. */
function plainCall(call: ToolCall): ToolCall {
  if (typeof call.arguments === "string") return call;
  try {
    return { ...call, arguments: JSON.parse(JSON.stringify(call.arguments) ?? "null") };
  } catch {
    return { ...call, arguments: String(call.arguments) };
  }
}
