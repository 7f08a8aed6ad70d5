import type { RawFormat } from "./raw-format.ts";

/** Tags with wide bars; an attribute says whether a value is text or JSON. */
export const deepseekDsml: RawFormat = {
  name: "deepseek_dsml",
  models: "DeepSeek V3.2, V4",
  source: "https://huggingface.co/deepseek-ai/DeepSeek-V3.2",
  example: [
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="weather">\n',
    '<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n',
    '<｜DSML｜parameter name="days" string="false">3</｜DSML｜parameter>\n',
    "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<｜\s?DSML/ },
  header: /<\/?｜\s?DSML\s?｜\s?(?:function_calls|tool_calls|invoke(?: name="[^"<>]{1,200}")?)\s?>/y,
  tags: {
    open: /<｜\s?DSML\s?｜\s?parameter name="(?<name>[^"<>]{1,200})"(?: string="(?:true|(?<json>false))")?\s?>/g,
    close: "</｜DSML｜parameter>",
    call: { open: /<｜\s?DSML\s?｜\s?invoke\b[^<>]{0,200}>/g, close: "</｜DSML｜invoke>" },
  },
};
