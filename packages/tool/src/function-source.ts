import type { Issue, JsonSchema } from "@helve/core";
import { type OpenTool, type OpenToolFunction, parametersSchema, readOpenTool } from "@helve/opentool";

type Schemas = NonNullable<OpenTool["schemas"]>;

/** Everything that is wrong with a Function, and with the schemas beside it. */
export function functionIssues(fn: OpenToolFunction, schemas: Schemas): readonly Issue[] {
  const info = { title: "tool", version: "1.0.0" };
  const { issues } = readOpenTool({ opentool: "1.0.0", info, functions: [fn], schemas });
  const errors = issues.filter(({ severity }) => severity !== "warning");
  return errors.map(({ message, path = "", ...issue }) => ({
    ...issue,
    message: `the function of the tool "${fn.name}": ${message.replaceAll("functions[0].", "")}`,
    path: path.replace("/functions/0", ""),
  }));
}

/** The JSON Schema of what a Function returns; `undefined` when it does not say. */
export function resultSchema(fn: OpenToolFunction, schemas: Schemas): JsonSchema | undefined {
  if (fn.return === undefined) return undefined;
  if (fn.return === null) return { type: "null" };
  const { properties, $defs } = parametersSchema(
    { ...fn, parameters: [{ ...fn.return, name: "result", required: true }] },
    schemas,
  );
  const result = properties?.["result"];
  return typeof result === "object" ? { ...result, ...($defs !== undefined && { $defs }) } : undefined;
}
