import { dataCalls } from "./catalogue/data.ts";
import type { CallEntry } from "./catalogue/entry.ts";
import { fileCalls } from "./catalogue/files.ts";
import { httpCalls } from "./catalogue/http.ts";
import { machineCalls } from "./catalogue/machines.ts";
import { socketCalls } from "./catalogue/sockets.ts";
import { systemCalls } from "./catalogue/system.ts";

const entries = new Map<string, CallEntry>();
const modules = new Set<string>();
for (const entry of [...fileCalls, ...dataCalls, ...httpCalls, ...socketCalls, ...machineCalls, ...systemCalls]) {
  for (const name of entry.calls.split(" ")) {
    entries.set(name, entry);
    for (let at = name.indexOf("."); at !== -1; at = name.indexOf(".", at + 1)) modules.add(name.slice(0, at));
  }
}

/** What the catalogue says about a call, by its dotted name. */
export function catalogueEntry(name: string): CallEntry | undefined {
  return entries.get(name);
}

/** Whether the catalogue has something of a module or a type of this dotted name. */
export function isCatalogueModule(name: string): boolean {
  return modules.has(name);
}
