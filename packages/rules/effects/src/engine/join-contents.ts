/** Joins the contents that a cell has on different paths, and widens contents that change with each repetition. */
import { textsOfFile } from "../execution-state.ts";
import { type FileContent, joinNearbyFiles, largestCount } from "../flow.ts";
import { joinOrigins } from "../origins.ts";
import { bindSelf, lookUpMember } from "./class-members.ts";
import type { Machine } from "./machine.ts";
import { type Cell, type Content, environmentPrefix, type WorldContent } from "./state.ts";
import { exactValue, joinAllValues, joinValues, noneValue, unknownValueFrom, type Value } from "./value.ts";
import { widenValue } from "./widen.ts";

const noNames: ReadonlyMap<string, Value> = new Map();

/** The join of two contents of one cell. */
export function joinContents(cell: Cell, a: Content, b: Content): Content {
  if (a === b) return a;
  if (a.world !== undefined && b.world !== undefined) return { world: joinWorlds(a.world, b.world) };
  if (a.own !== undefined && b.own !== undefined) return { own: a.own.type.join(a.own, b.own) };
  if (cell.kind === "list") return joinLists(a, b);
  return {
    names: joinNames(a.names ?? noNames, b.names ?? noNames, (name) => withoutOwn(cell, name)),
    more: joinMore(a.more, b.more),
  };
}

/** The value of a cell under a name that it lacks: `None` in a dictionary, the member of its class in an object. A variable without a value can't be used. */
function withoutOwn(cell: Cell, name: string): Value | undefined {
  if (cell.kind === "dict") return noneValue;
  // An environment variable that one path does not set has its value from before.
  if (cell.kind === "scope") return name.startsWith(environmentPrefix) ? earlierValue : undefined;
  if (cell.kind !== "instance") return;
  const member = lookUpMember(cell.of, name);
  return member && bindSelf(member, exactValue(cell));
}

const earlierValue = unknownValueFrom([{ kind: "environment" }]);

/** Joins the variables of two paths: each may have the value of either. */
function joinNames(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
  missing: (name: string) => Value | undefined,
): ReadonlyMap<string, Value> {
  const joined = new Map(a);
  for (const [name, value] of b) joined.set(name, joinValues(a.get(name) ?? missing(name) ?? value, value));
  for (const [name, value] of a) {
    const before = b.has(name) ? undefined : missing(name);
    if (before !== undefined) joined.set(name, joinValues(value, before));
  }
  return joined;
}

/** The common beginning of two lists keeps its positions; the remaining items go to `more`. */
function joinLists({ items: a = [], more }: Content, { items: b = [], more: otherMore }: Content): Content {
  const isAligned = a.length === b.length && !more && !otherMore;
  const items: Value[] = [];
  for (const [at, item] of a.entries()) {
    const other = b[at];
    if (other === undefined || (item !== other && !isAligned)) break;
    items.push(joinValues(item, other));
  }
  const rest = [...a.slice(items.length), ...b.slice(items.length)];
  return { items, more: joinMore(joinMore(more, otherMore), rest.length === 0 ? null : joinAllValues(rest)) };
}

/** Joins what two lists may hold beside their known items. */
function joinMore(a: Value | null | undefined, b: Value | null | undefined): Value | null {
  return a && b ? joinValues(a, b) : (a ?? b ?? null);
}

/** Joins the files, directory and input after two paths. */
function joinWorlds(a: WorldContent, b: WorldContent): WorldContent {
  return {
    directory: a.directory === b.directory ? a.directory : null,
    input: joinOrigins(a.input, b.input),
    files: joinMaps(a.files, b.files, (path) => a.of.files.below(path), joinFiles),
    links: joinMaps(a.links, b.links, (path) => a.of.links.below(path), joinKnown),
    settings: joinMaps(a.settings, b.settings, (name) => a.of.settings.below(name), joinKnown),
    of: a.of,
  };
}

/** Returns the value if both are equal; otherwise null, for unknown. */
function joinKnown(a: string | null, b: string | null): string | null {
  return a === b ? a : null;
}

