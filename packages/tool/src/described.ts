import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { OpenToolFunction } from "@helve/opentool";

/** OpenTool 1.0.0 §Function: the names that every provider takes. */
export function nameIssues(what: "tool" | "toolkit", name: string): readonly Issue[] {
  if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return [];
  const message = `the ${what} name ${JSON.stringify(name)} must be 1 to 64 letters, digits, "_" or "-"`;
  return [{ code: "name", message, path: "/name" }];
}

/** Arguments go by name: the schema of all of them describes an object. */
export function shapeIssues(tool: string, parameters: JsonSchema): readonly Issue[] {
  if (parameters.type === "object") return [];
  const message = `the parameters of the tool "${tool}" must be an object schema, each parameter by its name`;
  return [{ code: "parameters", message, path: "/parameters", expected: "object" }];
}

/**
 * One issue for the tool and one for each parameter that says nothing of itself.
 *
 * @param fn - as it is derived from `parameters`: what is said in a definition, or beside `null`, is said there, up to the
 *   number of schemas that can be written out
 */
export function missingDescriptions(
  { name, description, parameters }: OpenToolFunction,
  { properties = {} }: JsonSchema,
): readonly Issue[] {
  const silent = parameters.filter((parameter) => {
    const own = Object.hasOwn(properties, parameter.name) && properties[parameter.name];
    return isSilent(parameter.description) && isSilent(typeof own === "object" ? own.description : undefined);
  });
  return [
    ...(isSilent(description) ? [missing(`the tool "${name}"`, ["description"])] : []),
    ...silent.map((parameter) =>
      missing(`the parameter "${parameter.name}" of the tool "${name}"`, ["parameters", parameter.name]),
    ),
  ];
}

function isSilent(text: string | undefined): boolean {
  return typeof text !== "string" || text.trim() === "";
}

function missing(what: string, path: readonly string[]): Issue {
  const message = `${what} needs a description: the model chooses by it`;
  return { code: "description", message, path: jsonPointer(path) };
}
