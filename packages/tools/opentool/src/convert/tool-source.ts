/** Reads what the `to…Tools` functions convert: an OpenTool document, or tools with JSON Schemas. Locates losses in it. */
import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote, withoutUndefined } from "@helve/core/internal";
import type { OpenTool } from "../document.ts";
import { InvalidSchemaError } from "../invalid-schema-error.ts";
import { pathText } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";
import { parametersSchema, returnJsonSchema } from "../parameters-schema.ts";
import { schemaProblems } from "../schema-problems.ts";
import { valueText } from "../value-text.ts";
import { wireNames } from "../wire-names.ts";
import { conversionLosses } from "./conversion-losses.ts";
import type { FromTools } from "./foreign-document.ts";
import { describeWithin, type ProviderLimits } from "./provider-limits.ts";
import { describesResult } from "./result-schema.ts";
import type { SchemaLoss } from "./schema-losses.ts";

/** A tool with the JSON Schemas of its arguments and its result, such as a `Tool` of `@helve/tool`. */
export interface ToolSource {
  /** A dot becomes `-`: see `wireNames`. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments, 2020-12 or draft-07. */
  readonly parameters: JsonSchema;
  /** The JSON Schema of the result. Absent: unknown. */
  readonly returns?: JsonSchema | undefined;
}

/** The converted tools in the order of the source, with what they can't represent. */
export interface ToTools<Converted> {
  readonly tools: readonly Converted[];
  /** One issue for each omitted or changed part; `path` is a pointer into the source. */
  readonly losses: readonly Issue[];
}

/** The conversion of tools to a format. */
export interface ToolFormat<Converted> {
  /** The plural name of the format, for messages. */
  readonly name: string;
  /** Whether the format can say what a tool returns. */
  readonly hasReturns: boolean;
  /** The format's rule for names, in addition to `wireNames`. */
  readonly nameRule?: { readonly test: RegExp; readonly text: string };
  readonly limits?: ProviderLimits;
  /**
   * Converts one tool, whose name is its name on the wire.
   *
   * @param describe - returns the tool's description with notes about its schema, within the limits
   */
  readonly convert: (
    tool: ToolSource,
    report: ReportLosses,
    describe: (notes?: readonly string[]) => string,
  ) => Converted;
  /** Converts a tool without adapting its schemas, to a document and back: the differences are what the format can't represent. */
  readonly restore: (tools: readonly ToolSource[]) => FromTools;
}

/** Records losses in the schema of a tool's arguments or result. */
export type ReportLosses = (
  losses: readonly SchemaLoss[],
  part: "parameters" | "returns",
  wording?: {
    /** The name of the format, if not the usual one. */
    readonly format?: string;
    /** The end of each message. */
    readonly remark?: string;
  },
) => void;

/**
 * Converts the functions of a document, or tools, to a format.
 *
 * @throws InvalidSchemaError if a schema is invalid
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 */
export function convertTools<Converted>(
  source: OpenTool | Iterable<ToolSource>,
  format: ToolFormat<Converted>,
): ToTools<Converted> {
  const document = isDocument(source) ? source : undefined;
  const tools = isDocument(source) ? documentTools(source) : Array.from(source);
  assertSchemas(tools, document);
  const names = wireNames(tools.map(({ name }) => name));
  const renamed = tools.map((tool) => ({ ...tool, name: names.toWire(tool.name) ?? tool.name }));
  const issues: Issue[] = [];
  if (document) issues.push(...conversionLosses(document, format.restore(renamed).document, format.name));
  else issues.push(...tools.flatMap((tool, index) => listLosses(tool, index, names.toWire(tool.name), format)));
  for (const [index, { name }] of renamed.entries()) {
    const { nameRule } = format;
    if (nameRule === undefined || nameRule.test.test(name)) continue;
    const message = `${name}: ${format.name} can't represent the name ${quote(name)}: ${nameRule.text}`;
    const path = document ? ["functions", index, "name"] : [index, "name"];
    issues.push({ code: "name", message, path: jsonPointer(path) });
  }
  issues.push(...tooMany(tools, format));
  const converted = renamed.map((tool, index) => {
    const report: ReportLosses = (losses, part, { format: name = format.name, remark = "" } = {}) => {
      for (const { code, path, what } of losses) {
        const at = sourcePath(document, index, part, path);
        const isKeyword = at.at(-1) === code && at.at(-2) !== "properties";
        const place = placeText(isKeyword ? at.slice(0, -1) : at, tools, document);
        issues.push({ code, message: `${place}: ${name} can't represent ${what}${remark}`, path: jsonPointer(at) });
      }
    };
    const describe = (notes: readonly string[] = []): string => {
      const { text, lost } = describeWithin(tool.description, notes, format.limits);
      const path = [...(document ? ["functions"] : []), index, "description"];
      for (const what of lost) {
        const message = `${placeText(path, tools, document)}: ${format.name} can't represent ${what}`;
        issues.push({ code: "limit", message, path: jsonPointer(path) });
      }
      return text;
    };
    return format.convert(tool, report, describe);
  });
  return { tools: converted, losses: distinct(issues) };
}

