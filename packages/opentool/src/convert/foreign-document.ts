import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Schema, Server } from "../document.ts";
import { place, pointerParts } from "../json-path.ts";
import { definitionRef } from "../schema-references.ts";
import { type FunctionSource, toOpenToolFunction } from "../to-open-tool-function.ts";
import { WireNameError, wireNames } from "../wire-names.ts";
import { lose, type Path, type Reading, report, throwIssues } from "./foreign-input.ts";
import { exactFunction } from "./lossless-function.ts";

/** What comes from another format, and what OpenTool can't say of it. */
export interface FromTools {
  readonly document: OpenTool;
  /** One for each thing left out; `path` is a pointer into what was given. */
  readonly losses: readonly Issue[];
}

/** What a list of tools does not say. */
export interface FromToolsOptions {
  /** What the document says about itself: `{ title: "Tools", version: "1" }` when not given. */
  readonly info?: Info;
}

/** A tool of another format, and where its parts are. */
export interface ForeignTool extends FunctionSource {
  readonly at: { readonly name: Path; readonly parameters: Path; readonly returns?: Path; readonly definitions?: Path };
  /** The names of the parameters in their order, where they come as a list of things with a `schema`. */
  readonly list?: readonly string[];
}

/** What a whole document of another format says beside its functions. */
export interface DocumentParts {
  /** Schemas that are kept even when no function uses them. */
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly server?: Server | undefined;
}

/** What a document says about itself when nothing else says it. */
export const usualInfo: Info = { title: "Tools", version: "1" };

/**
 * A document of the tools of another format. A name with a dot becomes its name on the wire, which is a loss; references
 * are kept where OpenTool can say the whole function, and written out elsewhere.
 *
 * @throws OpenToolError naming everything that was wrong on the way here, and names that OpenTool does not allow
 */
export function documentOf(
  tools: readonly ForeignTool[],
  info: Info,
  into: Reading,
  { $defs = {}, server }: DocumentParts = {},
): FromTools {
  const names = tools.map((tool) => wireName(tool, into));
  for (const [index, { at }] of tools.entries()) {
    const first = names.indexOf(names[index] ?? "");
    const other = tools[first];
    if (first === index || names[index] === "" || other === undefined) continue;
    report("duplicate", `repeats ${quote(other.name)} of ${place([...into.root, ...other.at.name])}`, at.name, into);
  }
  throwIssues(into);
  const schemas = new Map<string, Schema>();
  const functions: OpenToolFunction[] = [];
  for (const [index, tool] of tools.entries()) {
    const source = { ...tool, name: names[index] ?? "" };
    const exact = exactFunction(source, Object.fromEntries(schemas));
    for (const [name, schema] of Object.entries(exact?.schemas ?? {})) schemas.set(name, schema);
    functions.push(inOrder(exact?.function ?? derived(source, into), tool.list));
  }
  for (const name of Object.keys($defs)) {
    if (schemas.has(name)) continue;
    const parameters = {
      type: "object",
      properties: { it: { $ref: definitionRef(name) } },
      $defs,
    } as const;
    const at = { name: [], parameters: [], definitions: ["components", "schemas"] };
    const probe = { name: "unused", description: "", parameters, at };
    const exact = exactFunction(probe, Object.fromEntries(schemas));
    for (const [key, schema] of Object.entries(exact?.schemas ?? {})) schemas.set(key, schema);
    const [it] = exact ? [] : derived(probe, into).parameters;
    if (it) schemas.set(name, { ...it.schema, ...(it.description !== undefined && { description: it.description }) });
  }
  const document = {
    opentool: server ? "1.1.0" : "1.0.0",
    info,
    ...(server && { server }),
    functions,
    ...(schemas.size > 0 && { schemas: Object.fromEntries(schemas) }),
  };
  return { document, losses: into.losses };
}

function wireName({ name, at }: ForeignTool, into: Reading): string {
  try {
    const wire = wireNames([name]).toWire(name) ?? "";
    if (wire !== name) lose("name", `the name ${quote(name)} (it becomes ${quote(wire)})`, at.name, at.name, into);
    return wire;
  } catch (error) {
    if (!(error instanceof WireNameError)) throw error;
    report("name", `must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got ${quote(name)})`, at.name, into);
    return "";
  }
}

function derived(source: ForeignTool, into: Reading): OpenToolFunction {
  const { function: fn, losses } = toOpenToolFunction(source);
  for (const loss of losses.map((given) => moved(given, source, into))) {
    // A definition that two functions use is lost once.
    if (!into.losses.some(({ message }) => message === loss.message)) into.losses.push(loss);
  }
  return fn;
}

/** An object can't keep the order of names that are numbers. */
function inOrder(fn: OpenToolFunction, names: readonly string[] | undefined): OpenToolFunction {
  if (names === undefined) return fn;
  const parameters = [...fn.parameters].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return { ...fn, parameters };
}

/** A loss in the function's parts, at the place where they came from. */
function moved(loss: Issue, tool: ForeignTool, into: Reading): Issue {
  const { from, to } = origin(pointerParts(loss.path ?? ""), tool);
  const rest = (loss.path ?? "").slice(jsonPointer(from).length);
  const message = `${place([...into.root, ...to])}${loss.message.slice(place(from).length)}`;
  return { ...loss, message, path: `${jsonPointer(to)}${rest}` };
}

/** Where a part of a function source came from. */
function origin(parts: readonly string[], { at, list }: ForeignTool): { readonly from: Path; readonly to: Path } {
  const isReturn = parts[0] === "returns";
  const own: Path = isReturn ? ["returns", "schema"] : ["parameters"];
  const [keyword, name = ""] = parts.slice(own.length);
  if (keyword === "$defs" && at.definitions && name !== "") {
    return { from: [...own, "$defs", name], to: [...at.definitions, name] };
  }
  const index = isReturn || keyword !== "properties" ? -1 : (list?.indexOf(name) ?? -1);
  if (index !== -1) return { from: [...own, "properties", name], to: [...at.parameters, index, "schema"] };
  return { from: own, to: (isReturn ? at.returns : undefined) ?? at.parameters };
}
