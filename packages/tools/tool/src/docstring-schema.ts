/** Reads a tool's description and the JSON Schemas of its parameters and result from its docstring. */
import type { Issue, JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { type Docstring, type DocstringParameter, type DocstringReturn, parseDocstring } from "@helve/docstring";
import { docstringIssues, isAdmonition } from "./docstring-issues.ts";
import { acceptsObject, type DescribedParameter, describedParameter } from "./docstring-values.ts";
import type { ReturnedValue } from "./tool.ts";
import type { DocstringContext } from "./tool-api-options.ts";
import { typeSchema } from "./type-schema.ts";

/** A tool's description and schemas as read from its docstring. `*args` and `**kwargs` are left out, since calls name their arguments. */
export interface ToolDescription {
  readonly description: string;
  readonly parameters: JsonSchema;
  /** The parameter names in the order in which arguments are passed: the order of the signature, or of the docstring. */
  readonly order: readonly string[];
  /** Whether the docstring describes the context as the last parameter. */
  readonly describesContext?: boolean;
  readonly returns?: { readonly name?: string; readonly description?: string; readonly schema: JsonSchema };
  readonly returnData?: readonly ReturnedValue[];
  readonly diagnostics: readonly Issue[];
}

/** Reads a tool's description, parameters and result from its docstring. */
export function describeTool(text: string, reading: DocstringContext): ToolDescription {
  const whole = parseDocstring(text, reading.style === undefined ? {} : { style: reading.style });
  const docstring = withoutContext(whole);
  const parameters = parameterDefinitions(docstring, reading);
  // Several documented values are returned as one, in an unknown form.
  const result = docstring.returns.length === 1 ? docstring.returns[0] : undefined;
  const returnData = returnedValues(docstring, reading);
  return withoutUndefined({
    description: docstringDescription(docstring),
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      additionalProperties: false,
    },
    order: parameters.map(({ name }) => name),
    describesContext: docstring !== whole,
    returns: result === undefined ? undefined : describedReturn(result, reading),
    returnData: returnData.length > 0 ? returnData : undefined,
    diagnostics: docstringIssues(docstring, text, reading),
  });
}

/** Removes a documented `ToolContext` parameter at the end, which is not an argument. */
function withoutContext(docstring: Docstring): Docstring {
  const { parameters } = docstring;
  return parameters.at(-1)?.type === "ToolContext" ? { ...docstring, parameters: parameters.slice(0, -1) } : docstring;
}

/**
 * The description for the model: the docstring's text before its sections, then notes, warnings and the like, then examples
 * (Inspect §tool info).
 */
export function docstringDescription({ description, notes, sections, examples }: Docstring): string {
  const admonitions = [
    ...notes.map(({ text }) => ({ title: "Note", text })),
    ...sections.filter(({ title }) => isAdmonition(title)),
  ];
  return [
    description,
    ...admonitions.map(({ title, text }) => `${title}:\n${text.replace(/^(?=.)/gm, "    ")}`),
    ...(examples.length > 0 ? ["Examples"] : []),
    ...examples.map(({ text }) => text),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

/**
 * Returns the tool's parameters with their schemas: those of the signature, completed from the docstring, or, without a signature,
 * those of the docstring. In that case the parameters beyond the function's `length` are optional.
 */
function parameterDefinitions(
  { parameters, style }: Docstring,
  { signature, length }: DocstringContext,
): readonly DescribedParameter[] {
  const named = new Map(parameters.filter(({ stars }) => stars === undefined).map((one) => [one.name, one]));
  if (signature !== undefined)
    return signature.map((own) => describedParameter(named.get(own.name), own, style === "jsdoc"));
  return Array.from(named.values(), (one, index) =>
    describedParameter(one, { name: one.name, optional: index >= length }, style === "jsdoc"),
  );
}

/** The description and JSON Schema of the result. */
function describedReturn(result: DocstringReturn, reading: DocstringContext): NonNullable<ToolDescription["returns"]> {
  const { name, type } = nameAndType(result, reading);
  const { schema } = typeSchema(type ?? "");
  const members = reading.explodeReturn === true && acceptsObject(schema) ? memberSchemas(result.items) : {};
  return withoutUndefined({
    name,
    description: result.description,
    schema: { ...schema, ...members },
  });
}

/** The name and type of a returned value. A single word before the colon is a type, unless names are expected and the word is not a known type. */
function nameAndType(
  { name, type }: DocstringReturn,
  { returnsNamedValue }: DocstringContext,
): { readonly name?: string | undefined; readonly type?: string | undefined } {
  const isName = returnsNamedValue === true && name === undefined && type !== undefined;
  return isName && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(type) && !typeSchema(type).isKnown
    ? { name: type }
    : { name, type };
}

/** The schema of an object from its documented members; empty without members. */
function memberSchemas(items: readonly DocstringParameter[]): JsonSchema {
  if (items.length === 0) return {};
  const members = items.map(({ name, type, description }) => [name, { ...typeSchema(type ?? "").schema, description }]);
  return { type: "object", properties: Object.fromEntries(members) };
}

/** Reads Lagent's `return_data`: the values by name, or the members of the first one. */
function returnedValues({ returns }: Docstring, reading: DocstringContext): readonly ReturnedValue[] {
  if (reading.explodeReturn === true) return (returns[0]?.items ?? []).map((item) => returnedValue(item));
  if (reading.returnsNamedValue !== true) return [];
  return returns.map((result) => returnedValue({ ...nameAndType(result, reading), description: result.description }));
}

/** Converts a documented return value to an entry of `returnData`, with its type as JSON Schema. */
function returnedValue({
  name,
  type,
  description,
}: {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly description: string;
}): ReturnedValue {
  return withoutUndefined({
    name,
    description,
    schema: type === undefined ? undefined : typeSchema(type).schema,
  });
}
