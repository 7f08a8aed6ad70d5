import type { Protocol } from "../protocol.ts";
import { fenceProtocol } from "./fence-protocol.ts";
import { rawMembers, unquoted } from "./raw-members.ts";

/**
 * Makes a protocol whose calls are JSON in fenced blocks: `{"name": "add", "arguments": {"x": 1}}`. Several blocks are
 * several calls. The arguments are passed on as the model wrote them, valid or not.
 */
export function jsonProtocol(): Protocol {
  return fenceProtocol({
    name: "json",
    instructions: {
      en: 'To call a tool, write a block like this one, and one block for each call:\n```call\n{"name": "tool name", "arguments": {"parameter": "value"}}\n```',
      zh: '调用工具时，写一个如下的代码块，每次调用一个代码块：\n```call\n{"name": "工具名称", "arguments": {"参数": "值"}}\n```',
    },
    read: ({ language, content }) => {
      if (!languages.has(language)) return undefined;
      const members = rawMembers(content);
      const name = members?.get("name");
      const raw = argumentNames.map((key) => members?.get(key)).find((value) => value !== undefined);
      // A block of JSON can also be part of an answer.
      if (name === undefined || (raw === undefined && language !== "call")) return undefined;
      return { name: unquoted(name), arguments: raw === undefined ? "{}" : argumentText(raw) };
    },
    write: ({ name, arguments: raw }) => `{"name": ${JSON.stringify(name)}, "arguments": ${writable(raw)}}`,
  });
}

const languages: ReadonlySet<string> = new Set(["call", "json", "tool_call", ""]);

const argumentNames = ["arguments", "parameters", "args", "input"];

/** Unwraps arguments that the model wrote as a JSON string. */
function argumentText(raw: string): string {
  return raw.startsWith('"') || raw.startsWith("'") ? unquoted(raw) : raw;
}

/** Returns the arguments of an earlier call for the prompt. */
function writable(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "object") return raw;
  } catch {
    // Not JSON: see below.
  }
  return JSON.stringify(raw);
}
