/** Derives an OpenTool function from the JSON Schema of a tool's arguments. */
import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, withoutUndefined } from "@helve/core/internal";
import {
  jsonSchemaField,
  type OpenToolFunction,
  type Parameter,
  type Return,
  type Schema,
  type TypedSchema,
} from "./document.ts";
import { pathText } from "./json-path.ts";
import { allowsOnlyNull, allSubschemas, isSchema } from "./json-schema.ts";
import { toDraft2020 } from "./schema-drafts.ts";
import { schemaProblems } from "./schema-problems.ts";
import { documentSchema, withDocumentReferences } from "./to-open-tool-function/document-schema.ts";
import { createSchemaWriter, type SchemaWriter } from "./to-open-tool-function/schema-writer.ts";
import { approximateSchema } from "./to-open-tool-function/typed-schema.ts";

/** The description of a tool from which an OpenTool Function is derived. */
export interface FunctionSource {
  /** Used unchanged; see `wireNames` for a name with a dot. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments; its root describes an object. */
  readonly parameters: JsonSchema;
  readonly returns?: {
    /** Default: `"result"`. */
    readonly name?: string;
    readonly description?: string;
    readonly schema: JsonSchema;
  };
}

/** An OpenTool Function, and what readers see of it that know only OpenTool's own fields. */
export interface DerivedFunction {
  readonly function: OpenToolFunction;
  /**
   * One issue for each part of the source that other readers of OpenTool ignore; `code` is the keyword, `path` a pointer
   * into the source. `parametersSchema` returns these parts too.
   */
  readonly losses: readonly Issue[];
}

/**
 * Derives the OpenTool Function of a tool from its JSON Schema (OpenTool 1.0.0 §Function). `parametersSchema` is the
 * inverse: its result accepts the same arguments.
 *
 * Keywords that OpenTool doesn't have, such as `minimum`, stay beside its own fields. A schema without an OpenTool type,
 * such as a union, is kept in a field `x-json-schema`, beside the closest OpenTool schema. So are all arguments, in the
 * function's `x-json-schema`, if they can't be described one by one, or have references. A schema that allows only `null`
 * becomes `return: null`.
 *
 * A Function accepts no arguments besides its parameters, so a root without `additionalProperties` is treated as closed.
 * A schema with invalid keywords or dangling references is not kept: the `losses` name them.
 *
 * @example
 * toOpenToolFunction({
 *   name: "wait",
 *   description: "Waits.",
 *   parameters: { type: "object", properties: { seconds: { type: "number", minimum: 0 } } },
 * }).losses; // [{ code: "minimum", message: 'parameters.properties.seconds: other readers of OpenTool ignore "minimum": 0', … }]
 */
export function toOpenToolFunction(source: FunctionSource): DerivedFunction {
  const { function: fn, invalid, losses } = deriveFunction(source);
  return { function: fn, losses: [...invalid, ...losses] };
}

/** Returns the references that replace those of a root schema; `undefined` if its references can't be replaced. */
export type DocumentReferences = (
  root: JsonSchema,
  path: readonly PropertyKey[],
) => ((ref: string) => string) | undefined;

/**
 * Derives a function whose references name the schemas of a document.
 *
 * @param references - absent for a function without a document
 * @returns also `invalid`: the invalid keywords and dangling references of a source that can't be kept
 */
export function deriveFunction(
  { name, description, parameters, returns }: FunctionSource,
  references?: DocumentReferences,
): DerivedFunction & { readonly invalid: readonly Issue[] } {
  const args = deriveArguments(parameters, description, references);
  const result = returns && deriveReturn(returns, references);
  return {
    function: { name, description, ...args.value, ...withoutUndefined({ return: result?.value }) },
    losses: [...args.losses, ...(result?.losses ?? [])],
    invalid: [...args.invalid, ...(result?.invalid ?? [])],
  };
}

/** A part of a derived function with its issues. */
interface Derived<Value> {
  readonly value: Value;
  readonly losses: readonly Issue[];
  readonly invalid: readonly Issue[];
}

/** Converts the schema of the arguments to `parameters` and, if these can't express it, `x-json-schema`. */
function deriveArguments(
  source: JsonSchema,
  functionDescription: string,
  references: DocumentReferences | undefined,
): Derived<Pick<OpenToolFunction, "parameters" | typeof jsonSchemaField>> {
  const { schema, canSplit, writer, invalid } = readRoot(source, ["parameters"], references);
  if (canSplit && isListOfParameters(schema, functionDescription)) {
    const parameters = Object.entries(schema.properties ?? {}).map(([name, property]) =>
      toParameter(name, documentSchema(property, ["parameters", "properties", name], writer), schema),
    );
    return { value: { parameters }, losses: [...writer.losses.values()], invalid };
  }
  const approximate = approximateSchema(schema, ["parameters"], { ...writer, isArguments: true });
  const { properties = {} } = approximate as TypedSchema;
  const parameters = Object.entries(properties).map(([name, property]) =>
    toParameter(name, property, approximate as TypedSchema),
  );
  const losses = [...writer.losses.values(), ...rootLosses(approximate as TypedSchema, functionDescription)];
  if (invalid.length > 0 || (losses.length === 0 && isPlain(schema))) return { value: { parameters }, losses, invalid };
  return { value: { parameters, [jsonSchemaField]: withDocumentReferences(schema, writer) }, losses, invalid };
}

