// Creates an OpenTool document from the tools of another format, for all `from…` functions.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, pointerParts, quote } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Schema, Server } from "../document.ts";
import { pathText } from "../json-path.ts";
import { definitionReference } from "../schema-references.ts";
import { type FunctionSource, toOpenToolFunction } from "../to-open-tool-function.ts";
import { WireNameError, wireNames } from "../wire-names.ts";
import { addIssue, addLoss, type ForeignReader, type Path, throwIfInvalid } from "./foreign-reader.ts";
import { losslessFunction } from "./lossless-function.ts";

/** A document that was converted from another format, and what OpenTool can't represent of the input. */
export interface FromTools {
  readonly document: OpenTool;
  /** One issue for each omitted part; `path` is a pointer into the input. */
  readonly losses: readonly Issue[];
}

/** Options for converting a list of tools to a document. */
export interface FromToolsOptions {
  /** The document's `info`, which a list of tools doesn't have. Default: `{ title: "Tools", version: "1" }`. */
  readonly info?: Info;
}

/** A tool in another format, with the paths of its parts in the input. */
export interface ForeignTool extends FunctionSource {
  readonly paths: {
    readonly name: Path;
    readonly parameters: Path;
    readonly returns?: Path;
    readonly definitions?: Path;
  };
  /** The parameter names in order, if the format lists parameters as objects with a `schema`. */
  readonly parameterOrder?: readonly string[];
}

/** What a whole document in another format contains besides its functions. */
export interface DocumentExtras {
  /** Schemas to keep even if no function uses them. */
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly server?: Server | undefined;
}

/** The `info` of a document if the input has none. */
export const defaultInfo: Info = { title: "Tools", version: "1" };

/**
 * Creates an OpenTool document from tools of another format. A name with a dot becomes its name on the wire, which is
 * a loss. References are kept if OpenTool can represent the whole function, and inlined otherwise.
 *
 * @throws OpenToolError with every issue found while reading, and every name that OpenTool doesn't allow
 */
export function createDocument(
  tools: readonly ForeignTool[],
  info: Info,
  reader: ForeignReader,
  { $defs = {}, server }: DocumentExtras = {},
): FromTools {
  const names = tools.map((tool) => toLegalName(tool, reader));
  for (const [index, { paths }] of tools.entries()) {
    const first = names.indexOf(names[index] ?? "");
    const other = tools[first];
    if (first === index || names[index] === "" || other === undefined) continue;
    addIssue(
      "duplicate",
      `repeats ${quote(other.name)} of ${pathText([...reader.rootName, ...other.paths.name])}`,
      paths.name,
      reader,
    );
  }
  throwIfInvalid(reader);
  const schemas = new Map<string, Schema>();
  const functions: OpenToolFunction[] = [];
  for (const [index, tool] of tools.entries()) {
    const source = { ...tool, name: names[index] ?? "" };
    const lossless = losslessFunction(source, Object.fromEntries(schemas));
    for (const [name, schema] of Object.entries(lossless?.schemas ?? {})) schemas.set(name, schema);
    functions.push(withParameterOrder(lossless?.function ?? deriveFunction(source, reader), tool.parameterOrder));
  }
  for (const name of Object.keys($defs)) {
    if (schemas.has(name)) continue;
    const parameters = {
      type: "object",
      properties: { it: { $ref: definitionReference(name) } },
      $defs,
    } as const;
    const paths = { name: [], parameters: [], definitions: ["components", "schemas"] };
    const probe = { name: "unused", description: "", parameters, paths };
    const lossless = losslessFunction(probe, Object.fromEntries(schemas));
    for (const [key, schema] of Object.entries(lossless?.schemas ?? {})) schemas.set(key, schema);
    const [it] = lossless ? [] : deriveFunction(probe, reader).parameters;
    if (it) schemas.set(name, { ...it.schema, ...(it.description !== undefined && { description: it.description }) });
  }
  const document = {
    opentool: server ? "1.1.0" : "1.0.0",
    info,
    ...(server && { server }),
    functions,
    ...(schemas.size > 0 && { schemas: Object.fromEntries(schemas) }),
  };
  return { document, losses: reader.losses };
}

/** Converts a tool's name to a name that OpenTool allows; `""`, and an issue, if this is impossible. */
function toLegalName({ name, paths }: ForeignTool, reader: ForeignReader): string {
  try {
    const wire = wireNames([name]).toWire(name) ?? "";
    if (wire !== name)
      addLoss("name", `the name ${quote(name)} (it becomes ${quote(wire)})`, paths.name, paths.name, reader);
    return wire;
  } catch (error) {
    if (!(error instanceof WireNameError)) throw error;
    addIssue("name", `must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got ${quote(name)})`, paths.name, reader);
    return "";
  }
}

/** Derives a function with inlined references, and adds its losses with their paths in the input. */
function deriveFunction(source: ForeignTool, reader: ForeignReader): OpenToolFunction {
  const { function: fn, losses } = toOpenToolFunction(source);
  for (const loss of losses.map((derived) => relocateLoss(derived, source, reader))) {
    // A definition that two functions use is reported once.
    if (!reader.losses.some(({ message }) => message === loss.message)) reader.losses.push(loss);
  }
  return fn;
}

/** Sorts parameters in the input's order: a JavaScript object puts property names that are numbers first. */
function withParameterOrder(fn: OpenToolFunction, names: readonly string[] | undefined): OpenToolFunction {
  if (names === undefined) return fn;
  const parameters = [...fn.parameters].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return { ...fn, parameters };
}

/** Moves the path and the message of a loss from the derived function to the tool in the input. */
function relocateLoss(loss: Issue, tool: ForeignTool, reader: ForeignReader): Issue {
  const { from, to } = partOrigin(pointerParts(loss.path ?? ""), tool);
  const rest = (loss.path ?? "").slice(jsonPointer(from).length);
  const message = `${pathText([...reader.rootName, ...to])}${loss.message.slice(pathText(from).length)}`;
  return { ...loss, message, path: `${jsonPointer(to)}${rest}` };
}

/**
 * Finds where a part of a function source is in the input.
 *
 * @param parts - the path in the function source
 * @returns the start of that path, and the path in the input that replaces it
 */
function partOrigin(
  parts: readonly string[],
  { paths, parameterOrder }: ForeignTool,
): { readonly from: Path; readonly to: Path } {
  const isReturn = parts[0] === "returns";
  const rootPath: Path = isReturn ? ["returns", "schema"] : ["parameters"];
  const [keyword, name = ""] = parts.slice(rootPath.length);
  if (keyword === "$defs" && paths.definitions && name !== "") {
    return { from: [...rootPath, "$defs", name], to: [...paths.definitions, name] };
  }
  const index = isReturn || keyword !== "properties" ? -1 : (parameterOrder?.indexOf(name) ?? -1);
  if (index !== -1) return { from: [...rootPath, "properties", name], to: [...paths.parameters, index, "schema"] };
  return { from: rootPath, to: (isReturn ? paths.returns : undefined) ?? paths.parameters };
}
