/** Creates an OpenTool document from the tools of another format, for all `from…` functions. */
import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, ownMember, pointerParts, quote, withoutUndefined } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Server } from "../document.ts";
import { pathText } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";
import { normalizedParts } from "../normalize-schema.ts";
import { OpenToolError } from "../open-tool-error.ts";
import type { SchemaProblem } from "../schema-problems.ts";
import { definitionReference } from "../schema-references.ts";
import { deriveFunction, type FunctionSource } from "../to-open-tool-function.ts";
import {
  createDocumentSchemas,
  type DocumentSchemas,
  documentReferences,
  reachableDefinitions,
  writeDocumentSchemas,
} from "./document-schemas.ts";
import {
  addIssue,
  addLoss,
  createReader,
  distinctIssues,
  type ForeignReader,
  type Path,
  readList,
} from "./foreign-reader.ts";
import { functionNames } from "./function-names.ts";

/** A document that was converted from another format. */
export interface FromTools {
  readonly document: OpenTool;
  /**
   * One issue for each part of the input that the document doesn't have, or that other readers of OpenTool ignore; `path`
   * is a pointer into the input.
   */
  readonly losses: readonly Issue[];
  /** The issues of the tools that are invalid and so not in the document; `path` is a pointer into the input. */
  readonly issues: readonly Issue[];
}

/** Options for converting a list of tools to a document. */
export interface FromToolsOptions {
  /** The document's `info`, which a list of tools doesn't have. Default: `{ title: "Tools", version: "1" }`. */
  readonly info?: Info;
}

