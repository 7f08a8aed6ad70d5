import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { resolveReference } from "@helve/core/internal";
import { fromOpenApi, OpenToolError, parametersSchema, parseOpenTool, schemaValidator } from "@helve/opentool";
import type { CommandOptions } from "./command-options.ts";
import { DataError } from "./data-error.ts";
import { markdown } from "./markdown.ts";
import { attempt } from "./reading.ts";

/**
 * A Markdown table of the OpenAPI documents of version 3 in a folder and those below it, by folder: how many operations
 * the documents have, how many are imported as functions, and of how many the arguments can be validated. With `explain`, also why
 * operations were left out.
 */
export async function openApiTable({ data, explain }: Pick<CommandOptions, "data" | "explain">): Promise<string> {
  const imports: ReturnType<typeof importDocument>[] = [];
  for (const file of await jsonFiles(data)) {
    const text = await readFile(join(data, file), "utf8");
    const document = attempt(() => JSON.parse(text));
    if (isOpenApi3(document)) imports.push(importDocument(file, document));
  }
  if (imports.length === 0) throw new DataError(`there is no OpenAPI document of version 3 in "${data}"`);
  const folders = [...Map.groupBy(imports, ({ file }) => dirname(file)), ["all", imports] as const];
  const head = ["folder", "documents", "operations", "imported", "arguments validated"];
  const table = markdown(
    head,
    folders.map(([name, documents]) => {
      const sum = (count: "operations" | "imported" | "validated") => documents.reduce((n, each) => n + each[count], 0);
      return [name, documents.length, sum("operations"), sum("imported"), sum("validated")];
    }),
  );
  const reasons = imports.flatMap(({ file, reasons: list }) => list.map((reason) => `${file}: ${reason}\n`));
  return [table, ...(explain ? ["\n", ...reasons] : [])].join("");
}

/** The JSON files in a folder, without those that repeat another one with its references written out. */
async function jsonFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json") && !entry.name.endsWith(".deref.json"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

interface OpenApi3 {
  readonly openapi: string;
  readonly paths?: Readonly<Record<string, unknown>>;
}

function isOpenApi3(value: unknown): value is OpenApi3 {
  const { openapi } = Object(value);
  return typeof openapi === "string" && openapi.startsWith("3.");
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Imports a document, and counts its operations and the imported functions. */
function importDocument(file: string, input: OpenApi3) {
  const items = Object.values(input.paths ?? {}).map((item) => pathItem(item, input));
  const operations = items.flatMap((item) => methods.filter((method) => Object.hasOwn(Object(item), method))).length;
  try {
    const { document, issues } = fromOpenApi(input);
    const { functions, schemas } = parseOpenTool(document);
    const notCompiled = functions.flatMap((fn) => {
      try {
        schemaValidator(parametersSchema(fn, schemas));
        return [];
      } catch (error) {
        return [`${fn.name}: ${error}`];
      }
    });
    const validated = functions.length - notCompiled.length;
    const reasons = [...issues.map(({ message }) => message), ...notCompiled];
    return { file, operations, imported: functions.length, validated, reasons };
  } catch (error) {
    if (!(error instanceof OpenToolError)) throw error;
    return { file, operations, imported: 0, validated: 0, reasons: error.issues.map(({ message }) => message) };
  }
}

/** Follows the reference that a path item may be. */
function pathItem(item: unknown, document: OpenApi3): unknown {
  const { $ref } = Object(item);
  return typeof $ref === "string" ? resolveReference($ref, { ...document }) : item;
}
