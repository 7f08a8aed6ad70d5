import type { JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { Described, Reading } from "../docstring-schema.ts";
import type { SignatureParameter } from "../signature.ts";
import type { ReturnedValue } from "../tool.ts";
import { ToolDefinitionError } from "../tool-definition-error.ts";
import { detectType } from "./detect-type.ts";
import { type GoogleSection, parseGoogle } from "./google.ts";
import type { GoogleItem } from "./items.ts";

/**
 * A tool's description as Lagent's `tool_api` makes it (Lagent 0.1.3 to 0.2.4), to the letter.
 *
 * A type in the signature is searched as it stands, so give it as Python's `str` shows it (`<class 'int'>`) to be exact.
 * Without a signature the documented parameters are taken for it.
 *
 * @throws ToolDefinitionError where Lagent fails: a documented parameter without a type, nothing to explode
 */
export function describeAsLagent(docstring: string, reading: Reading): Described {
  const { name, returnsNamedValue, explodeReturn } = reading;
  const sections = parseGoogle(withoutRoles(docstring), { returnsNamedValue });
  const [first] = sections;
  if (first === undefined)
    throw unreadable(`the docstring of the tool "${name}" has sections, but nothing in them`, "");
  const documented = new Map(itemsOf(sections, "parameters").map((item) => [item.name ?? "", typed(item, name)]));
  const returns = itemsOf(sections, "returns");
  const signature = reading.signature ?? fromDocstring(documented, reading.length);
  const parameters = signature.filter((own) => own.name !== "self");
  const returnData = explodeReturn === true ? explode(returns, name) : returnsNamedValue === true ? returns : [];
  const [result] = returns;
  return {
    description: first.kind === "text" ? first.text : "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map((own) => [own.name, parameterSchema(own, documented)])),
      required: parameters.filter((own) => !isOptional(own)).map((own) => own.name),
      additionalProperties: false,
    },
    order: parameters.map((own) => own.name),
    ...(result !== undefined && { returns: { description: result.description, schema: schemaOf(result) ?? {} } }),
    ...(returnData.length > 0 && { returnData: returnData.map(returnedValue) }),
    diagnostics: [],
  };
}

function itemsOf(sections: readonly GoogleSection[], kind: "parameters" | "returns"): readonly GoogleItem[] {
  return sections.flatMap((section) => (section.kind === kind ? section.items : []));
}

/** Lagent's cut of ``:role:`text` `` to `text`, which begins at the first colon of a line that can reach one. */
function withoutRoles(docstring: string): string {
  return docstring.split("\n").map(withoutRolesInLine).join("\n");
}

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

interface Typed extends GoogleItem {
  readonly type: string;
}

function typed(item: GoogleItem, tool: string): Typed {
  const { type } = item;
  if (type !== undefined) return { ...item, type };
  const message = `the parameter "${item.name}" of the tool "${tool}" has no type in its docstring`;
  throw unreadable(
    message,
    jsonPointer(["parameters", item.name ?? ""]),
    "AttributeError: 'NoneType' object has no attribute 'lower'",
  );
}

function fromDocstring(documented: ReadonlyMap<string, Typed>, length: number): readonly SignatureParameter[] {
  return Array.from(documented.keys(), (name, index) => ({ name, optional: index >= length }));
}

function isOptional(own: SignatureParameter): boolean {
  return own.optional === true || Object.hasOwn(own, "default");
}

function parameterSchema(own: SignatureParameter, documented: ReadonlyMap<string, Typed>): JsonSchema {
  const item = documented.get(own.name);
  return {
    ...detectType(own.type ?? item?.type.toLowerCase() ?? ""),
    description: own.description || item?.description || "",
  };
}

/** The lines under the first return, each read as a parameter. */
function explode([first]: readonly GoogleItem[], tool: string): readonly GoogleItem[] {
  if (first === undefined) {
    throw unreadable(`the docstring of the tool "${tool}" has no Returns whose members could be listed`, "/returns");
  }
  const lines = first.description.split("\n").slice(1);
  const items = lines.filter((line) => line.trim() !== "").map((line) => `    ${line.replace(/^[ \-+*#.]+/, "")}`);
  const [section] = parseGoogle(["", "Args:", ...items].join("\n"));
  return section?.kind === "parameters" ? section.items : [];
}

function returnedValue(item: GoogleItem): ReturnedValue {
  const schema = schemaOf(item);
  return {
    ...(item.name !== undefined && { name: item.name }),
    description: item.description,
    ...(schema !== undefined && { schema }),
  };
}

function schemaOf({ type }: GoogleItem): JsonSchema | undefined {
  return type === undefined || type === "" ? undefined : detectType(type.toLowerCase());
}

/** @param error - what Lagent throws there */
function unreadable(what: string, path: string, error = "IndexError: list index out of range"): ToolDefinitionError {
  const message = `${what}, which Lagent can't read (${error})`;
  return new ToolDefinitionError([{ code: "docstring", message, path }]);
}
