import type { RawFormat } from "./raw-format.ts";

/**
 * An argument is a tag with the parameter's name, and the token `]<]minimax[>[` precedes each tag. Lists and objects are nested tags; the tag
 * of a list's item is `item`.
 */
export const minimaxM3: RawFormat = {
  name: "minimax_m3",
  models: "MiniMax M3",
  source: "https://docs.sglang.io/advanced_features/tool_parser.html",
  example: [
    ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>',
    "]<]minimax[>[<days>3]<]minimax[>[</days>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^\]<\]minimax\[>\[</ },
  tokens: ["]<]minimax[>["],
  header: /\]<\]minimax\[>\[<\/?(?:tool_call|invoke(?: name="[^"<>]{1,200}")?)>/y,
  tags: {
    open: /\]<\]minimax\[>\[<(?<name>(?!tool_call>)[\w.-]{1,200})>/g,
    close: "]<]minimax[>[</{name}>",
    isNested: true,
    call: { open: /\]<\]minimax\[>\[<invoke\b[^<>]{0,200}>/g, close: "]<]minimax[>[</invoke>" },
  },
};
