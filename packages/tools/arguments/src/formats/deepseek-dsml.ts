import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in DeepSeek V3.2, V4: tags with wide bars; an attribute says whether a value is text or JSON. */
export const deepseekDsml: RawFormat = {
  name: "deepseek_dsml",
  models: "DeepSeek V3.2, V4",
  source: "https://huggingface.co/deepseek-ai/DeepSeek-V3.2",
  example: example("DSML", "function_calls"),
  mark: { kind: "parameter_tags", pattern: /^<｜\s?DSML/ },
  header: /<\/?｜\s?DSML\s?｜\s?(?:function_calls|tool_calls|invoke(?: name="[^"<>]{1,200}")?)\s?>/y,
  tags: {
    open: /<｜\s?DSML\s?｜\s?parameter name="(?<name>[^"<>]{1,200})"(?: string="(?:true|(?<json>false))")?\s?>/g,
    close: "</｜DSML｜parameter>",
    call: { open: /<｜\s?DSML\s?｜\s?invoke\b[^<>]{0,200}>/g, close: "</｜DSML｜invoke>" },
  },
};

/** The calls of GigaChat 3.5: like the calls of DeepSeek V3.2, with another word between the bars. */
export const gigachatGcml: RawFormat = {
  name: "gigachat_gcml",
  models: "GigaChat 3.5",
  source: "https://docs.sglang.io/advanced_features/tool_parser.html",
  example: example("GCML", "tool_calls"),
  mark: { kind: "parameter_tags", pattern: /^<｜GCML/ },
  header: /<\/?｜GCML｜(?:tool_calls|invoke(?: name="[^"<>]{1,200}")?)>/y,
  tags: {
    open: /<｜GCML｜parameter name="(?<name>[^"<>]{1,200})"(?: string="(?:true|(?<json>false))")?>/g,
    close: "</｜GCML｜parameter>",
    call: { open: /<｜GCML｜invoke\b[^<>]{0,200}>/g, close: "</｜GCML｜invoke>" },
  },
};

/** Returns example texts of a call. */
function example(word: string, calls: string): string {
  return [
    `<｜${word}｜${calls}>\n<｜${word}｜invoke name="weather">\n`,
    `<｜${word}｜parameter name="city" string="true">Oslo</｜${word}｜parameter>\n`,
    `<｜${word}｜parameter name="days" string="false">3</｜${word}｜parameter>\n`,
    `</｜${word}｜invoke>\n</｜${word}｜${calls}>`,
  ].join("");
}
