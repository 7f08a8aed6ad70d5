import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in MiniMax M2, Step-3, dots, Muse Glimmer, Claude 3: tags with the names of the tool and of the parameters as attributes. */
export const minimax: RawFormat = {
  name: "minimax",
  models: "MiniMax M2, Step-3, dots, Muse Glimmer, Claude 3",
  source: "https://github.com/MiniMax-AI/MiniMax-M2.5/blob/main/docs/tool_calling_guide.md",
  example: [
    '<minimax:tool_call>\n<invoke name="weather">\n<parameter name="city">Oslo</parameter>\n',
    '<parameter name="days">3</parameter>\n</invoke>\n</minimax:tool_call>',
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<(?:\w+:)?(?:invoke_)?parameter name=/ },
  header: /<\/?(?:\w{1,20}:)?(?:tool_calls?|(?:dots_)?function_calls?|invoke(?: name="[^"<>]{1,200}")?)>/y,
  tags: {
    open: /<(?<prefix>(?:\w{1,20}:)?)(?:invoke_)?parameter name="(?<name>[^"<>]{1,200})"\s{0,9}>/g,
    close: "</{prefix}parameter>",
    call: { open: /<(?<prefix>(?:\w{1,20}:)?)invoke\b[^<>]{0,200}>/g, close: "</{prefix}invoke>" },
  },
};
