import { canonicalJson, type Issue, NotJsonError } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml";
import { place } from "../json-path.ts";

/** A YAML text, or a JSON text, as a tree that knows its places. */
export interface Tree {
  readonly text: string;
  /** Absent when the text is nested too deeply to be read. */
  readonly document?: Document;
  /** Why it is not YAML, or not the part of YAML that is read. */
  readonly faults: readonly Fault[];
}

/** Offsets in a text, the second exclusive. */
export type Stretch = readonly [start: number, end: number];

/** What is wrong, with its offsets. */
export interface Fault extends Issue {
  readonly stretch: Stretch;
}

/** Reads YAML 1.2 without custom tags and merge keys. Never throws. */
export function parseTree(text: string): Tree {
  try {
    // A line may end at a carriage return too (YAML 1.2 §5.4), but not to the library.
    const document = parseDocument(text.replace(/\r(?!\n)/g, "\n"), {
      schema: "core",
      merge: false,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
    });
    // The library takes the end of the stack for an error of the text, and goes on with what is left.
    const deep = document.errors.find(({ message }) => message === "Maximum call stack size exceeded");
    if (deep !== undefined) return { text, faults: [yamlFault(tooDeep, deep.pos)] };
    const tags = document.warnings.filter(({ code }) => code === "TAG_RESOLVE_FAILED");
    const faults = [...document.errors, ...tags].map((error) => faultOf(error, text));
    return { text, document, faults: [...faults, ...aliasFaults(document)] };
  } catch (error) {
    const reason = error instanceof RangeError ? tooDeep : String(error);
    return { text, faults: [yamlFault(reason, [0, 0])] };
  }
}

const tooDeep = "it is nested too deeply";

function faultOf({ code, message, pos: [start, end] }: YAMLError, text: string): Fault {
  const says = {
    TAG_RESOLVE_FAILED: `the tag ${quote(text.slice(start, end))} is not read (only those of JSON's types are)`,
    MULTIPLE_DOCS: "there must be one document (got another after it)",
    NON_STRING_KEY: "a key must be plain text (got a list, an object or an alias)",
  };
  const reason = Object.hasOwn(says, code) ? says[code as keyof typeof says] : message;
  return yamlFault(reason, [start, end]);
}

/** How many aliases a document may have, and how many characters they may stand for. */
const mostAliases = 100;
const mostRepeated = 1_000_000;

/** Aliases that stand for nothing, or for too much. */
function aliasFaults(document: Document): readonly Fault[] {
  const lengths = new Map<string, number>();
  const faults: Fault[] = [];
  let count = 0;
  let repeated = 0;
  visit(document, {
    Value: (_, node) => {
      const [start, end] = stretchOf(node) ?? [0, 0];
      if (node.anchor !== undefined) lengths.set(node.anchor, end - start);
    },
    Alias: (_, alias) => {
      const length = lengths.get(alias.source);
      const stretch = stretchOf(alias) ?? [0, 0];
      if (length === undefined)
        faults.push(yamlFault(`the alias ${quote(alias.source)} has no anchor before it`, stretch));
      count += 1;
      repeated += length ?? 0;
    },
  });
  if (count > mostAliases || repeated > mostRepeated) faults.push(yamlFault(tooManyAliases, [0, 0]));
  return faults;
}

const tooManyAliases = `aliases repeat too much (at most ${mostAliases} aliases for ${mostRepeated} characters are read)`;

function yamlFault(reason: string, stretch: Stretch): Fault {
  return { code: "yaml", message: `not YAML that can be read: ${reason}`, path: "", stretch };
}

/** The value of a tree without faults; issues when JSON can't say it. */
export function valueIn({ document }: Tree): { readonly value?: unknown; readonly issues: readonly Issue[] } {
  try {
    const value: unknown = document?.toJS({ maxAliasCount: mostAliases });
    canonicalJson(value);
    return { value, issues: [] };
  } catch (error) {
    if (error instanceof NotJsonError) return { issues: error.issues };
    const { stretch: _, ...issue } = yamlFault(error instanceof ReferenceError ? tooManyAliases : tooDeep, [0, 0]);
    return { issues: [issue] };
  }
}

/** Every key that stands twice in one object. */
export function repeatsIn({ document, text }: Tree): readonly Fault[] {
  const faults: Fault[] = [];
  const waiting: { readonly node: unknown; readonly path: readonly PropertyKey[] }[] = [
    { node: document?.contents, path: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, path } = next;
    if (isSeq(node))
      for (const [index, item] of node.items.entries()) waiting.push({ node: item, path: [...path, index] });
    if (!isMap(node)) continue;
    const seen = new Set<string>();
    for (const pair of node.items) {
      const key = keyOf(pair);
      const at = [...path, key];
      if (seen.has(key)) {
        const message = `${place(at)} stands twice in one object: keep one of them`;
        const stretch = stretchOf(pair.key) ?? [0, text.length];
        faults.push({ code: "duplicate_key", message, path: jsonPointer(at), stretch });
      }
      seen.add(key);
      waiting.push({ node: pair.value, path: at });
    }
  }
  return faults.sort((a, b) => a.stretch[0] - b.stretch[0]);
}

/**
 * Where a value is, or its key; the object or the list that lacks it when it is not there.
 *
 * @param path - keys from the whole to the value
 */
export function rangeIn({ document }: Tree, path: readonly string[], part: "key" | "value"): Stretch | undefined {
  let node: unknown = document?.contents;
  let stretch = stretchOf(node) ?? (document && ([0, 0] as const));
  for (const [index, key] of path.entries()) {
    const owner = document !== undefined && isAlias(node) ? node.resolve(document) : node;
    const own = memberOf(owner, key);
    if (own === undefined) return stretch;
    node = own.value;
    const wantsKey = part === "key" && index === path.length - 1;
    stretch = (wantsKey ? undefined : stretchOf(node)) ?? stretchOf(own.key) ?? stretch;
  }
  return stretch;
}

/** A member of a node, the last one with its key: that is the one whose value counts. */
function memberOf(node: unknown, key: string): { readonly key?: unknown; readonly value: unknown } | undefined {
  if (isMap(node)) return node.items.findLast((pair) => keyOf(pair) === key);
  if (isSeq(node) && Number(key) < node.items.length) return { value: node.items[Number(key)] };
  return undefined;
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value ?? "") : "";
}

function stretchOf(node: unknown): Stretch | undefined {
  if (!isNode(node) || !node.range) return undefined;
  const [start, end] = node.range;
  return [start, end];
}
