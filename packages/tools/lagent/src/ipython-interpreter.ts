/** The subpath `@helve/lagent/ipython-interpreter`: runs Python code with a state that is kept. */
import type { Args, ResultPart, ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { type Tool, ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import {
  outcomeParts,
  type PythonOptions,
  PythonSessions,
  pythonOptionNames,
  sandboxPlace,
  toolkitOptions,
  withoutFence,
} from "@helve/toolkits/internal";
import { ipythonTimeout, sessionTexts } from "./ipython-interpreter/session-texts.ts";

/** Options of {@link IPythonInterpreter} and {@link PythonInterpreter}. */
export interface LagentPythonOptions extends PythonOptions {}

/**
 * Runs Python and keeps variables from call to call (Lagent `IPythonInterpreter`). Its description says the time limit, which files are kept, and,
 * for a sandbox among the options, whether the network can be reached.
 *
 * @example
 * const executor = new ActionExecutor([new IPythonInterpreter({ sandbox })]);
 * await executor.execute({ id: "1", name: "IPythonInterpreter", arguments: { command: "import math;math.sqrt(100)" } }); // 10.0
 */
export class IPythonInterpreter extends Toolkit {
  override readonly name = "IPythonInterpreter";
  readonly #options: LagentPythonOptions;
  readonly #sessions: PythonSessions;
  #tools: readonly Tool<Args>[] | undefined;

  constructor(options: LagentPythonOptions = {}) {
    const common = toolkitOptions(options, pythonOptionNames, { tools: {} });
    super({ ...common, texts: sessionTexts(options), place: sandboxPlace(options) });
    this.#options = options;
    this.#sessions = new PythonSessions(options);
  }

  /** `run` interrupts code at its own limit; the executor's limit is later. */
  override get tools(): readonly Tool<Args>[] {
    this.#tools ??= this.#sessions.tools(super.tools, this.name, ipythonTimeout);
    return this.#tools;
  }

  @toolApi(
    `Run Python code. The options of the toolkit say more.

    Args:
        command (str): the code
        timeout (float, optional): the time limit in seconds

    Returns:
        Any: the output and images`,
  )
  async run(command: string, timeout: number | undefined, context: ToolContext): Promise<readonly ResultPart[]> {
    const run = { tool: this.name, code: withoutFence(command), timeout, defaultTimeout: ipythonTimeout };
    return outcomeParts(await this.#sessions.run(run, context), this.#options.outputLimit);
  }
}

/**
 * Runs Python that defines a function `solution`, and returns what that returns (Lagent `PythonInterpreter`). Each call has variables of
 * its own.
 */
export class PythonInterpreter extends Toolkit {
  override readonly name = "PythonInterpreter";
  readonly #sessions: PythonSessions;
  #tools: readonly Tool<Args>[] | undefined;

  constructor(options: LagentPythonOptions = {}) {
    super({ ...toolkitOptions(options, pythonOptionNames, chinese), place: sandboxPlace(options) });
    this.#sessions = new PythonSessions(options);
  }

  /** `run` interrupts code at its own limit; the executor's limit is later. */
  override get tools(): readonly Tool<Args>[] {
    this.#tools ??= this.#sessions.tools(super.tools, this.name, defaultTimeout);
    return this.#tools;
  }

  @toolApi(
    `Run Python code that defines a function solution() without parameters, and get what that function returns.

    Args:
        command (str): the code, which may be in a Markdown fence

    Returns:
        str: the returned value as a text`,
  )
  async run(command: string, context: ToolContext): Promise<string> {
    const run = { tool: this.name, code: withoutFence(command), defaultTimeout, solution: "solution()" };
    const { value, short, exit } = await this.#sessions.run(run, context);
    if (value !== undefined) return value;
    throw new ToolError(short ?? `SystemExit(${exit})`);
  }
}

/** In seconds. */
const defaultTimeout = 20;

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const pythonInterpreterUses: NonNullable<Policy<"python">["tools"]> = {
  IPythonInterpreter: { code: "command", language: "python", session: "kept" },
  PythonInterpreter: { code: "command", language: "python", session: "fresh" },
};

const chinese: ToolkitTexts = {
  description: "运行定义了 solution() 的 Python 代码。",
  tools: {
    PythonInterpreter: {
      description: "运行定义了无参数函数 solution() 的 Python 代码，返回该函数的返回值。",
      parameters: { command: "代码，可以放在 Markdown 代码块中" },
    },
  },
};
