import { JsonParser } from "@helve/arguments";
import type { ActionReturn, ArgumentParser, Guard, ToolCall, Trajectory } from "@helve/core";
import type { Tool, Toolkit } from "@helve/tool";
import { actionReturn } from "./action-return.ts";
import { carry } from "./carry.ts";
import { type ToolTable, toolTable } from "./tool-table.ts";

/** How an executor treats every call. */
export interface ExecutorOptions {
  /** Reads the arguments; a {@link JsonParser} by default. */
  readonly parser?: ArgumentParser;
  /** Asked before each action runs, in this order; none by default. */
  readonly guards?: readonly Guard[];
  /** How long a call may take when its tool says nothing, in milliseconds; 60,000 by default. */
  readonly timeout?: number;
}

/** What belongs to one call. */
export interface ExecuteOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** How long this call may take, in milliseconds; the tool's own limit, then the executor's, by default. */
  readonly timeout?: number;
  /** The steps before the call, for the guards. */
  readonly trajectory?: Trajectory;
  /** What the user asked for, for the guards. */
  readonly prompt?: string;
  /** The host's world, for the guards. */
  readonly state?: unknown;
  /** Told how far a tool has come. */
  readonly onProgress?: (update: unknown) => void;
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
  constructor(tools: Iterable<Tool | Toolkit>, options: ExecutorOptions = {}) {
    this.#tools = toolTable(tools);
    this.#parser = options.parser ?? new JsonParser();
    this.#guards = options.guards ?? [];
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
    const ending = await carry(call, {
      tools: this.#tools,
      parser: this.#parser,
      guards: this.#guards,
      defaultTimeout: this.#timeout,
      options,
    });
    return actionReturn(call, ending, performance.now() - started);
  }
}
