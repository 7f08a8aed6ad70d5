/** Reads the JSON-Schema-Test-Suite: the required tests of a draft, and the schemas that they load remotely. */
import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { JsonSchema } from "@helve/core";
import { DataError } from "../data-error.ts";

/** A measured draft of JSON Schema. */
export type Draft = "2020-12" | "draft-07";

/** A schema with the values that it is tested on. */
export interface SuiteGroup {
  /** The name of the test file, which is a keyword: `unevaluatedItems`. */
  readonly keyword: string;
  readonly description: string;
  readonly schema: JsonSchema | boolean;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** A schema that can be loaded, and its address. */
export interface RemoteSchema {
  readonly uri: string;
  readonly schema: JsonSchema;
}

/** The tests of a draft, and the schemas that they load. */
export interface SuiteTests {
  readonly groups: readonly SuiteGroup[];
  readonly remotes: readonly RemoteSchema[];
}

const folders: Readonly<Record<Draft, string>> = { "2020-12": "draft2020-12", "draft-07": "draft7" };

/**
 * Reads the required tests of a draft, the remote schemas of all drafts and its meta-schemas.
 *
 * @throws DataError if the folder has no tests
 */
export async function readTests(folder: string, draft: Draft): Promise<SuiteTests> {
  const tests = join(folder, folders[draft]);
  const files = (await readdir(tests).catch(() => [])).filter((file) => file.endsWith(".json")).sort();
  if (files.length === 0) throw new DataError(`there are no tests in "${tests}"`);
  const groups: SuiteGroup[] = [];
  for (const file of files) {
    const read: readonly Omit<SuiteGroup, "keyword">[] = await readJson(join(tests, file));
    for (const group of read) groups.push({ keyword: basename(file, ".json"), ...group });
  }
  return { groups, remotes: [...(await readRemotes(join(folder, "remotes"), draft)), ...(await metaSchemas(draft))] };
}

/** Reads the remote schemas, without the schemas of other drafts: the suite serves them at `http://localhost:1234/`. */
async function readRemotes(folder: string, draft: Draft): Promise<readonly RemoteSchema[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".json")).sort();
  const others = /^(?:draft|v\d)/;
  const own = files.filter((file) => !others.test(file) || file.startsWith(`${folders[draft]}/`));
  return Promise.all(
    own.map(async (file) => ({ uri: `http://localhost:1234/${file}`, schema: await readJson(join(folder, file)) })),
  );
}

/** Reads the meta-schemas of a draft from ajv's package. */
async function metaSchemas(draft: Draft): Promise<readonly RemoteSchema[]> {
  const folder = dirname(createRequire(import.meta.url).resolve("ajv/dist/refs/json-schema-draft-07.json"));
  const files = draft === "draft-07" ? "json-schema-draft-07.json" : "json-schema-2020-12/**/*.json";
  const schemas = globSync(files, { cwd: folder }).map((file) => readJson<JsonSchema>(join(folder, file)));
  return (await Promise.all(schemas)).map((schema) => ({ uri: String(schema["$id"]), schema }));
}

async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, "utf8"));
}