/** Converts a property to a parameter; its description becomes the parameter's. */
function toParameter(
  name: string,
  { description, ...schema }: Schema,
  { required }: Pick<TypedSchema, "required">,
): Parameter {
  return withoutUndefined({ name, description, schema: schema as Schema, required: required?.includes(name) === true });
}

/** Converts the return's JSON Schema to a Return Object. */
function deriveReturn(
  { name = "result", description, schema: source }: NonNullable<FunctionSource["returns"]>,
  references: DocumentReferences | undefined,
): Derived<Return | null> {
  if (allowsOnlyNull(source)) return { value: null, losses: [], invalid: [] };
  const path = ["returns", "schema"];
  const { schema: root, canSplit, writer, invalid } = readRoot(source, path, references);
  const holder = withoutUndefined({ name, description });
  if (canSplit) {
    const schema = documentSchema(root, path, writer);
    return { value: { ...holder, schema }, losses: [...writer.losses.values()], invalid };
  }
  const approximate = approximateSchema(root, path, writer);
  const losses = [...writer.losses.values()];
  const isExact = invalid.length > 0 || (losses.length === 0 && isPlain(root));
  const schema = isExact ? approximate : { ...approximate, [jsonSchemaField]: root };
  return { value: { ...holder, schema }, losses, invalid };
}

/** Finds out how a root schema can be converted. */
function readRoot(
  source: JsonSchema,
  path: readonly PropertyKey[],
  references: DocumentReferences | undefined,
): {
  readonly schema: JsonSchema;
  /** Whether each schema inside it can be converted by itself. */
  readonly canSplit: boolean;
  readonly writer: SchemaWriter;
  readonly invalid: readonly Issue[];
} {
  const schema = isSchema(source) ? toDraft2020(source) : {};
  const problems = schemaProblems(schema).filter(({ intended }) => intended === undefined);
  const invalid = problems.map(({ code, path: problemPath, problem }) => {
    const whole = [...path, ...problemPath];
    return { code, message: `${pathText(whole)} ${problem}`, path: jsonPointer(whole) };
  });
  const documentReference = invalid.length === 0 ? references?.(schema, path) : undefined;
  const writer = createSchemaWriter({ schema, path }, documentReference);
  const canSplit = invalid.length === 0 && (documentReference !== undefined || !hasReferences(schema));
  return { schema, canSplit, writer, invalid };
}

/** Whether a schema, or one inside it, refers to another one. */
function hasReferences(schema: JsonSchema): boolean {
  return allSubschemas(schema).some(
    ({ schema: { $ref, $dynamicRef } }) => $ref !== undefined || $dynamicRef !== undefined,
  );
}

const rootKeywords = new Set([
  "type",
  "properties",
  "required",
  "$schema",
  "$id",
  "$comment",
  "title",
  "$defs",
  "definitions",
]);

/** Whether a list of parameters expresses a root schema. */
function isListOfParameters(schema: JsonSchema, functionDescription: string): boolean {
  const names = Object.keys(schema.properties ?? {});
  return (
    schema.type === "object" &&
    (schema.required ?? []).every((name) => names.includes(name)) &&
    Object.entries(schema).every(
      ([keyword, value]) =>
        rootKeywords.has(keyword) ||
        (keyword === "additionalProperties" && value === false) ||
        (keyword === "description" && value === functionDescription),
    )
  );
}

/** Whether OpenTool's own fields express every schema inside a root schema whose references are inlined. */
function isPlain(root: JsonSchema): boolean {
  const fields = ["type", "description", "properties", "items", "enum", "required"];
  return allSubschemas(root).every(({ schema, path }) => {
    if (path.length === 0) return true;
    const keywords = Object.keys(schema);
    if (schema.$ref !== undefined) return keywords.every((keyword) => keyword === "$ref" || keyword === "description");
    return typeof schema.type === "string" && keywords.every((keyword) => fields.includes(keyword));
  });
}

/** Lists the losses of the root schema's own type and description, for which a Function has no field. */
function rootLosses(schema: TypedSchema, description: string): readonly Issue[] {
  const losses: Issue[] = [];
  if (schema.type !== "object") {
    const message = `parameters: other readers of OpenTool ignore that arguments are of type "${schema.type}"`;
    losses.push({ code: "type", message, path: "/parameters/type", expected: "object" });
  }
  if (schema.description !== undefined && schema.description !== description) {
    const message = "parameters: other readers of OpenTool ignore a description of all the parameters";
    losses.push({ code: "description", message, path: "/parameters/description" });
  }
  return losses;
}
