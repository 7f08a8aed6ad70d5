import type { Locale } from "@helve/core";
import { callsOf, plainText, textOf } from "../message.ts";
import type { Protocol, ProtocolCall } from "../protocol.ts";
import { describeTools, forcedChoice } from "./describe-tools.ts";
import { type Fence, fencesOf, withoutFences } from "./fences.ts";

/** Creates a protocol in which calls are fenced code blocks. */
export function fenceProtocol({ name, instructions, read, write }: FenceForm): Protocol {
  return {
    name,
    stop: [],
    prompt: (tools, { toolChoice, locale }) => {
      const [before, after] = frames[locale];
      return `${before}\n${describeTools(tools)}\n\n${instructions[locale]}\n${after}${forcedChoice(toolChoice, locale)}`;
    },
    parse: (text) => {
      const found = fencesOf(text).flatMap((fence) => {
        const call = read(fence);
        return call === undefined ? [] : [{ fence, call }];
      });
      const rest = withoutFences(
        text,
        found.map(({ fence }) => fence),
      );
      return { thought: "", text: rest, calls: found.map(({ call }) => call) };
    },
    write: (message) => {
      const text = textOf(message);
      const blocks = callsOf(message).map((call) => fenced("call", write(call)));
      return [...(text === "" ? [] : [text]), ...blocks].join("\n\n");
    },
    writeResult: ({ name: called, parts, isError }) => {
      const text = plainText(parts);
      // A model that repeats a result must not call what is written in it.
      const quoted = text.includes("```") ? fenced("result", text) : text;
      return `${isError === true ? "Error" : "Result"} of ${called}:\n${quoted}`;
    },
  };
}

/** The form of calls in fenced blocks. */
export interface FenceForm {
  readonly name: string;
  /** The instructions between the list of tools and the sentence about results. */
  readonly instructions: Readonly<Record<Locale, string>>;
  /** Reads the call in a block; `undefined` if the block is part of the answer. */
  read(fence: Fence): ProtocolCall | undefined;
  /** Writes the content of a block. */
  write(call: ProtocolCall): string;
}

/** Puts a text between more backquotes than it contains. */
function fenced(language: string, content: string): string {
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${content}\n${ticks}`;
}

const frames: Readonly<Record<Locale, readonly [string, string]>> = {
  en: [
    "You can use these tools, one JSON object per line:",
    "Then stop: the next message contains the results. Write no such block if you need no tool.",
  ],
  zh: [
    "你可以使用以下工具，每行是一个 JSON 对象：",
    "然后停止，下一条消息会给出结果。不需要工具时，不要写这样的代码块。",
  ],
};
