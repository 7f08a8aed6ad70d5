import { callsOf, plainText, textOf } from "../message.ts";
import type { Protocol, ProtocolAnswer } from "../protocol.ts";
import { describeTools, forcedChoice } from "./describe-tools.ts";
import { type ReactSection, reactSections } from "./react-sections.ts";

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

/**
 * Reads the first action, or the final answer if it comes before one. What follows the action is dropped: the model invented the results that it
 * rests on.
 */
function parseReact(text: string, noAction: string | false): ProtocolAnswer {
  const sections = reactSections(text);
  const thought = sections[0]?.label === "thought" ? sections[0] : undefined;
  const before = text.slice(0, sections[0]?.start).trim();
  const firstThought = thought === undefined || before !== "" ? before : thought.content.trim();
  const at = sections.findIndex(({ label }, index) => label === "action" && inputAfter(sections, index) !== undefined);
  const answerAt = sections.findIndex(({ label }) => label === "answer");
  if (answerAt >= 0 && (at < 0 || answerAt < at)) {
    // Only what a new step begins with ends the answer.
    const end = sections.slice(answerAt + 1).find(({ label }) => label === "thought" || label === "response");
    const { contentStart } = sections[answerAt] as ReactSection;
    return { thought: firstThought, text: text.slice(contentStart, end?.start).trim(), calls: [] };
  }
  if (at < 0) {
    if (noAction === false) return { thought: "", text: text.trim(), calls: [] };
    return { thought: text.trim(), text: "", calls: [{ name: noAction, arguments: "" }] };
  }
  const [name = ""] = (sections[at] as ReactSection).content.trim().split("\n", 1);
  const input = inputText(text, sections, inputAfter(sections, at) as number);
  return { thought: firstThought, text: "", calls: [{ name: plainName(name), arguments: withoutQuotes(input) }] };
}

/** Returns the index of an action's input section. */
function inputAfter(sections: readonly ReactSection[], action: number): number | undefined {
  return sections[action + 1]?.label === "input" ? action + 1 : undefined;
}

/** Returns the text of an action's input, which may contain text that looks like a label. */
function inputText(text: string, sections: readonly ReactSection[], index: number): string {
  const { content, contentStart } = sections[index] as ReactSection;
  const ends = [...sections.slice(index + 1).map(({ start }) => start), text.length];
  const complete = ends.map((end) => text.slice(contentStart, end).trim()).find(isJson);
  return complete ?? content.trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Removes Markdown marks around a tool's name. */
function plainName(name: string): string {
  return name
    .trim()
    .replace(/^[`*"'[(]+|[`*"'\])]+$/g, "")
    .trim();
}

/** Removes quotes around an input, as Lagent does. */
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
