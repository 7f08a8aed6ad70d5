import type { Issue, JsonSchema } from "@helve/core";
import { type Docstring, type DocstringParameter, type DocstringReturn, parseDocstring } from "@helve/docstring";
import { docstringIssues } from "./docstring-issues.ts";
import { literal } from "./literal.ts";
import type { SignatureParameter } from "./signature.ts";
import type { ReturnedValue } from "./tool.ts";
import type { ToolApiOptions } from "./tool-api.ts";
import { typeSchema } from "./type-schema.ts";

/** What a docstring says of a tool. A call names its arguments, so `*args` and `**kwargs` have no part in it. */
export interface Described {
  readonly description: string;
  readonly parameters: JsonSchema;
  /** The parameters' names in the order of the signature, else of the docstring: that of the arguments. */
  readonly order: readonly string[];
  readonly returns?: { readonly name?: string; readonly description?: string; readonly schema: JsonSchema };
  readonly returnData?: readonly ReturnedValue[];
  readonly diagnostics: readonly Issue[];
}

/** What the reading of a docstring depends on. */
export interface Reading extends Pick<ToolApiOptions, "returnsNamedValue" | "explodeReturn" | "signature" | "style"> {
  /** The tool's, for what is said about it. */
  readonly name: string;
  /** How many parameters the function requires, from the first on. */
  readonly length: number;
}

/** A tool's description from its docstring. */
export function describe(text: string, reading: Reading): Described {
  const docstring = withoutContext(parseDocstring(text, reading.style === undefined ? {} : { style: reading.style }));
  const parameters = parametersOf(docstring, reading);
  // Several values come back as one, and the text does not say how.
  const result = docstring.returns.length === 1 ? docstring.returns[0] : undefined;
  const returnData = returnDataOf(docstring, reading);
  return {
    description: descriptionOf(docstring),
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      additionalProperties: false,
    },
    order: parameters.map(({ name }) => name),
    ...(result !== undefined && { returns: returnsOf(result, reading) }),
    ...(returnData.length > 0 && { returnData }),
    diagnostics: docstringIssues(docstring, text, reading),
  };
}

/** The tool's context comes last, and no call names it, though its description may stand with the others. */
function withoutContext(docstring: Docstring): Docstring {
  const { parameters } = docstring;
  return parameters.at(-1)?.type === "ToolContext" ? { ...docstring, parameters: parameters.slice(0, -1) } : docstring;
}

/**
 * What a docstring says to the model: the text before its sections, then notes, warnings and the like as they were laid
 * out, then examples (Inspect §tool info).
 */
export function descriptionOf({ description, notes, sections, examples }: Docstring): string {
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

/** Whether a section speaks to whoever uses what is described. */
export function isAdmonition(title: string): boolean {
  return /^(?:warnings?|tips?|hints?|important|caution|attention|danger|info|remarks?)$/i.test(title.trim());
}

interface DescribedParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

function parametersOf({ parameters }: Docstring, { signature, length }: Reading): readonly DescribedParameter[] {
  const named = new Map(parameters.filter(({ stars }) => stars === undefined).map((one) => [one.name, one]));
  if (signature !== undefined) return signature.map((own) => parameterOf(named.get(own.name), own));
  return Array.from(named.values(), (one, index) => parameterOf(one, { name: one.name, optional: index >= length }));
}

function parameterOf(documented: DocstringParameter | undefined, own: SignatureParameter): DescribedParameter {
  const { schema } = typeSchema(own.type ?? documented?.type ?? "str");
  const description = own.description ?? documented?.description ?? "";
  const byText = documented?.default === undefined ? undefined : literal(documented.default, schema);
  const value = Object.hasOwn(own, "default") ? own.default : byText;
  return {
    name: own.name,
    schema: { ...schema, description, ...(value !== undefined && { default: value }) },
    isRequired: own.optional !== true && !Object.hasOwn(own, "default") && documented?.optional !== true,
  };
}

function returnsOf(result: DocstringReturn, reading: Reading): NonNullable<Described["returns"]> {
  const { name, type } = nameAndType(result, reading);
  const { schema } = typeSchema(type ?? "");
  const members = reading.explodeReturn === true && isObject(schema) ? memberSchemas(result.items) : {};
  return {
    ...(name !== undefined && { name }),
    description: result.description,
    schema: { ...schema, ...members },
  };
}

/** A word alone before the colon is a type, unless what is returned has names and the word is no type. */
function nameAndType(
  { name, type }: DocstringReturn,
  { returnsNamedValue }: Reading,
): { readonly name?: string | undefined; readonly type?: string | undefined } {
  const isName = returnsNamedValue === true && name === undefined && type !== undefined;
  return isName && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(type) && !typeSchema(type).isKnown
    ? { name: type }
    : { name, type };
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === "object" || Object.keys(schema).length === 0;
}

function memberSchemas(items: readonly DocstringParameter[]): JsonSchema {
  if (items.length === 0) return {};
  const members = items.map(({ name, type, description }) => [name, { ...typeSchema(type ?? "").schema, description }]);
  return { type: "object", properties: Object.fromEntries(members) };
}

/** Lagent's `return_data`: the values by name, or the members of the first one. */
function returnDataOf({ returns }: Docstring, reading: Reading): readonly ReturnedValue[] {
  if (reading.explodeReturn === true) return (returns[0]?.items ?? []).map((item) => returnedValue(item));
  if (reading.returnsNamedValue !== true) return [];
  return returns.map((result) => returnedValue({ ...nameAndType(result, reading), description: result.description }));
}

function returnedValue({
  name,
  type,
  description,
}: {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly description: string;
}): ReturnedValue {
  return {
    ...(name !== undefined && { name }),
    description,
    ...(type !== undefined && { schema: typeSchema(type).schema }),
  };
}
