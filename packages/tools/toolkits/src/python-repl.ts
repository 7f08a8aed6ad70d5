/** The subpath `@helve/toolkits/python-repl`: runs Python code in a sandbox. */
import type { Args, ResultPart, ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { type Tool, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import { withoutFence } from "./python-repl/code-fence.ts";
import { outcomeParts } from "./python-repl/outcome-parts.ts";
import { type PythonOptions, PythonSessions, pythonOptionNames } from "./python-repl/python-sessions.ts";
import { sandboxPlace } from "./session-sandbox.ts";
import { toolkitOptions } from "./toolkit-options.ts";

/** Options of {@link PythonREPL}. */
export interface PythonREPLOptions extends PythonOptions {}

/**
 * Runs Python in the session's sandbox. One interpreter for each sandbox keeps variables from call to call.
 *
 * @example
 * const session = new ActionExecutor([new PythonREPL()]).session({ sandboxes: environments.session() });
 */
export class PythonREPL extends Toolkit {
  override readonly name = "PythonREPL";
  static readonly description = "Runs Python. Variables are kept from call to call.";
  readonly #options: PythonREPLOptions;
  readonly #sessions: PythonSessions;
  #tools: readonly Tool<Args>[] | undefined;

  constructor(options: PythonREPLOptions = {}) {
    super({ ...toolkitOptions(options, pythonOptionNames, chinese), place: sandboxPlace(options) });
    this.#options = options;
    this.#sessions = new PythonSessions(options);
  }

  /** `Run` interrupts code at its own limit; the executor's limit is later. */
  override get tools(): readonly Tool<Args>[] {
    this.#tools ??= this.#sessions.tools(super.tools, "Run", defaultTimeout);
    return this.#tools;
  }

  @toolApi(
    `Run Python code, and get what it prints, the value of its last expression, and its figures as images. Variables are kept for the
    next call. There is no input to read.

    Args:
        code (str): the code
        timeout (float, optional): the time limit in seconds, after which the code is interrupted

    Returns:
        Any: the output and images`,
  )
  async Run(code: string, timeout: number | undefined, context: ToolContext): Promise<readonly ResultPart[]> {
    const run = { tool: "PythonREPL.Run", code: withoutFence(code), timeout, defaultTimeout };
    return outcomeParts(await this.#sessions.run(run, context), this.#options.outputLimit);
  }

  @toolApi(
    `End the interpreter with all its variables. The next call starts a new one.

    Returns:
        str: a confirmation`,
    { idempotent: true },
  )
  async Restart(context: ToolContext): Promise<string> {
    await this.#sessions.restart(context);
    return "The interpreter was ended; the next call starts a new one.";
  }
}

/** In seconds. */
const defaultTimeout = 60;

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const pythonREPLUses: NonNullable<Policy<"python">["tools"]> = {
  "PythonREPL.Run": { code: "code", language: "python", session: "kept" },
  "PythonREPL.Restart": [],
};

const chinese: ToolkitTexts = {
  description: "运行 Python，变量在调用之间保留。",
  tools: {
    Run: {
      description: "运行 Python 代码，返回其输出、最后一个表达式的值以及图像。变量会保留到下次调用。没有可读取的输入。",
      parameters: { code: "代码", timeout: "时限（秒），超时后代码被中断" },
    },
    Restart: { description: "结束解释器并丢弃全部变量。下次调用会启动新的解释器。" },
  },
};
