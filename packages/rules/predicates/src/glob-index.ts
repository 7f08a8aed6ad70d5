/**
 * Finds the globs of a list that can match a path, so that only those are compiled: the lists have thousands of globs, and a process of a hook
 * looks up a few paths.
 */
import { braceExpand } from "minimatch";
import type { PathLocation } from "./path-location.ts";

/** One pattern of a list: an alternative of the braces of a glob, with or without what is in a directory. */
export interface ListedPattern {
  /** The glob as it is in the list. */
  readonly glob: string;
  /** The place in the list. */
  readonly order: number;
  /** Whether the glob begins with `!`. */
  readonly isExclusion: boolean;
  /** The pattern, without the `!`. */
  readonly pattern: string;
}

/** A path that is looked up. */
interface LookedUpPath {
  readonly location: PathLocation;
  /** The parts as names. */
  readonly names: readonly string[];
  /** Whether each part has a wildcard. */
  readonly wildcards: readonly boolean[];
}

/** The patterns of a list by the names that they begin with. */
export interface GlobIndex {
  /**
   * The patterns that can match a path, in their order. Others may be among them.
   *
   * @param home - the location of `~`
   * @param recursive - whether a directory above a pattern matches, too
   */
  find(path: LookedUpPath, home: PathLocation, recursive: boolean): readonly ListedPattern[];
  readonly all: readonly ListedPattern[];
}

/** The index of a list; the same list has the same index. */
export function globIndex(globs: readonly string[]): GlobIndex {
  const known = indexes.get(globs);
  if (known !== undefined) return known;
  const index = createIndex(globs);
  indexes.set(globs, index);
  return index;
}

const indexes = new WeakMap<readonly string[], GlobIndex>();

/** Patterns that begin with the same names, and those that continue. The name `*` stands for any. */
interface IndexNode {
  readonly patterns: ListedPattern[];
  readonly children: Map<string, IndexNode>;
}

const emptyNode = (): IndexNode => ({ patterns: [], children: new Map() });

function createIndex(globs: readonly string[]): GlobIndex {
  const all: ListedPattern[] = [];
  const [inHome, absolute, everywhere] = [emptyNode(), emptyNode(), emptyNode()];
  // Those whose text does not say what they begin with.
  const others: ListedPattern[] = [];
  for (const glob of globs) {
    const isExclusion = glob.startsWith("!");
    for (const pattern of alternatives(isExclusion ? glob.slice(1) : glob)) {
      const listed = { glob, order: all.length, isExclusion, pattern };
      all.push(listed);
      const [, start, rest = ""] = isPlain.exec(pattern) ?? [];
      if (start === "**/") nodeAt(everywhere, rest.split("/").slice(0, 1)).patterns.push(listed);
      else if (start === "~/") nodeAt(inHome, rest.split("/")).patterns.push(listed);
      else if (start === "/") nodeAt(absolute, rest.split("/")).patterns.push(listed);
      else others.push(listed);
    }
  }
  return {
    all,
    find({ location, names, wildcards }, home, recursive) {
      const found = [...others];
      const walk = { names: names.map(inAnyCase), wildcards, recursive, found };
      if (wildcards.includes(true)) addSubtree(everywhere, found);
      else
        for (const node of [everywhere, ...walk.names.map((name) => everywhere.children.get(name))]) add(node, found);
      if (location.up > 0) {
        addSubtree(absolute, found);
        addSubtree(inHome, found);
      } else if (location.absolute) {
        addMatching(absolute, 0, walk);
        addInHome(inHome, home, walk);
      }
      return found.sort((one, other) => one.order - other.order);
    },
  };
}

/** A pattern whose text says which names it begins with, wherever the working directory is. */
const isPlain = /^(~\/|\*\*\/|\/(?!proc\/))((?!\.{1,2}(?:\/|$))[\w .+@*?~-]+(?:\/(?!\.{1,2}(?:\/|$))[\w .+@*?~-]+)*)$/;

/** The alternatives of a glob with braces. A directory, which has a slash at the end, is itself and what is in it. */
function alternatives(glob: string): readonly string[] {
  // In a path of Windows, a backslash separates names: what it means depends on the system.
  if (/[\\:]/.test(glob) || /^\/*$/.test(glob)) return [glob];
  const variants = glob.endsWith("/") ? [glob.slice(0, -1), `${glob}**`] : [glob];
  return variants.flatMap((variant) =>
    variant.includes("{") ? braceExpand(variant).map((pattern) => pattern.replace(/(?<=[^/])\/+$/, "")) : [variant],
  );
}

/** The node of a path's names up to the first name with a wildcard, unless that is `*`. */
function nodeAt(root: IndexNode, names: readonly string[]): IndexNode {
  let node = root;
  for (const name of names) {
    if (name !== "*" && /[*?]/.test(name)) break;
    const key = inAnyCase(name);
    const child = node.children.get(key) ?? emptyNode();
    node.children.set(key, child);
    node = child;
  }
  return node;
}

/** Some systems compare names without case. */
function inAnyCase(name: string): string {
  return name.toLowerCase();
}

interface Walk extends Pick<LookedUpPath, "names" | "wildcards"> {
  readonly recursive: boolean;
  readonly found: ListedPattern[];
}

/** Adds the patterns that can match the names from an index on. */
function addMatching(node: IndexNode | undefined, at: number, walk: Walk): void {
  if (node === undefined) return;
  const { names, wildcards, recursive, found } = walk;
  const name = names[at];
  if (wildcards[at] === true || (name === undefined && recursive)) {
    addSubtree(node, found);
    return;
  }
  add(node, found);
  if (name === undefined) return;
  addMatching(node.children.get(name), at + 1, walk);
  if (name !== "*") addMatching(node.children.get("*"), at + 1, walk);
}

/** Adds the patterns in the home directory that can match. */
function addInHome(inHome: IndexNode, { absolute, up, parts }: PathLocation, walk: Walk): void {
  const { names, wildcards, recursive, found } = walk;
  for (const [at, part] of parts.entries()) {
    const isOpen = !absolute || up > 0 || wildcards[at] === true || /[\\*?[]/.test(part);
    if (isOpen || (names[at] === undefined && recursive)) {
      addSubtree(inHome, found);
      return;
    }
    if (names[at] !== inAnyCase(part)) return;
  }
  addMatching(inHome, parts.length, walk);
}

function addSubtree(node: IndexNode, found: ListedPattern[]): void {
  add(node, found);
  for (const child of node.children.values()) addSubtree(child, found);
}

function add(node: IndexNode | undefined, found: ListedPattern[]): void {
  if (node !== undefined) for (const pattern of node.patterns) found.push(pattern);
}
