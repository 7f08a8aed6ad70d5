import type { Reference } from "../syntax/index.ts";
import type { CatalogueTool } from "./catalogue.ts";
import type { Look } from "./look.ts";
import { keysOf, memberOf, type PlacedSchema } from "./schema.ts";

/** What is at a path of the values that fit one of some schemas. */
export type Part =
  | KnownPart
  /** No schema has it: the first step that leads nowhere, what could stand there, and whether nothing else could. */
  | { readonly kind: "absent"; readonly index: number; readonly names: readonly string[]; readonly isClosed: boolean }
  | { readonly kind: "unknown" };

/** The schemas of a part, one for each of the schemas that have it. */
export interface KnownPart {
  readonly kind: "known";
  readonly schemas: readonly PlacedSchema[];
}

/** What is known of the arguments of some tools. */
interface Arguments {
  readonly schemas: readonly PlacedSchema[];
  /** By path. */
  readonly parts: Map<string, Part>;
}

const known = new WeakMap<readonly CatalogueTool[], Arguments>();

/** What a part of the action's arguments can be: what one of the tools takes that the trigger fits. */
export function argumentAt({ tools }: Look, path: Reference["path"]): Part {
  if (tools === undefined) return { kind: "unknown" };
  const { schemas, parts } = argumentsOf(tools);
  const key = JSON.stringify(path);
  let part = parts.get(key);
  if (part === undefined) {
    part = memberAt(schemas, path);
    parts.set(key, part);
  }
  return part;
}

function argumentsOf(tools: readonly CatalogueTool[]): Arguments {
  let found = known.get(tools);
  if (found === undefined) {
    const schemas = tools.map(({ parameters }) => ({ schema: parameters, root: parameters }));
    found = { schemas, parts: new Map() };
    known.set(tools, found);
  }
  return found;
}

/** What is at a path. */
export function memberAt(roots: readonly PlacedSchema[], path: Reference["path"]): Part {
  let schemas = roots;
  for (const [index, step] of path.entries()) {
    const next: PlacedSchema[] = [];
    let isClosed = true;
    for (const schema of schemas) {
      const member = memberOf(schema, step);
      if (member.kind === "unknown") return member;
      if (member.kind === "known") next.push(member.schema);
      else isClosed &&= member.isClosed;
    }
    if (next.length === 0) return { kind: "absent", index, names: namesIn(schemas), isClosed };
    if (!isClosed) return { kind: "unknown" };
    schemas = next;
  }
  return { kind: "known", schemas };
}

const names = new WeakMap<readonly PlacedSchema[], readonly string[]>();

function namesIn(schemas: readonly PlacedSchema[]): readonly string[] {
  const found = names.get(schemas) ?? [...new Set(schemas.flatMap(keysOf))];
  names.set(schemas, found);
  return found;
}
