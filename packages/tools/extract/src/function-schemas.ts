/** Converts the parameters and the result of a function to JSON Schemas. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Compiler, SyntaxNode, Type, TypeSymbol } from "./compiler.ts";
import type { ExportedFunction } from "./exported-functions.ts";
import { literalOf } from "./literal.ts";
import { createSchemaWriter, type Place, type SchemaWriter } from "./schema-writer.ts";
import { allowsUndefined, describedSchema, objectSchema, typeSchema } from "./type-schema.ts";

/** The schemas of a function. */
export interface FunctionSchemas {
  readonly parameters: JsonSchema;
  /** The way in which a call passes its arguments: as one object, or one after another. */
  readonly passing: "object" | readonly PassedParameter[];
  /** Whether the last parameter is the context of the call. */
  readonly takesContext: boolean;
  readonly returns?: JsonSchema;
  readonly returnDescription?: string;
  /** Whether the result is a stream of values with the schema `returns`. */
  readonly isStream: boolean;
}

/** A parameter of a function that takes its arguments one after another. */
export interface PassedParameter {
  readonly name: string;
  readonly isRest: boolean;
}

/** Converts a function's parameters and result. */
export function functionSchemas(
  fn: ExportedFunction,
  compiler: Compiler,
  report: SchemaWriter["report"],
): FunctionSchemas {
  const writer = createSchemaWriter(compiler, "input", report);
  const all = compiler.parametersOf(fn.signature);
  const last = all.at(-1);
  const takesContext = last !== undefined && compiler.nameOf(compiler.typeOf(last))?.name === "ToolContext";
  const symbols = takesContext ? all.slice(0, -1) : all;
  const [only, ...others] = symbols;
  const isObject = only !== undefined && others.length === 0 && takesObject(only, compiler);
  const body = isObject ? singleObject(only, fn, writer) : separate(symbols, fn, writer);
  return {
    parameters: withDefinitions({ ...body, additionalProperties: body.additionalProperties ?? false }, writer),
    passing: isObject ? "object" : symbols.map((symbol) => ({ name: symbol.name, isRest: isRest(symbol, compiler) })),
    takesContext,
    ...returnSchema(fn, compiler, report),
  };
}

/** Whether a function's only parameter is a plain object: its properties are the arguments then. */
function takesObject(symbol: TypeSymbol, compiler: Compiler): boolean {
  const type = compiler.typeOf(symbol);
  const kind = compiler.kindOf(type);
  const isPlain =
    kind === "object" ||
    (kind === "intersection" && compiler.membersOf(type).every((member) => compiler.kindOf(member) === "object"));
  const isList = compiler.itemOf(type) !== undefined || compiler.tupleItemsOf(type) !== undefined;
  const isKnown = compiler.nameOf(type)?.isLibrary === true || compiler.signaturesOf(type).length > 0;
  return isPlain && !isList && !isKnown && !isRest(symbol, compiler) && !compiler.isOptional(symbol);
}

