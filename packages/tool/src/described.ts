import { type Issue, type JsonSchema, jsonPointer } from "@helve/core";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** What every tool must say of itself. */
export interface Description {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * A tool that is written in code says everything.
 *
 * @throws ToolDefinitionError naming all that is missing or wrong at once
 */
export function checkDescription(tool: Description): void {
  const issues = [...nameIssues("tool", tool.name), ...missingDescriptions(tool), ...shapeIssues(tool)];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
}

/** OpenTool 1.0.0 §Function: the names that every provider takes. */
export function nameIssues(what: "tool" | "toolkit", name: string): readonly Issue[] {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return [];
  const message = `the ${what} name ${JSON.stringify(name)} must be 1 to 64 letters, digits, "_" or "-"`;
  return [{ code: "name", message, path: "/name" }];
}

/** Arguments go by name: the schema of all of them describes an object. */
export function shapeIssues({ name, parameters }: Description): readonly Issue[] {
  if (parameters.type === "object") return [];
  const message = `the parameters of the tool "${name}" must be an object schema, each parameter by its name`;
  return [{ code: "parameters", message, path: "/parameters", expected: "object" }];
}

/** One issue for the tool and one for each parameter that says nothing of itself. */
export function missingDescriptions({ name, description, parameters }: Description): readonly Issue[] {
  const silent = Object.entries(parameters.properties ?? {}).filter(
    ([, schema]) => descriptionOf(schema, parameters).trim() === "",
  );
  return [
    ...(description.trim() === "" ? [missing(`the tool "${name}"`, ["description"])] : []),
    ...silent.map(([parameter]) =>
      missing(`the parameter "${parameter}" of the tool "${name}"`, ["parameters", parameter]),
    ),
  ];
}

/** What a schema says of itself, or the definition that it refers to. */
function descriptionOf(schema: JsonSchema | boolean, { $defs = {} }: JsonSchema): string {
  if (typeof schema === "boolean") return "";
  const name = /^#\/\$defs\/([^/]+)$/.exec(schema.$ref ?? "")?.[1] ?? "";
  const defined = Object.hasOwn($defs, name) ? $defs[name] : undefined;
  return schema.description ?? (typeof defined === "object" ? (defined.description ?? "") : "");
}

function missing(what: string, path: readonly string[]): Issue {
  const message = `${what} needs a description: the model chooses by it`;
  return { code: "description", message, path: jsonPointer(path) };
}
