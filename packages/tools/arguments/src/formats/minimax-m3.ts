import type { RawFormat } from "./raw-format.ts";

/** Tags that are named like the parameters, each after a token. Lists and objects are tags within tags; the items of a list are named `item`. */
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
