import type { RawFormat } from "./raw-format.ts";

/** Tags that are named like the tool and its parameters. The parameters have the names of the schema. */
export const cline: RawFormat = {
  name: "cline",
  models: "any model that is prompted by Cline or Roo Code",
  source: "https://github.com/cline/cline",
  example: "<weather>\n<city>Oslo</city>\n<days>3</days>\n</weather>",
  mark: { kind: "parameter_tags" },
};
