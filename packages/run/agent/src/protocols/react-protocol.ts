import { callsOf, plainText, textOf } from "../message.ts";
import type { Protocol, ProtocolAnswer } from "../protocol.ts";
import { describeTools, forcedChoice } from "./describe-tools.ts";

/**
 * The ReAct protocol as Lagent reads and writes it: `Thought:`, `Action:`, `Action Input:`, then the host's `Response:`, and at
 * the end `Final Answer:`. One call at a time.
 *
 * Text with neither an action nor a final answer is a call of `NoAction`, which an `ActionExecutor` answers with a request to
 * follow the format.
 */
export function reactProtocol(options: ReactProtocolOptions = {}): Protocol {
  const { noAction = "NoAction" } = options;
  return {
    name: "react",
    stop: [`\n${labels.response}`],
    prompt: (tools, { toolChoice, locale }) => {
      const names = tools.map(({ name }) => name).join(", ");
      return `${prompts[locale](describeTools(tools), names)}${forcedChoice(toolChoice, locale)}`;
    },
    parse: (text) => parseReact(text, noAction),
    write: (message) => {
      const thought = message.parts
        .filter(({ type }) => type === "reasoning")
        .map((part) => ("content" in part ? part.content : ""))
        .join("\n");
      const lines = thought === "" ? [] : [`${labels.thought} ${thought}`];
      const [call] = callsOf(message);
      const text = textOf(message);
      if (call === undefined) return [...lines, `${labels.answer} ${text}`].join("\n");
      if (text !== "") lines.push(thought === "" ? `${labels.thought} ${text}` : text);
      if (call.name !== noAction) lines.push(`${labels.action} ${call.name}`, `${labels.input} ${call.arguments}`);
      return lines.join("\n");
    },
    writeResult: ({ parts }) => `${labels.response} ${plainText(parts)}`,
  };
}

/** Options of {@link reactProtocol}. */
export interface ReactProtocolOptions {
  /** The tool that is called if the text contains no action; `NoAction` by default. `false`: the text is the final answer. */
  readonly noAction?: string | false | undefined;
}

const labels = {
  thought: "Thought:",
  action: "Action:",
  input: "Action Input:",
  response: "Response:",
  answer: "Final Answer:",
} as const;

/** Reads the last action, or the final answer if there is one. */
function parseReact(text: string, noAction: string | false): ProtocolAnswer {
  const thought = thoughtIn(text);
  const hasAction = isLineStart(text, labels.action) && isLineStart(text, labels.input);
  const answerAt = hasAction && !isLineStart(text, labels.answer) ? -1 : lastLabel(text, labels.answer);
  if (answerAt >= 0) {
    return { thought, text: text.slice(answerAt + labels.answer.length).trim(), calls: [] };
  }
  const inputAt = lastLabel(text, labels.input);
  const beforeInput = inputAt < 0 ? text : text.slice(0, inputAt);
  const actionAt = lastLabel(beforeInput, labels.action);
  if (inputAt < 0 || actionAt < 0) {
    if (noAction === false) return { thought: "", text: text.trim(), calls: [] };
    return { thought: text.trim(), text: "", calls: [{ name: noAction, arguments: "" }] };
  }
  const [name = ""] = beforeInput
    .slice(actionAt + labels.action.length)
    .trim()
    .split("\n", 1);
  const [raw = ""] = text.slice(inputAt + labels.input.length).split(`\n${labels.response}`, 1);
  return { thought, text: "", calls: [{ name: name.trim(), arguments: withoutQuotes(raw.trim()) }] };
}

/** Whether a label begins a line: elsewhere it may be part of an argument. */
function isLineStart(text: string, label: string): boolean {
  return text.startsWith(label) || text.includes(`\n${label}`);
}

/** The position of the last label that begins a line, or else of the last one; -1 if there is none. */
function lastLabel(text: string, label: string): number {
  if (!isLineStart(text, label)) return text.lastIndexOf(label);
  const at = text.lastIndexOf(`\n${label}`);
  return at < 0 ? 0 : at + 1;
}

/** Returns what comes before the action and the answer, without its label. */
function thoughtIn(text: string): string {
  const [before = ""] = text.split(new RegExp(`${labels.action}|${labels.input}|${labels.answer}`), 1);
  const label = before.lastIndexOf(labels.thought);
  return (label < 0 ? before : before.slice(label + labels.thought.length)).trim();
}

/** Lagent removes quotes around the input; those of a text that only begins or ends with one belong to it. */
function withoutQuotes(raw: string): string {
  const inner = /^"([^"]*)"$/s.exec(raw)?.[1];
  return inner ?? raw;
}

const prompts = {
  en: (tools: string, names: string) => `You can use these tools, one JSON object per line:
${tools}

Work in steps. To use a tool, write exactly these three lines and then stop:
${labels.thought} what you know and what you need next
${labels.action} the name of one tool of: ${names}
${labels.input} the arguments as one JSON object

You then read what the tool returned, after "${labels.response}". Never write that part yourself.
When you can answer the user, write:
${labels.thought} why you are done
${labels.answer} your answer`,
  zh: (tools: string, names: string) => `你可以使用以下工具，每行是一个 JSON 对象：
${tools}

请分步完成任务。需要工具时，只写下面三行，然后停止：
${labels.thought} 目前知道什么，下一步需要什么
${labels.action} 一个工具的名称，可选：${names}
${labels.input} 一个 JSON 对象，包含工具的参数

工具返回的内容会写在 “${labels.response}” 之后。这一部分不要自己写。
能够回答用户时，写：
${labels.thought} 为什么已经完成
${labels.answer} 给用户的回答`,
} as const;
