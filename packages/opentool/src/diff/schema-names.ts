import { quote } from "@helve/core/internal";

import type { OpenTool } from "../document.ts";

import { schemaKinds } from "./canonical-shapes.ts";
import { type DifferenceLog, note, type Site } from "./difference.ts";

/** Enters the schemas that have another name, that are new and that are gone. What they say counts where they are used. */
export function compareSchemaNames(before: OpenTool, after: OpenTool, log: DifferenceLog): void {
  const { schemas: old = {} } = before;
  const { schemas: now = {} } = after;
  const gone = Object.fromEntries(Object.entries(old).filter(([name]) => !Object.hasOwn(now, name)));
  const added = Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(old, name)));
  const kinds = schemaKinds(gone, added, { before: old, after: now });
  const left = new Set(Object.keys(gone));
  for (const name of Object.keys(added)) {
    const was = [...left].find((oldName) => kinds.before.get(oldName) === kinds.after.get(name));
    if (was === undefined) {
      note(log, "schema_added", "cosmetic", schemaSite(name), "was added");
    } else {
      left.delete(was);
      note(log, "schema_renamed", "cosmetic", schemaSite(name), `was called ${quote(was)}`);
    }
  }
  for (const name of left) note(log, "schema_removed", "cosmetic", schemaSite(name), "was removed");
}

function schemaSite(name: string): Site {
  return { path: ["schemas", name], words: ["schemas", name] };
}
