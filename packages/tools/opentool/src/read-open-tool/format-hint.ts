/** Recognizes documents of other formats and older dialects, for a hint at the function that converts them. */
import type { Issue } from "@helve/core";
import { isObject, ownMember } from "@helve/core/internal";
import { upgradeOpenTool } from "../upgrade-open-tool.ts";

/**
 * Returns an issue that names the function which converts an invalid document: one of an older dialect, or in the format
 * of another protocol; `undefined` if the format is not recognized.
 */
export function formatHint(value: unknown): Issue | undefined {
  const format = otherFormat(value);
  if (format !== undefined) return { code: "format", message: format, path: "" };
  const { dialect } = upgradeOpenTool(value);
  if (dialect === null || dialect === "S3" || dialect === "S4") return undefined;
  const message = `the document is in an older dialect of OpenTool (${dialect}): convert it with upgradeOpenTool first`;
  return { code: "dialect", message, path: "" };
}

/** Describes the format of a value that is no OpenTool document, and how to convert it. */
function otherFormat(value: unknown): string | undefined {
  if (typeof ownMember(value, "openapi") === "string")
    return "this is an OpenAPI document: convert it with fromOpenApi first";
  if (typeof ownMember(value, "swagger") === "string")
    return "this is a document of OpenAPI 2 (Swagger): convert it to OpenAPI 3, and then with fromOpenApi";
  if (typeof ownMember(value, "openrpc") === "string")
    return "this is an OpenRPC document: convert it with fromOpenRpc first";
  if (isLagent(value))
    return "this is the description of a tool in Lagent: convert [description] with fromLagentTools of @helve/lagent first";
  const list = Array.isArray(value)
    ? value
    : (ownMember(value, "tools") ?? ownMember(ownMember(value, "result"), "tools"));
  const first: unknown = Array.isArray(list) ? list.find(isObject) : undefined;
  const convert = toolFormats.find(([, isFormat]) => isFormat(first))?.[0];
  if (convert === undefined) return undefined;
  return `this is a list of tools in another format: convert ${list === value ? "it" : 'its "tools"'} with ${convert} first`;
}

/** For each conversion function, whether a tool has its format. */
const toolFormats: readonly (readonly [string, (tool: unknown) => boolean])[] = [
  ["fromMcpTools", (tool) => ownMember(tool, "inputSchema") !== undefined],
  ["fromAnthropicTools", (tool) => ownMember(tool, "input_schema") !== undefined],
  ["fromOpenAiTools", (tool) => ownMember(tool, "type") === "function"],
  ["fromGeminiTools", (tool) => ownMember(ownMember(tool, "parameters"), "type") === "OBJECT"],
  ["fromLagentTools of @helve/lagent", isLagent],
];

/** Whether a value describes a toolkit of Lagent, or a tool: its parameters have types in capitals, and no schemas. */
function isLagent(value: unknown): boolean {
  if (Array.isArray(ownMember(value, "api_list"))) return true;
  const parameters = ownMember(value, "parameters");
  const type = Array.isArray(parameters) ? ownMember(parameters[0], "type") : undefined;
  return typeof type === "string" && /^[A-Z]+$/.test(type);
}
