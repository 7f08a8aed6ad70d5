import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in MiniCPM 5: tags with the names of the tool and of the parameters as attributes. */
export const minicpm5: RawFormat = {
  name: "minicpm5",
  models: "MiniCPM 5",
  source: "https://github.com/OpenBMB/MiniCPM",
  example: '<function name="weather"><param name="city">Oslo</param><param name="days">3</param></function>',
  mark: { kind: "parameter_tags", pattern: /^<param[\sĠ]?name=/ },
  header: /<function[\sĠ]?name="[^"<>]{1,200}">/y,
  tags: {
    open: /<param[\sĠ]?name="(?<name>[^"<>]{1,200})"\s{0,9}>/g,
    close: "</param>",
    call: { open: /<function[\sĠ]?name="[^"<>]{1,200}">/g, close: "</function>" },
    hasCdata: true,
  },
};
