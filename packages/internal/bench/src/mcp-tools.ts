import { readFile } from "node:fs/promises";
import {
  fromMcpTools,
  OpenToolError,
  parametersSchema,
  schemaValidator,
  toAnthropicTools,
  toGeminiTools,
  toOpenAiTools,
} from "@helve/opentool";
import type { CommandOptions } from "./command-options.ts";
import { DataError } from "./data-error.ts";
import { markdown } from "./markdown.ts";

/**
 * A Markdown table of MCP tools, one JSON object a line with `name` and `inputSchema`: how many are imported, of how many the arguments can be
 * validated, how many have an ignored part, and how many each provider changes or cuts off.
 */
export async function mcpToolsTable({ data }: Pick<CommandOptions, "data">): Promise<string> {
  const lines = (await readFile(data, "utf8")).split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new DataError(`there is no tool in "${data}"`);
  const imported = lines.flatMap((line) => importTool(JSON.parse(line)) ?? []);
  const validated = imported.filter(({ document: { functions, schemas } }) =>
    functions.every((fn) => schemaValidator(parametersSchema(fn, schemas))),
  );
  const count = (convert: (document: (typeof imported)[number]["document"]) => readonly { readonly code: string }[]) =>
    imported.map(({ document }) => convert(document)).filter((losses) => losses.some(({ code }) => code === "limit"))
      .length;
  return markdown(
    ["tools", "imported", "validated", "with an ignored part", "over a limit of OpenAI", "of Anthropic", "of Gemini"],
    [
      [
        lines.length,
        imported.length,
        validated.length,
        imported.filter(({ losses }) => losses.some(({ message }) => message.includes("is ignored"))).length,
        count((document) => toOpenAiTools(document).losses),
        count((document) => toAnthropicTools(document).losses),
        count((document) => toGeminiTools(document).losses),
      ],
    ],
  );
}

/** The document of one tool; `undefined` if it is refused. */
function importTool({ name, description, inputSchema }: Readonly<Record<string, unknown>>) {
  try {
    return fromMcpTools([{ name, description, inputSchema }]);
  } catch (error) {
    if (!(error instanceof OpenToolError)) throw error;
    return undefined;
  }
}
