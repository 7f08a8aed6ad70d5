// Ten files with types of public projects, by `extractTools` and by typia's `llm.application`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonSchema } from "@helve/core";
import { parametersSchema, schemaValidator } from "@helve/opentool";
import { packageDocs } from "@helve/testing/package-docs";
import { expect, it } from "vitest";
import { extractTools } from "../src/extract.ts";

type ByFunction<T> = Readonly<Record<string, T>>;

interface Samples {
  /** Arguments that have the type of the parameter. */
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const folder = fileURLToPath(new URL("typia/", import.meta.url));
const json = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, "utf8"));
const samples: Readonly<Record<string, ByFunction<Samples>>> = json("samples.json");
const typia: { readonly files: Readonly<Record<string, ByFunction<JsonSchema>>> } = json("typia.json");

/** The number of samples for which a schema decides as TypeScript does. */
function right(schema: JsonSchema | undefined, { valid, invalid }: Samples): number {
  const issuesOf = schema === undefined ? undefined : validatorOf(schema);
  if (issuesOf === undefined) return 0;
  const accepted = valid.filter((sample) => issuesOf(sample).length === 0);
  const refused = invalid.filter((sample) => issuesOf(sample).length > 0);
  return accepted.length + refused.length;
}

/** The validator of a schema; `undefined` if the schema is invalid, as one whose definition is only a reference to itself. */
function validatorOf(schema: JsonSchema): ReturnType<typeof schemaValidator> | undefined {
  try {
    return schemaValidator(schema);
  } catch {
    return undefined;
  }
}

/** The texts of a schema that a model reads, but for those with names that are not in the source. */
function descriptionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { description } = schema as { readonly description?: unknown };
  const own = typeof description === "string" && !description.includes("{@link") ? [description] : [];
  return [...own, ...Object.values(schema).flatMap(descriptionsIn)];
}

/** Matches the text of TypeScript's own library about `Record` and `Partial`. */
const libraryText = /^(?:Construct a type|Make all properties)/;

it.each(Object.entries(samples))("the schemas of %s.ts are at least as good as typia's", async (file, functions) => {
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const { document } = await extractTools([`typia/${file}.ts`], { cwd });
  const older = await extractTools([`typia/${file}.ts`], { cwd, compiler: "@typescript/typescript6" });
  expect(older.document).toEqual(document);
  const ours = new Map(
    document.functions.map((fn) => [fn.name.split("-")[1] ?? "", parametersSchema(fn, document.schemas)]),
  );
  const said = new Set(descriptionsIn([...ours.values()]));
  const counts = Object.entries(functions).map(([name, given]) => {
    const all = given.valid.length + given.invalid.length;
    const theirs = typia.files[file]?.[name];
    expect(right(ours.get(name), given), name).toBe(all);
    expect(descriptionsIn(theirs).filter((text) => !said.has(text) && !libraryText.test(text))).toEqual([]);
    return { all, theirs: right(theirs, given) };
  });
  const sum = (key: "all" | "theirs") => counts.reduce((total, count) => total + count[key], 0);
  const row = `| \`${file}\` | ${sum("all")} | ${sum("all")} | ${sum("theirs")} |`;
  expect(packageDocs(new URL("..", import.meta.url)).replace(/ +/g, " ")).toContain(row);
});
