// The subpath `@helve/lagent/ipython-interpreter`: runs Python code with a state that is kept.

import type { ResultPart, ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import {
  outcomeParts,
  type PythonOptions,
  PythonSessions,
  toolkitOptions,
  withoutFence,
} from "@helve/toolkits/internal";

/** Options of {@link IPythonInterpreter} and {@link PythonInterpreter}. */
export interface LagentPythonOptions extends PythonOptions {}

/**
 * Runs Python and keeps variables from call to call (Lagent `IPythonInterpreter`).
 *
 * @example
 * const executor = new ActionExecutor([new IPythonInterpreter({ sandbox })]);
 * await executor.execute({ id: "1", name: "IPythonInterpreter", arguments: { command: "import math;math.sqrt(100)" } }); // 10.0
 */
export class IPythonInterpreter extends Toolkit {
  override readonly name = "IPythonInterpreter";
  readonly #options: LagentPythonOptions;
  readonly #sessions: PythonSessions;

  constructor(options: LagentPythonOptions = {}) {
    super(toolkitOptions(options, chinese("IPythonInterpreter")));
    this.#options = options;
    this.#sessions = new PythonSessions(options);
  }

  @toolApi(
    `Run Python code, and get the value of its last expression, what it prints, and its figures as images. Variables are kept for the next
    call.

    Args:
        command (str): the code, which may be in a Markdown fence
        timeout (float, optional): the time limit in seconds

    Returns:
        Any: the output and images`,
  )
  async run(command: string, timeout: number | undefined, context: ToolContext): Promise<readonly ResultPart[]> {
    const run = { tool: this.name, code: withoutFence(command), timeout, defaultTimeout: 20 };
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

  constructor(options: LagentPythonOptions = {}) {
    super(toolkitOptions(options, chinese("PythonInterpreter")));
    this.#sessions = new PythonSessions(options);
  }

  @toolApi(
    `Run Python code that defines a function solution() without parameters, and get what that function returns.

    Args:
        command (str): the code, which may be in a Markdown fence

    Returns:
        str: the returned value as a text`,
  )
  async run(command: string, context: ToolContext): Promise<string> {
    const run = { tool: this.name, code: withoutFence(command), defaultTimeout: 20, solution: "solution()" };
    const { value, short, exit } = await this.#sessions.run(run, context);
    if (value !== undefined) return value;
    throw new ToolError(short ?? `SystemExit(${exit})`);
  }
}

/** What the arguments mean to rules: entries of a policy's `tools`. */
export const pythonInterpreterUses: NonNullable<Policy<"python">["tools"]> = {
  IPythonInterpreter: { code: "command", language: "python", session: "kept" },
  PythonInterpreter: { code: "command", language: "python", session: "fresh" },
};

function chinese(tool: "IPythonInterpreter" | "PythonInterpreter"): ToolkitTexts {
  const command = "代码，可以放在 Markdown 代码块中";
  return tool === "PythonInterpreter"
    ? {
        description: "运行定义了 solution() 的 Python 代码。",
        tools: {
          PythonInterpreter: {
            description: "运行定义了无参数函数 solution() 的 Python 代码，返回该函数的返回值。",
            parameters: { command },
          },
        },
      }
    : {
        description: "运行 Python，变量在调用之间保留。",
        tools: {
          IPythonInterpreter: {
            description: "运行 Python 代码，返回最后一个表达式的值、输出以及图像。变量会保留到下次调用。",
            parameters: { command, timeout: "时限（秒）" },
          },
        },
      };
}
