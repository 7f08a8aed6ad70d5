import { quote } from "@helve/core/internal";

import { member, place } from "../place.ts";
import { isSupported } from "../versions.ts";
import { type Members, type Reader, report } from "./reader.ts";
import { checkCircles } from "./schema-rules.ts";

/** What a document must be beyond the types of its fields (OpenTool 1.0.0 §OpenTool). */
export function checkDocument(document: Members, reader: Reader): void {
  const version = member(document, "opentool");
  if (typeof version === "string" && !isSupported(version)) {
    const says = `must be a version 1 or 2, such as "1.0.0" (got ${quote(version)})`;
    report(reader, { code: "version", at: ["opentool"], says });
  }
  checkNames(member(document, "functions"), "functions", reader);
  checkCircles(reader);
}

/** What a function must be beyond the types of its fields (OpenTool 1.0.0 §Function). */
export function checkFunction(fn: Members, reader: Reader): void {
  const name = member(fn, "name");
  if (typeof name === "string" && !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    const says = `must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got ${quote(name)})`;
    report(reader, { code: "name", at: ["name"], says });
  }
  checkNames(member(fn, "parameters"), "parameters", reader);
}

/** Names in a list of functions or of parameters are there once. */
function checkNames(list: unknown, field: string, reader: Reader): void {
  if (!Array.isArray(list)) return;
  const first = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const name = member(item, "name");
    if (typeof name !== "string") continue;
    const other = first.get(name);
    if (other === undefined) first.set(name, index);
    else {
      const says = `repeats ${quote(name)} of ${place([...reader.path, field, other])}`;
      report(reader, { code: "duplicate", at: [field, index, "name"], says });
    }
  }
}
