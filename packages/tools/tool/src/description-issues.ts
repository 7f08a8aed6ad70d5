/** Finds issues of a tool's or toolkit's definition: an invalid name, arguments that are not an object, missing descriptions. */
import type { Issue, JsonSchema } from "@helve/core";
import { isObject, jsonPointer, resolveReference } from "@helve/core/internal";
import type { OpenToolFunction } from "@helve/opentool";

/** An issue if a tool or toolkit name is not accepted by every provider (OpenTool 1.0.0 §Function). */
export function nameIssues(what: "tool" | "toolkit", name: string): readonly Issue[] {
  if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return [];
  const message =
    name === undefined || name === ""
      ? `the ${what} has no name: write name: "…", with 1 to 64 letters, digits, "_" or "-"`
      : `the ${what} name ${JSON.stringify(name)} must be 1 to 64 letters, digits, "_" or "-"`;
  return [{ code: "name", message, path: "/name" }];
}

/** An issue if the schema of a tool's arguments does not describe an object, or a union of objects. */
export function objectSchemaIssues(tool: string, parameters: JsonSchema): readonly Issue[] {
  if (describesObjects(parameters, parameters)) return [];
  const message = `the parameters of the tool "${tool}" must be an object schema with a property for each parameter: { type: "object", properties: { … } }`;
  return [{ code: "parameters", message, path: "/parameters", expected: "object" }];
}

/** Whether all values of a schema are objects: by its type, by what it refers to, by a part, or in each branch of its union. */
function describesObjects(schema: JsonSchema | boolean, root: JsonSchema, depth = 0): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  if (schema.type !== undefined) return schema.type === "object";
  const isObjects = (member: JsonSchema | boolean): boolean => describesObjects(member, root, depth + 1);
  if (typeof schema.$ref === "string") {
    const target = resolveReference(schema.$ref, root);
    if (isObject(target) && isObjects(target)) return true;
  }
  if (schema.allOf?.some(isObjects) === true) return true;
  return [schema.anyOf, schema.oneOf].some((branches) => branches?.every(isObjects));
}

/** How deep unions and references are followed. */
const maxDepth = 20;

/** `"required"`: each parameter needs a description; `"optional"`: a missing one is a warning. */
export type DescribeOption = "required" | "optional";

/** The missing descriptions of a tool. */
export interface MissingDescriptions {
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/**
 * Reports a missing description of a tool and of each parameter.
 *
 * @param fn - the OpenTool Function derived from the tool's parameters, which also contains descriptions from definitions
 *   (`$ref`) and unions with null
 * @param describe - whether a parameter without description is an error or a warning
 */
export function missingDescriptions(
  { name, description, parameters }: OpenToolFunction,
  { properties = {} }: JsonSchema,
  describe: DescribeOption = "required",
): MissingDescriptions {
  const undescribed = parameters.filter((parameter) => {
    const own = Object.hasOwn(properties, parameter.name) && properties[parameter.name];
    return isBlankText(parameter.description) && isBlankText(typeof own === "object" ? own.description : undefined);
  });
  const ofTool = isBlankText(description) ? [missingDescriptionIssue(`the tool "${name}"`, ["description"])] : [];
  const ofParameters = undescribed.map((parameter) =>
    missingDescriptionIssue(`the parameter "${parameter.name}" of the tool "${name}"`, ["parameters", parameter.name]),
  );
  return describe === "optional"
    ? { errors: ofTool, warnings: ofParameters }
    : { errors: [...ofTool, ...ofParameters], warnings: [] };
}

function isBlankText(text: string | undefined): boolean {
  return typeof text !== "string" || text.trim() === "";
}

/** An issue for a tool or parameter without description. */
function missingDescriptionIssue(what: string, path: readonly string[]): Issue {
  const message = `${what} needs a description: the model chooses by it`;
  return { code: "description", message, path: jsonPointer(path) };
}
