/** The texts and the time limit of `IPythonInterpreter`. */
import type { ToolkitTexts } from "@helve/tool";
import type { PythonOptions } from "@helve/toolkits/internal";

/** The time limit of `IPythonInterpreter` in seconds, as Lagent documents it. */
export const ipythonTimeout = 60;

/**
 * The texts of `IPythonInterpreter`: its time limit, which files are kept, and whether there is a network. Before a call, only a sandbox
 * that is an option is known.
 */
export function sessionTexts({ locale = "en", timeout = ipythonTimeout, sandbox }: PythonOptions): ToolkitTexts {
  const { workingDirectory: folder = "", capabilities } = typeof sandbox === "object" ? sandbox : {};
  const { session, limit, files, networks, parameters } = texts[locale];
  const network = networks[capabilities?.network ?? "unknown"];
  const sentences = [session, limit(timeout), files(folder), network];
  const description = sentences.join(locale === "zh" ? "" : " ");
  return { description, tools: { IPythonInterpreter: { description, parameters: parameters(timeout) } } };
}

const texts = {
  en: {
    session:
      "Run Python code, and get the value of its last expression, what it prints, and its figures as images. Variables are kept for the next call. IPython's !commands and %magics do not work.",
    limit: (seconds: number) => `Code is interrupted after ${seconds} seconds, unless "timeout" sets another limit.`,
    files: (folder: string) =>
      `Files in the working directory${folder === "" ? "" : ` ${folder}`} are kept for later calls.`,
    networks: {
      none: "Internet access is disabled: web requests fail.",
      limited: "Only some hosts of the Internet can be reached: other web requests fail.",
      full: "The Internet can be reached.",
      unknown: "There may be no Internet access: do not rely on web requests.",
    },
    parameters: (seconds: number) => ({
      command: "the code, which may be in a Markdown fence",
      timeout: `the time limit in seconds; ${seconds} by default`,
    }),
  },
  zh: {
    session:
      "运行 Python 代码，返回最后一个表达式的值、输出以及图像。变量会保留到下次调用。不支持 IPython 的 !命令和 %魔法命令。",
    limit: (seconds: number) => `代码运行超过 ${seconds} 秒会被中断，除非该次调用另设时限。`,
    files: (folder: string) => `工作目录${folder === "" ? "" : ` ${folder} `}中的文件会保留到以后的调用。`,
    networks: {
      none: "互联网访问已禁用：网络请求会失败。",
      limited: "只能访问互联网的部分主机：其他网络请求会失败。",
      full: "可以访问互联网。",
      unknown: "可能没有互联网访问：请勿依赖网络请求。",
    },
    parameters: (seconds: number) => ({
      command: "代码，可以放在 Markdown 代码块中",
      timeout: `时限（秒），默认 ${seconds}`,
    }),
  },
} as const;
