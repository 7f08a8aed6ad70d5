import type { Issue, JsonSchema } from "@helve/core";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** What every tool that is written in code must say of itself. */
interface Description {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** @throws ToolDefinitionError naming all that is missing at once */
export function checkDescription({ name, description, parameters }: Description): void {
  const issues = [
    ...nameIssues("tool", name),
    ...(description.trim() === "" ? [missing(`the tool "${name}"`, "/description")] : []),
    ...parameterIssues(name, parameters),
  ];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
}

/** OpenTool 1.0.0 §Function: the names that every provider takes. */
export function nameIssues(what: "tool" | "toolkit", name: string): readonly Issue[] {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return [];
  const message = `the ${what} name ${JSON.stringify(name)} must be 1 to 64 letters, digits, "_" or "-"`;
  return [{ code: "name", message, path: "/name" }];
}

function parameterIssues(name: string, parameters: JsonSchema): readonly Issue[] {
  if (parameters.type !== "object") {
    const message = `the parameters of the tool "${name}" must be an object schema, each parameter by its name`;
    return [{ code: "parameters", message, path: "/parameters", expected: "object" }];
  }
  return Object.entries(parameters.properties ?? {})
    .filter(([, schema]) => descriptionOf(schema, parameters).trim() === "")
    .map(([parameter]) => missing(`the parameter "${parameter}" of the tool "${name}"`, `/parameters/${parameter}`));
}

/** What a schema says of itself, or the definition that it refers to. */
function descriptionOf(schema: JsonSchema | boolean, { $defs = {} }: JsonSchema): string {
  if (typeof schema === "boolean") return "";
  const defined = $defs[/^#\/\$defs\/([^/]+)$/.exec(schema.$ref ?? "")?.[1] ?? ""];
  return schema.description ?? (typeof defined === "object" ? (defined.description ?? "") : "");
}

function missing(what: string, path: string): Issue {
  return { code: "description", message: `${what} needs a description: the model chooses by it`, path };
}
