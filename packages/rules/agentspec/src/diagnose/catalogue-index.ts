/** Indexes a host's catalogue (tools, predicates, enforcements) by name, so that diagnostics find and suggest names fast. */
import { closestName } from "@helve/core/internal";
import type { Trigger } from "@helve/core/program";
import type { Catalogue, CatalogueEnforcement, CataloguePredicate, CatalogueTool } from "./catalogue.ts";

/** A `Catalogue` with look-up tables by name, created once per `diagnose` call. */
export interface CatalogueIndex {
  readonly tools?: ToolIndex;
  /** The toolkits whose tools are not known. */
  readonly toolkits?: ReadonlySet<string>;
  readonly predicates?: ReadonlyMap<string, CataloguePredicate>;
  readonly enforcements?: ReadonlyMap<string, CatalogueEnforcement>;
  /**
   * Finds the candidate that is most similar to an unknown name; `undefined` if none is similar.
   *
   * @param among - the object that the candidates belong to; results are cached per object and name
   */
  suggestName(name: string, among: object, candidates: Iterable<string>): string | undefined;
}

/** Tools by full name, by toolkit, and by their name within the toolkit. */
export interface ToolIndex {
  readonly byName: ReadonlyMap<string, CatalogueTool>;
  /** Without the tools that have no toolkit. */
  readonly byToolkit: ReadonlyMap<string, ReadonlyMap<string, CatalogueTool>>;
  /** The tools that follow a name and a dot: also `run` for a tool that has no toolkit (Lagent's `Bold.run`). */
  membersOf(name: string): ReadonlyMap<string, CatalogueTool> | undefined;
  readonly byMember: ReadonlyMap<string, readonly CatalogueTool[]>;
  /** Finds a tool by its full name, `Bold.run` for a tool `Bold`, or by its name within a toolkit if only one toolkit has a tool of that name. */
  find(name: string): CatalogueTool | undefined;
  /** The tools that a trigger or a question about earlier steps matches; `undefined` if one of its patterns matches no tool. */
  matching(trigger: Pick<Trigger, "patterns">): readonly CatalogueTool[] | undefined;
}

/** Creates the look-up tables of a catalogue. */
export function indexCatalogue({ tools, toolkits, predicates, enforcements }: Catalogue): CatalogueIndex {
  return {
    tools: tools === undefined ? undefined : indexTools(tools),
    toolkits: toolkits === undefined ? undefined : new Set(toolkits),
    predicates: predicates === undefined ? undefined : byName(predicates),
    enforcements: enforcements === undefined ? undefined : byName(enforcements),
    suggestName: nameSuggester(),
  };
}

/** The maximal number of name comparisons per text, because each takes time. */
const maxComparisons = 200_000;

/** Creates a function that suggests the most similar name; use a new one for each text. */
export function nameSuggester(): CatalogueIndex["suggestName"] {
  const kept = new WeakMap<object, Map<string, string | undefined>>();
  let compared = 0;
  return (name, among, candidates) => {
    const found = kept.get(among) ?? new Map<string, string | undefined>();
    kept.set(among, found);
    if (!found.has(name) && compared < maxComparisons) {
      const names = [...candidates];
      compared += names.length;
      found.set(name, closestName(name, names));
    }
    return found.get(name);
  };
}

/** Whether a tool can be one of a toolkit whose tools are not known. @param toolkit - `any` for a tool of an unknown toolkit */
export function mayBeUnlisted(toolkit: string, { toolkits }: CatalogueIndex): boolean {
  if (toolkits === undefined) return false;
  return toolkit === "any" ? toolkits.size > 0 : toolkits.has(toolkit);
}

/** Whether a tool's name belongs to a toolkit whose tools are unknown. */
export function isOfUnlistedToolkit(name: string, catalogue: CatalogueIndex): boolean {
  const dot = name.indexOf(".");
  return mayBeUnlisted(dot < 0 ? "any" : name.slice(0, dot), catalogue);
}

/** Indexes values by name; if two have the same name, the first is used. */
function byName<T extends { readonly name: string }>(given: Iterable<T>): ReadonlyMap<string, T> {
  const all = new Map<string, T>();
  for (const one of given) if (!all.has(one.name)) all.set(one.name, one);
  return all;
}

/** Indexes tools by full name, by toolkit, and by name within the toolkit. */
function indexTools(given: Iterable<CatalogueTool>): ToolIndex {
  const all = byName(given);
  const byToolkit = new Map<string, Map<string, CatalogueTool>>();
  const byMember = new Map<string, CatalogueTool[]>();
  for (const tool of all.values()) {
    const dot = tool.name.indexOf(".");
    appendToList(byMember, tool.name.slice(dot + 1), tool);
    if (dot < 0) continue;
    const [toolkit, member] = splitName(tool.name);
    byToolkit.set(toolkit, (byToolkit.get(toolkit) ?? new Map<string, CatalogueTool>()).set(member, tool));
  }
  const membersOf = (name: string): ReadonlyMap<string, CatalogueTool> | undefined => {
    const simple = all.get(name);
    return simple === undefined ? byToolkit.get(name) : new Map([["run", simple], ...(byToolkit.get(name) ?? [])]);
  };
  const everything = [...all.values()];
  const fit = new Map<string, readonly CatalogueTool[]>();
  const matchingPattern = (toolkit: string, tool: string): readonly CatalogueTool[] => {
    if (toolkit === "any") {
      if (tool.endsWith("*"))
        return everything.filter(({ name }) => hasPrefix(name.slice(name.indexOf(".") + 1), tool));
      return tool === "any" ? everything : (byMember.get(tool) ?? []);
    }
    const members = membersOf(toolkit);
    if (tool === "any") return [...(members?.values() ?? [])];
    if (tool.endsWith("*")) return [...(members ?? [])].flatMap(([name, one]) => (hasPrefix(name, tool) ? [one] : []));
    const one = members?.get(tool);
    return one === undefined ? [] : [one];
  };
  const matching = ({ patterns }: Pick<Trigger, "patterns">): readonly CatalogueTool[] | undefined => {
    const isAll = patterns.some(({ toolkit, tool }) => toolkit === "any" && tool === "any");
    const key = JSON.stringify(patterns.map(({ toolkit, tool }) => [toolkit, tool]));
    let tools = fit.get(key);
    if (tools === undefined) {
      const each = patterns.map(({ toolkit, tool }) => matchingPattern(toolkit, tool));
      tools = each.some(({ length }) => length === 0) ? [] : isAll ? everything : [...new Set(each.flat())];
      fit.set(key, tools);
    }
    return tools.length === 0 ? undefined : tools;
  };
  const find = (name: string): CatalogueTool | undefined => {
    const members = byMember.get(name) ?? [];
    const [toolkit, member] = splitName(name);
    return all.get(name) ?? membersOf(toolkit)?.get(member) ?? (members.length === 1 ? members[0] : undefined);
  };
  return { byName: all, byToolkit, membersOf, byMember, find, matching };
}

/** The toolkit and the name within it; without a dot, the toolkit is empty. */
function splitName(name: string): readonly [toolkit: string, member: string] {
  const dot = name.indexOf(".");
  return [name.slice(0, Math.max(dot, 0)), name.slice(dot + 1)];
}

/** Whether a tool's name within its toolkit matches a pattern such as `Delete*`. */
export function hasPrefix(name: string, pattern: string): boolean {
  return name.startsWith(pattern.slice(0, -1));
}

/** Appends a value to the list that a map has for a key. */
export function appendToList<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
