/** The parameters of the tool, as the JSON reader needs them. */
import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { describesOtherProperties, parameterNames } from "../bind-arguments.ts";
import { type Shape, shapeOf } from "./readings/shape.ts";

/** The parameters of a tool, by which the reader distinguishes arguments from other objects and prose. */
export interface ExpectedParameters {
  /** The parameter names; empty if the schema names none. */
  readonly names: ReadonlySet<string>;
  /** The name of the only parameter of type string; `undefined` if not found or several. */
  readonly onlyString: string | undefined;
  /** Whether that parameter holds code: a text must not become code that runs. */
  readonly holdsCode: boolean;
  /** Whether the schema lists parameters, all of them optional. */
  readonly areOptional: boolean;
  /** Whether the tool takes no arguments: its schema has an empty list of properties. */
  readonly areNone: boolean;
  /** Whether a parameter may be a string and a value of another type as well. */
  readonly admitsBoth: (name: string, type: JsonSchemaType) => boolean;
}

const expectedCache = new WeakMap<JsonSchema, ExpectedParameters>();

/** Collects the parameter names of a schema; cached for each schema object. */
export function expectedParameters(schema: JsonSchema): ExpectedParameters {
  const cached = expectedCache.get(schema);
  if (cached !== undefined) return cached;
  const allNames = parameterNames(schema);
  const stringNames = allNames.filter((name) => {
    const property = schema.properties?.[name];
    return typeof property === "object" && property.type === "string";
  });
  const onlyString = stringNames.length === 1 ? stringNames[0] : undefined;
  let shape: Shape | undefined;
  const expected: ExpectedParameters = {
    names: new Set(allNames),
    onlyString,
    holdsCode: onlyString !== undefined && holdsCode(onlyString, schema.properties?.[onlyString]),
    areOptional: allNames.length > 0 && (schema.required ?? []).length === 0,
    areNone: allNames.length === 0 && schema.properties !== undefined && !describesOtherProperties(schema),
    admitsBoth: (name, type) => {
      shape ??= shapeOf(schema);
      const member = shape.member(name);
      return !member.isUnknown && member.admits("string") && member.admits(type);
    },
  };
  expectedCache.set(schema, expected);
  return expected;
}

/** Whether a parameter holds code by its name, its description or its media type. */
function holdsCode(name: string, property: JsonSchema | boolean | undefined): boolean {
  if (typeof property === "object") {
    const { title = "", description = "" } = property;
    if (property["contentMediaType"] !== undefined || codeInText.test(`${title} ${description}`)) return true;
  }
  return /(?:^|_)(?:command|commands|cmd|code|script|shell|bash|program|source|sql|statement|expression|eval|python|javascript|typescript|powershell|cypher)$/.test(
    name
      .replace(/[A-Z]/g, (letter) => `_${letter}`)
      .replaceAll("-", "_")
      .toLowerCase(),
  );
}

const codeInText =
  /\b(?:code|commands?|scripts?|shell|bash|powershell|sql|python|javascript|typescript|cypher|execut(?:e[ds]?|ing)|evaluate[ds]?)\b/i;

/** Whether an object has a key that is a parameter name; true for every object if no names are known. */
export function hasExpectedName(value: object, { names }: ExpectedParameters): boolean {
  return names.size === 0 || Object.keys(value).some((name) => names.has(name));
}
