import type { Protocol } from "../protocol.ts";
import { fenceProtocol } from "./fence-protocol.ts";

/**
 * Makes a protocol whose calls are Python calls in fenced blocks: `add(1, 2)`. The arguments are a tuple, which a
 * `TupleParser` of `@helve/arguments/tuple` decodes: `new ActionExecutor(tools, { parser: new TupleParser() })`.
 */
export function tupleProtocol(): Protocol {
  return fenceProtocol({
    name: "tuple",
    instructions: {
      en: "To call a tool, write a block with a Python call, its arguments as literals in the order of the parameters, and one block for each call:\n```call\ntool_name(1, 'text', [True])\n```",
      zh: "调用工具时，写一个包含 Python 调用的代码块，参数是字面量，按参数的顺序书写，每次调用一个代码块：\n```call\ntool_name(1, '文本', [True])\n```",
    },
    read: ({ language, content }) => {
      if (language !== "call" && language !== "tool_call") return undefined;
      const [, name, raw] = /^\s*([^\s()'"]+)\s*(\(.*)$/s.exec(content) ?? [];
      return name === undefined || raw === undefined ? undefined : { name, arguments: tuple(raw.trimEnd()) };
    },
    write: ({ name, arguments: raw }) => `${name}${raw.startsWith("(") ? raw : `(${raw})`}`,
  });
}

/** Writes arguments as a Python tuple, with a comma after a single item. */
function tuple(raw: string): string {
  return raw.endsWith(")") && !/,\s*\)$/.test(raw) && !/^\(\s*\)$/.test(raw) ? `${raw.slice(0, -1)},)` : raw;
}