/** Checks the schemas of a document. @throws InvalidSchemaError with every problem of the schemas of a document's functions */
export function assertValidFunctions(document: OpenTool): void {
  assertSchemas(documentTools(document), document);
}

function assertSchemas(tools: readonly ToolSource[], document: OpenTool | undefined): void {
  const issues = tools.flatMap(({ parameters, returns }, index) =>
    (["parameters", "returns"] as const).flatMap((part): Issue[] => {
      const schema: unknown = part === "parameters" ? parameters : returns;
      if (schema === undefined && part === "returns") return [];
      const problems = isSchema(schema)
        ? schemaProblems(schema).filter(({ intended }) => intended === undefined)
        : [{ code: part, path: [], problem: `must be a JSON Schema (got ${valueText(schema)})` }];
      return problems.map(({ code, path, problem }) => {
        const at = sourcePath(document, index, part, path);
        return { code, message: `${placeText(at, tools, document)} ${problem}`, path: jsonPointer(at) };
      });
    }),
  );
  if (issues.length > 0) throw new InvalidSchemaError(distinct(issues));
}

/** The path in the source of a part of a tool's schema. */
function sourcePath(
  document: OpenTool | undefined,
  index: number,
  part: "parameters" | "returns",
  path: readonly PropertyKey[],
): readonly PropertyKey[] {
  return document ? documentPath(document, index, part, path) : [index, part, ...path];
}

/** A path in the source for a message: in a list, a tool is shown by its name. */
function placeText(path: readonly PropertyKey[], tools: readonly ToolSource[], document: OpenTool | undefined): string {
  return pathText(document ? path : [tools[Number(path[0])]?.name ?? "", ...path.slice(1)]);
}

/** The loss of a list of tools that is longer than the provider accepts. */
function tooMany(
  tools: readonly ToolSource[],
  { name, limits: { tools: limit = tools.length } = {} }: Pick<ToolFormat<unknown>, "name" | "limits">,
): readonly Issue[] {
  if (tools.length <= limit) return [];
  const what = `more than ${limit} tools in one request (there are ${tools.length})`;
  return [{ code: "limit", message: `${name} can't represent ${what}: the provider refuses it`, path: "" }];
}

function isDocument(source: OpenTool | Iterable<ToolSource>): source is OpenTool {
  return !(Symbol.iterator in source);
}

/** The functions of a document as tools. */
function documentTools({ functions, schemas }: OpenTool): readonly ToolSource[] {
  return functions.map((fn) =>
    withoutUndefined({
      name: fn.name,
      description: fn.description,
      parameters: parametersSchema(fn, schemas),
      returns: fn.return === null ? { type: "null" as const } : fn.return && returnJsonSchema(fn.return, schemas),
    }),
  );
}

/** The losses of a tool of a list outside its schemas. */
function listLosses(
  { name, returns }: ToolSource,
  index: number,
  wire: string | undefined,
  format: Pick<ToolFormat<unknown>, "name" | "hasReturns">,
): readonly Issue[] {
  const losses: Issue[] = [];
  const cant = `${name}: ${format.name} can't represent`;
  if (wire !== undefined && wire !== name) {
    const message = `${cant} the name ${quote(name)} (it becomes ${quote(wire)})`;
    losses.push({ code: "name", message, path: jsonPointer([index, "name"]) });
  }
  if (describesResult(returns) && !format.hasReturns) {
    losses.push({ code: "returns", message: `${cant} what a tool returns`, path: jsonPointer([index, "returns"]) });
  }
  return losses;
}

/** The path in a document of a part of a function's schema. */
function documentPath(
  { functions, schemas = {} }: OpenTool,
  index: number,
  part: "parameters" | "returns",
  path: readonly PropertyKey[],
): readonly PropertyKey[] {
  const [keyword, name, ...rest] = path;
  if (keyword === "$defs")
    return Object.hasOwn(schemas, name ?? "") ? ["schemas", ...path.slice(1)] : ["functions", index];
  if (part === "returns") return ["functions", index, "return", "schema", ...path];
  const parameter = functions[index]?.parameters.findIndex((one) => one.name === name) ?? -1;
  return keyword === "properties" && parameter !== -1
    ? ["functions", index, "parameters", parameter, "schema", ...rest]
    : ["functions", index];
}

/** Leaves out repeated issues: a definition that several functions use is reported once. */
function distinct(issues: readonly Issue[]): readonly Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}