/** Joins the values of two paths. A value set on only one of them is joined with the value from before; without one, it is used alone. */
function joinMaps<Item>(
  a: ReadonlyMap<string, Item>,
  b: ReadonlyMap<string, Item>,
  before: (name: string) => Item | undefined,
  join: (a: Item, b: Item) => Item,
): ReadonlyMap<string, Item> {
  const joined = new Map<string, Item>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    // `null` is an unknown value, not an absent one.
    const [x, y] = [a, b].map((entries) => (entries.has(name) ? entries.get(name) : before(name)));
    if (x !== undefined && y !== undefined) joined.set(name, x === y ? x : join(x, y));
    else if (x !== undefined || y !== undefined) joined.set(name, (x ?? y) as Item);
  }
  return joined;
}

const maxTexts = 8;

/** Joins two possible contents of a file. */
export function joinFiles(a: FileContent, b: FileContent): FileContent {
  if (a === b || (a.missing && b.missing)) return a;
  const texts = [...new Set([...textsOfFile(a), ...textsOfFile(b)])];
  const isKnown = [a, b].every((file) => file.missing === true || textsOfFile(file).length > 0);
  const many = largestCount([a, b]);
  const from = joinOrigins(a.from, b.from);
  if (isKnown && texts.length === 1) return { from, many, text: texts[0] };
  // Besides the texts, there may be others.
  const isMixed = isKnown ? texts.length > maxTexts : texts.length > 0 || from.length === 0;
  return {
    from: isMixed ? joinOrigins(from, [{ kind: "unknown" }]) : from,
    many,
    near: joinNearbyFiles([a, b]),
    texts: texts.slice(0, maxTexts),
  };
}

/** Widens content that changes in a loop, so that the loop's evaluation ends. */
export function widenContent(before: Content, joined: Content, machine: Machine): Content {
  const widen = (a: Value | null | undefined, b: Value | null | undefined): Value | null =>
    b ? (a ? widenValue(a, b, machine) : b) : null;
  return {
    names:
      joined.names &&
      new Map([...joined.names].map(([name, value]) => [name, widen(before.names?.get(name), value) ?? value])),
    items: joined.items?.map((item, at) => widen(before.items?.[at], item) ?? item),
    more: widen(before.more, joined.more),
    world: joined.world && before.world && widenWorld(before.world, joined.world),
    own: joined.own && before.own && joined.own.type.widen(before.own, joined.own),
  };
}

/** Widens the files and directory that a loop changes, so that the evaluation ends. */
function widenWorld(before: WorldContent, joined: WorldContent): WorldContent {
  const files = new Map(joined.files);
  for (const [path, file] of joined.files) {
    const earlier = before.files.get(path);
    if (earlier !== undefined && !isSameFile(earlier, file))
      files.set(path, { from: joinOrigins(file.from, [{ kind: "unknown" }]), texts: textsOfFile(earlier) });
  }
  return { ...joined, files };
}

/** Whether two contents are the same. */
export function isSameContent(a: Content, b: Content): boolean {
  return (
    isSameMap(a.names ?? noNames, b.names ?? noNames, Object.is) &&
    (a.items?.length ?? 0) === (b.items?.length ?? 0) &&
    (a.items ?? []).every((item, at) => item === b.items?.[at]) &&
    (a.more ?? null) === (b.more ?? null) &&
    (a.world === undefined || b.world === undefined || isSameWorld(a.world, b.world)) &&
    (a.own === undefined || b.own === undefined || a.own.type.isSame(a.own, b.own))
  );
}

function isSameWorld(a: WorldContent, b: WorldContent): boolean {
  return (
    a.directory === b.directory &&
    a.input.length === b.input.length &&
    isSameMap(a.files, b.files, isSameFile) &&
    isSameMap(a.links, b.links, Object.is) &&
    isSameMap(a.settings, b.settings, Object.is)
  );
}

function isSameMap<Item>(
  a: ReadonlyMap<string, Item>,
  b: ReadonlyMap<string, Item>,
  isSame: (a: Item, b: Item) => boolean,
): boolean {
  if (a.size !== b.size) return false;
  for (const [name, item] of a) {
    const other = b.get(name);
    if (other === undefined || !isSame(item, other)) return false;
  }
  return true;
}

function isSameFile(a: FileContent, b: FileContent): boolean {
  const [texts, others] = [textsOfFile(a), textsOfFile(b)];
  return (
    a === b ||
    (a.missing === b.missing &&
      a.from.length === b.from.length &&
      texts.length === others.length &&
      texts.every((text) => others.includes(text)))
  );
}