/** A tool in another format, with the paths of its parts in the input. */
export interface ForeignTool extends FunctionSource {
  readonly paths: {
    /** The whole tool. */
    readonly tool: Path;
    readonly name: Path;
    readonly parameters: Path;
    readonly returns?: Path;
    readonly definitions?: Path;
  };
  /** The parameter names in order, if the format lists parameters as objects with a `schema`. */
  readonly parameterOrder?: readonly string[];
  /** Further fields of the function, which OpenTool doesn't define. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The parts of a document in another format besides its functions. */
export interface DocumentExtras {
  /** Schemas to keep even if no function uses them. */
  readonly $defs?: Readonly<Record<string, JsonSchema | boolean>>;
  /** Other forms of these schemas: a schema is in use if a function uses one of its forms. */
  readonly otherForms?: readonly ReadonlyMap<string, JsonSchema | boolean>[];
  readonly server?: Server | undefined;
}

/** The `info` of a document if the input has none. */
export const defaultInfo: Info = { title: "Tools", version: "1" };

/**
 * Reads a list of tools of another format as a document.
 *
 * @param readTool - reads one tool, and records its issues and losses
 * @param listName - the member that has the list in an answer or request of the format
 * @throws OpenToolError as {@link createDocument}
 */
export function documentOf(
  tools: unknown,
  { info = defaultInfo }: FromToolsOptions,
  readTool: (tool: unknown, path: Path, reader: ForeignReader) => ForeignTool,
  listName = "tools",
): FromTools {
  const wrapped = ownMember(tools, listName);
  const isWrapped = Array.isArray(wrapped);
  const reader = createReader(isWrapped ? undefined : "tools");
  const root = isWrapped ? [listName] : [];
  const list = readList(isWrapped ? wrapped : tools, root, reader);
  const found = list.flatMap((tool, index) => {
    const members = ownMember(tool, listName);
    if (!Array.isArray(members)) return [readTool(tool, [...root, index], reader)];
    return members.map((member, n) => readTool(member, [...root, index, listName, n], reader));
  });
  return createDocument(found, info, reader);
}

/**
 * Creates an OpenTool document from tools of another format. A name with a dot becomes its name on the wire, which is
 * a loss. A tool with an issue is left out.
 *
 * @throws OpenToolError with every issue if one is outside of the tools, or no tool is valid
 */
export function createDocument(
  tools: readonly ForeignTool[],
  info: Info,
  reader: ForeignReader,
  { $defs = {}, otherForms = [], server }: DocumentExtras = {},
): FromTools {
  const names = functionNames(tools.map(({ name }) => name));
  const candidates = tools.map((tool, index) => ({ ...tool, name: names[index] ?? "", givenName: tool.name }));
  reportNames(candidates, reader);
  reportDuplicates(candidates, reader);
  const schemas = createDocumentSchemas();
  const functions = candidates.flatMap((tool) => (isInvalid(tool, reader) ? [] : deriveFrom(tool, schemas, reader)));
  const issues = distinctIssues(reader);
  const isOutside = issues.some(({ path = "" }) => !tools.some((tool) => isWithin(path, tool)));
  if (isOutside || (functions.length === 0 && issues.length > 0)) throw new OpenToolError(issues);
  addUnusedDefinitions({ $defs, otherForms }, schemas, reader);
  const written = writeDocumentSchemas(schemas);
  reader.losses.push(...written.losses);
  const document = withoutUndefined({
    opentool: server ? "1.1.0" : "1.0.0",
    info,
    server,
    functions,
    schemas: Object.keys(written.schemas).length > 0 ? written.schemas : undefined,
  });
  const invalidTools = tools.filter((tool) => isInvalid(tool, reader));
  const losses = reader.losses.filter(({ path = "" }) => !invalidTools.some((tool) => isWithin(path, tool)));
  return { document, losses, issues };
}

/** A tool with the name that its function has, and the name that it has in the input. */
interface Candidate extends ForeignTool {
  readonly givenName: string;
}

/** Reports each tool that has the name of an earlier one. */
function reportDuplicates(candidates: readonly Candidate[], reader: ForeignReader): void {
  const first = new Map<string, Candidate>();
  for (const tool of candidates) {
    const other = first.get(tool.givenName);
    if (tool.givenName === "") continue;
    if (other === undefined) first.set(tool.givenName, tool);
    else {
      const problem = `repeats ${quote(other.givenName)} of ${pathText([...reader.rootName, ...other.paths.name])}`;
      addIssue("duplicate", problem, tool.paths.name, reader);
    }
  }
}

/** Whether a tool has an issue. */
function isInvalid(tool: ForeignTool, { issues }: ForeignReader): boolean {
  return issues.some(({ path = "" }) => isWithin(path, tool));
}

function isWithin(path: string, { paths }: ForeignTool): boolean {
  const pointer = toolPointers.get(paths.tool) ?? jsonPointer(paths.tool);
  toolPointers.set(paths.tool, pointer);
  return path.startsWith(pointer) && (path.length === pointer.length || path.charAt(pointer.length) === "/");
}

/** The pointers of tools: each is compared with the path of every issue. */
const toolPointers = new WeakMap<Path, string>();

/** Derives the function of a tool; no function, and its issues, if its schemas are too deep. */
function deriveFrom(source: Candidate, schemas: DocumentSchemas, reader: ForeignReader): readonly OpenToolFunction[] {
  const { tool, ignored } = normalizedTool(source);
  const relocate = (issue: Issue): Issue => relocateIssue(issue, tool, reader);
  const {
    function: fn,
    losses,
    invalid,
  } = deriveFunction(tool, (root, path) => {
    const rootName = `${tool.name}_${path[0] === "returns" ? "result" : "arguments"}`;
    return documentReferences(root, { rootName, path, relocate }, schemas);
  });
  reader.issues.push(...invalid.map(relocate));
  if (invalid.length > 0) return [];
  reader.losses.push(...[...ignored, ...losses].map(relocate));
  return [{ ...withParameterOrder(fn, tool.parameterOrder), ...tool.extensions }];
}

/** A tool with valid schemas, and the parts of them that are ignored. */
function normalizedTool(tool: Candidate): { readonly tool: Candidate; readonly ignored: readonly Issue[] } {
  const { parameters, returns } = tool;
  const ofParameters = normalizedParts(parameters);
  const ofReturns = returns && normalizedParts(returns.schema);
  return {
    tool: {
      ...tool,
      parameters: ofParameters.schema,
      returns: returns && ofReturns && { ...returns, schema: ofReturns.schema },
    },
    ignored: [
      ...ignoredParts(ofParameters.losses, ["parameters"]),
      ...ignoredParts(ofReturns?.losses ?? [], ["returns", "schema"]),
    ],
  };
}

/** Returns an issue for each part of a schema that the conversion leaves out. */
function ignoredParts(losses: readonly SchemaProblem[], root: Path): readonly Issue[] {
  return losses.map(({ code, path, problem }) => {
    const whole = [...root, ...path];
    return { code, message: `${pathText(whole)} ${problem}`, path: jsonPointer(whole) };
  });
}

/** Adds the definitions that no function uses, except for invalid ones. */
function addUnusedDefinitions(
  { $defs, otherForms }: Required<Pick<DocumentExtras, "$defs" | "otherForms">>,
  schemas: DocumentSchemas,
  reader: ForeignReader,
): void {
  const path = ["components", "schemas"];
  const relocate = (loss: Issue): Issue => {
    const [, , name, ...rest] = pointerParts(loss.path ?? "");
    const moved = [...path, name ?? ""];
    const message = `${pathText([...reader.rootName, ...moved])}${loss.message.slice(pathText(["parameters", "$defs", name ?? ""]).length)}`;
    return { ...loss, message, path: jsonPointer([...moved, ...rest]) };
  };
  for (const [name, definition] of Object.entries($defs)) {
    const forms = [definition, ...otherForms.map((form) => form.get(name))];
    const isUsed = forms.some((form) => (isSchema(form) ? schemas.names.has(form) : false));
    if (isSchema(definition) ? isUsed : schemas.definitions.has(name)) continue;
    const source = { $defs: reachableDefinitions({ $ref: definitionReference(name) }, $defs) };
    const { schema: root, losses } = normalizedParts(source);
    reader.losses.push(...ignoredParts(losses, ["parameters"]).map(relocate));
    const references = documentReferences(root, { rootName: name, path: ["parameters"], relocate }, schemas);
    references?.(definitionReference(name));
  }
}

/** Reports each name that OpenTool doesn't allow, with the name that replaces it. */
function reportNames(candidates: readonly Candidate[], reader: ForeignReader): void {
  for (const { name, givenName, paths } of candidates) {
    if (name === givenName) continue;
    const at = paths.name;
    addLoss("name", `the name ${quote(givenName)} (it becomes ${quote(name)})`, at, at, reader);
  }
}

/** Sorts parameters in the input's order: a JavaScript object puts property names that are numbers first. */
function withParameterOrder(fn: OpenToolFunction, names: readonly string[] | undefined): OpenToolFunction {
  if (names === undefined) return fn;
  const parameters = [...fn.parameters].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return { ...fn, parameters };
}

/** Moves the path and the message of an issue from the function source to the tool in the input. */
function relocateIssue(issue: Issue, tool: ForeignTool, reader: ForeignReader): Issue {
  const { from, to } = partOrigin(pointerParts(issue.path ?? ""), tool);
  const rest = (issue.path ?? "").slice(jsonPointer(from).length);
  const message = `${pathText([...reader.rootName, ...to])}${issue.message.slice(pathText(from).length)}`;
  return { ...issue, message, path: `${jsonPointer(to)}${rest}` };
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