/** Uses the properties of a single object parameter as the tool's parameters. */
function singleObject(symbol: TypeSymbol, fn: ExportedFunction, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  const node = compiler.declarationOf(symbol);
  const place = {
    what: `the parameter "${symbol.name.startsWith("__") ? "" : symbol.name}"`,
    node: () => node ?? fn.node,
  };
  const schema = objectSchema(compiler.typeOf(symbol), place, writer);
  const defaults = destructuredDefaults(node);
  const { properties: described = {} } = withNestedDescriptions(schema, undefined, fn, compiler);
  const properties = Object.entries(described).map(([name, property]) => {
    if (typeof property !== "object") return [name, property] as const;
    return [name, withoutUndefined({ ...property, default: property.default ?? defaults.get(name) })] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The defaults in a destructured parameter: `{ days = 3 }`. */
function destructuredDefaults(node: SyntaxNode | undefined): ReadonlyMap<string, unknown> {
  const elements = node?.name?.elements ?? [];
  return new Map(
    elements.flatMap((element) => {
      const value = element.initializer && literalOf(element.initializer.getText());
      const name = (element.propertyName ?? element.name)?.getText();
      return value === undefined || name === undefined ? [] : [[name, value.value] as const];
    }),
  );
}

/**
 * Adds the descriptions of an object's properties in the JSDoc of a function: `@param options.city - text`.
 *
 * @param parameter - the name before the dot; any name if it is absent
 */
function withNestedDescriptions(
  schema: JsonSchema,
  parameter: string | undefined,
  { symbol }: ExportedFunction,
  compiler: Compiler,
): JsonSchema {
  if (schema.properties === undefined) return schema;
  const texts = new Map(
    compiler.tagsOf(symbol).flatMap(({ name, text }) => {
      const match = name === "param" ? nestedParameter.exec(text) : null;
      const [, owner, property = "", description = ""] = match ?? [];
      return match === null || (parameter !== undefined && owner !== parameter) ? [] : [[property, description.trim()]];
    }),
  );
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    if (typeof property !== "object") return [name, property] as const;
    return [name, withoutUndefined({ ...property, description: property.description ?? texts.get(name) })] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** `options.city - where`, `[options.days=3] - how long`. */
const nestedParameter = /^\[?([\w$]+)\.([\w$]+)(?:=[^\]]*)?\]?\s+(?:-\s*)?([\s\S]+)$/;

/** The parameters of a function that takes its arguments one after another. */
function separate(symbols: readonly TypeSymbol[], fn: ExportedFunction, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  const parameters = symbols.map((symbol) => {
    const node = compiler.declarationOf(symbol);
    const place: Place = { what: `the parameter "${symbol.name}"`, node: () => node ?? fn.node };
    const type = compiler.typeOf(symbol);
    const described = describedSchema(symbol, typeSchema(type, place, writer), place, writer);
    const schema = withNestedDescriptions(described, symbol.name, fn, compiler);
    const value = node?.initializer && literalOf(node.initializer.getText());
    if (node?.name?.elements !== undefined) {
      const message = `${place.what} is destructured: it needs a name beside other parameters`;
      writer.report({ code: "destructured", message, severity: "error", node: () => node });
    }
    const isOptional =
      node?.questionToken !== undefined ||
      node?.initializer !== undefined ||
      (isRest(symbol, compiler) && !hasRequiredItem(type, compiler)) ||
      allowsUndefined(type, compiler);
    return {
      name: symbol.name,
      schema: value === undefined ? schema : { ...schema, default: value.value },
      isOptional,
    };
  });
  const required = parameters.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return withoutUndefined({
    type: "object" as const,
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: required.length > 0 ? required : undefined,
  });
}

/** Whether a rest parameter takes at least one argument: `...args: [string, number?]`. */
function hasRequiredItem(type: Type, compiler: Compiler): boolean {
  return compiler.tupleItemsOf(type)?.some(({ kind }) => kind === "required") === true;
}

function isRest(symbol: TypeSymbol, compiler: Compiler): boolean {
  return compiler.declarationOf(symbol)?.dotDotDotToken !== undefined;
}

/** Adds the definitions that were found, if there are any. */
function withDefinitions(schema: JsonSchema, { definitions }: SchemaWriter): JsonSchema {
  return definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}

const promises = new Set(["Promise", "PromiseLike"]);
const streams = new Set([
  "AsyncIterable",
  "AsyncGenerator",
  "AsyncIterableIterator",
  "Generator",
  "ReadableStream",
  "IterableIterator",
]);

/** The schema of a function's result: promises are awaited, and what a stream yields is its schema. */
function returnSchema(
  fn: ExportedFunction,
  compiler: Compiler,
  report: SchemaWriter["report"],
): Pick<FunctionSchemas, "returns" | "returnDescription" | "isStream"> {
  let type: Type | undefined = compiler.returnTypeOf(fn.signature);
  let isStream = false;
  for (let steps = 0; type !== undefined && steps < 3; steps++) {
    const name = compiler.nameOf(type);
    if (!name?.isLibrary || !(promises.has(name.name) || streams.has(name.name))) break;
    isStream ||= streams.has(name.name);
    type = name.typeArguments[0];
  }
  const tag = compiler.tagsOf(fn.symbol).find(({ name }) => name === "returns" || name === "return");
  const returnDescription = tag?.text.replace(/^-\s*/, "").trim() || undefined;
  if (type === undefined || ["any", "unknown"].includes(compiler.kindOf(type)))
    return withoutUndefined({ isStream, returnDescription });
  const problems: Parameters<SchemaWriter["report"]>[0][] = [];
  const writer = createSchemaWriter(compiler, "output", (problem) => problems.push(problem));
  const schema = typeSchema(type, { what: `the result of "${fn.name}"`, node: () => fn.node }, writer);
  // A result that can't be described is returned all the same.
  for (const problem of problems) report({ ...problem, severity: "warning" });
  const isDescribed = problems.every(({ severity }) => severity === "warning");
  return withoutUndefined({
    isStream,
    returnDescription,
    returns: isDescribed ? withDefinitions(schema, writer) : undefined,
  });
}
