import type { CallEntry } from "../engine/call-entry.ts";
import { containerCalls } from "./catalogue/containers.ts";
import { dataCalls } from "./catalogue/data.ts";
import { databaseCalls } from "./catalogue/databases.ts";
import { fileCalls } from "./catalogue/files.ts";
import { httpCalls } from "./catalogue/http.ts";
import { hubCalls } from "./catalogue/hubs.ts";
import { machineCalls } from "./catalogue/machines.ts";
import { pathCalls } from "./catalogue/paths.ts";
import { secretCalls } from "./catalogue/secrets.ts";
import { socketCalls } from "./catalogue/sockets.ts";
import { systemCalls } from "./catalogue/system.ts";

/**
 * The catalogue of Python library calls: what each function does, and what it returns.
 *
 * Add a Python library call:
 *
 * 1. Choose the file of its subject: `catalogue/files.ts` (files, directories, archives), `paths.ts` (methods of paths),
 *    `data.ts` (formats, pandas), `databases.ts`, `http.ts` (HTTP clients, browsers), `machines.ts` (mail, file transfer,
 *    cloud storage), `sockets.ts` (sockets, servers), `system.ts` (programs, code, processes, users), `secrets.ts`
 *    (keyrings, cookies), `containers.ts` (docker), `hubs.ts` (models and data). The clients of clouds and other services
 *    are in `services.ts`.
 * 2. Add an entry with `call`: the dotted names, the parameter names in order, the effects in terms of these parameters, and
 *    `returns` with the type of the result if the result has methods with effects:
 *    `call("shutil.move", "src dst", moves("src", "dst"))`. `engine/rows.ts` has the functions for effects, and
 *    `engine/call-entry.ts` describes every field.
 * 3. Add a method under the type that its object's entry returns: `ftplib.FTP.delete`. Its effects may use `self` and
 *    `self.field`, where the fields are the arguments of the call that created the object.
 * 4. Add a program that calls it, with a harmless variant, to `test/python-bypasses.test.ts`.
 *    `test/python-catalogue.test.ts` fails with a sentence for each mistake in an entry.
 */
export const catalogueEntries: readonly CallEntry[] = [
  ...fileCalls,
  ...pathCalls,
  ...dataCalls,
  ...databaseCalls,
  ...httpCalls,
  ...socketCalls,
  ...machineCalls,
  ...systemCalls,
  ...secretCalls,
  ...containerCalls,
  ...hubCalls,
];

const entries = new Map<string, CallEntry>();
const modules = new Set<string>();
for (const entry of catalogueEntries) {
  for (const name of entry.calls.split(" ")) {
    entries.set(name, entry);
    for (let at = name.indexOf("."); at !== -1; at = name.indexOf(".", at + 1)) modules.add(name.slice(0, at));
  }
}

/** The catalogue entry of a function or method, by its dotted name. */
export function catalogueEntry(name: string): CallEntry | undefined {
  return entries.get(name);
}

/** Whether the catalogue has functions of a module or type with this dotted name. */
export function isCatalogueModule(name: string): boolean {
  return modules.has(name);
}
