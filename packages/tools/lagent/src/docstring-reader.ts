import type { JsonSchema } from "@helve/core";
import { jsonPointer, withoutUndefined } from "@helve/core/internal";
import {
  type DocstringContext,
  type DocstringReader,
  type ReturnedValue,
  type SignatureParameter,
  ToolDefinitionError,
  type ToolDescription,
} from "@helve/tool";
import { type GoogleSection, parseGoogle } from "./docstring-reader/google.ts";
import type { GoogleItem } from "./docstring-reader/items.ts";

/**
 * Reads docstrings exactly as Lagent's `tool_api` does (Lagent 0.1.3 to 0.2.4), including its weaknesses: five types that are
 * recognized by substrings, sections lost after a blank line, an error for a parameter without a type. A missing description is only
 * a diagnostic.
 *
 * A type in the signature is searched as text, so write it as Python's `str` prints it (`<class 'int'>`) for the same result.
 * Without a signature, the documented parameters are used.
 *
 * @throws ToolDefinitionError where Lagent fails: a documented parameter without a type, no members for `explodeReturn`
 *
 * @example
 * const add = toolApi(docstring, (x: number, y: number) => x + y, { name: "add", reader: lagentDocstrings });
 */
export const lagentDocstrings: DocstringReader = { read: describeTool, isLenient: true };

function describeTool(docstring: string, reading: DocstringContext): ToolDescription {
  const { name, returnsNamedValue, explodeReturn } = reading;
  const sections = parseGoogle(withoutRoles(docstring), { returnsNamedValue });
  const [first] = sections;
  if (first === undefined)
    throw lagentError(`the docstring of the tool "${name}" has sections, but nothing in them`, "");
  const documented = new Map(
    sectionItems(sections, "parameters").map((item) => [item.name ?? "", withRequiredType(item, name)]),
  );
  const returns = sectionItems(sections, "returns");
  const signature = reading.signature ?? documentedSignature(documented, reading.length);
  const parameters = signature.filter((own) => own.name !== "self");
  const returnData = explodeReturn === true ? returnMembers(returns, name) : returnsNamedValue === true ? returns : [];
  const [result] = returns;
  return withoutUndefined({
    description: first.kind === "text" ? first.text : "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map((own) => [own.name, parameterSchema(own, documented)])),
      required: parameters.filter((own) => !isOptional(own)).map((own) => own.name),
      additionalProperties: false,
    },
    order: parameters.map((own) => own.name),
    returns: result === undefined ? undefined : { description: result.description, schema: itemSchema(result) ?? {} },
    returnData: returnData.length > 0 ? returnData.map(returnedValue) : undefined,
    diagnostics: [],
  });
}

/** The items of all sections of one kind. */
function sectionItems(sections: readonly GoogleSection[], kind: "parameters" | "returns"): readonly GoogleItem[] {
  return sections.flatMap((section) => (section.kind === kind ? section.items : []));
}

/** Replaces ``:role:`text` `` by `text` as Lagent does, starting at the first colon of a line. */
function withoutRoles(docstring: string): string {
  return docstring.split("\n").map(withoutRolesInLine).join("\n");
}

/** Replaces the roles in one line, see {@link withoutRoles}. */
function withoutRolesInLine(line: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = line.indexOf(":", from);
    const open = start === -1 ? -1 : line.indexOf(":`", start + 2);
    const close = open === -1 ? -1 : line.indexOf("`", open + 3);
    if (close === -1) return kept + line.slice(from);
    kept += line.slice(from, start) + line.slice(open + 2, close);
    from = close + 1;
  }
}

interface TypedItem extends GoogleItem {
  readonly type: string;
}

/** Returns the item if it has a type; throws Lagent's error otherwise. */
function withRequiredType(item: GoogleItem, tool: string): TypedItem {
  const { type } = item;
  if (type !== undefined) return { ...item, type };
  const message = `the parameter "${item.name}" of the tool "${tool}" has no type in its docstring`;
  throw lagentError(
    message,
    jsonPointer(["parameters", item.name ?? ""]),
    "AttributeError: 'NoneType' object has no attribute 'lower'",
  );
}

/** The signature as the docstring describes it, for a function without a `signature` option. */
function documentedSignature(
  documented: ReadonlyMap<string, TypedItem>,
  length: number,
): readonly SignatureParameter[] {
  return Array.from(documented.keys(), (name, index) => ({ name, optional: index >= length }));
}

function isOptional(own: SignatureParameter): boolean {
  return own.optional === true || Object.hasOwn(own, "default");
}

/** The JSON Schema of a parameter, with its type and description from the signature or the docstring. */
function parameterSchema(own: SignatureParameter, documented: ReadonlyMap<string, TypedItem>): JsonSchema {
  const item = documented.get(own.name);
  return {
    ...detectType(own.type ?? item?.type.toLowerCase() ?? ""),
    description: own.description || item?.description || "",
  };
}

/** The lines below the first return, each read as a parameter. */
function returnMembers([first]: readonly GoogleItem[], tool: string): readonly GoogleItem[] {
  if (first === undefined) {
    throw lagentError(`the docstring of the tool "${tool}" has no Returns whose members could be listed`, "/returns");
  }
  const lines = first.description.split("\n").slice(1);
  const items = lines.filter((line) => line.trim() !== "").map((line) => `    ${line.replace(/^[ \-+*#.]+/, "")}`);
  const [section] = parseGoogle(["", "Args:", ...items].join("\n"));
  return section?.kind === "parameters" ? section.items : [];
}

/** Converts a documented return to an entry of `returnData`. */
function returnedValue(item: GoogleItem): ReturnedValue {
  const schema = itemSchema(item);
  return withoutUndefined({
    name: item.name,
    description: item.description,
    schema,
  });
}

/** The JSON Schema of an item's type; `undefined` without a type. */
function itemSchema({ type }: GoogleItem): JsonSchema | undefined {
  return type === undefined || type === "" ? undefined : detectType(type.toLowerCase());
}

/** The error for a docstring that Lagent can't read; `error` is what Lagent throws. */
function lagentError(what: string, path: string, error = "IndexError: list index out of range"): ToolDefinitionError {
  const message = `${what}, which Lagent can't read (${error})`;
  return new ToolDefinitionError([{ code: "docstring", message, path }]);
}

/**
 * The schema of the type that Lagent recognizes in a text by substrings (`_detect_type`): `Point` contains `int`, and
 * `List[str]` contains `list` only in lower case.
 */
function detectType(text: string): JsonSchema {
  if (text.includes("list")) return { type: "array" };
  if (text.includes("str")) return { type: "string" };
  if (text.includes("float")) return { type: "number" };
  if (text.includes("int")) return { type: "integer" };
  return { type: text.includes("bool") ? "boolean" : "string" };
}
