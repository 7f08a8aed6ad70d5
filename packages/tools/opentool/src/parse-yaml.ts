/** Parses YAML text, with the issues of what JSON or this package does not support. */
import { canonicalJson, type Issue, NotJsonError } from "@helve/core";
import { quote } from "@helve/core/internal";
import { type Document, isNode, parseDocument, visit, type YAMLError } from "yaml";

/** A parsed YAML or JSON text. */
export interface ParsedYaml {
  /** Absent if the text is nested too deeply. */
  readonly document?: Document;
  /** Why the text is not YAML, or not in the supported part of YAML. */
  readonly issues: readonly OffsetIssue[];
}

/** Offsets in a text, the second exclusive. */
export type Offsets = readonly [start: number, end: number];

/** An issue with its offsets in the text. */
export interface OffsetIssue extends Issue {
  readonly offsets: Offsets;
}

/** Parses YAML 1.2 text, without custom tags and merge keys. Never throws. */
export function parseYaml(text: string): ParsedYaml {
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
    // The library reports a stack overflow as an error of the text, and continues.
    const depthError = document.errors.find(({ message }) => message === "Maximum call stack size exceeded");
    if (depthError !== undefined) return { issues: [yamlIssue(nestedTooDeeply, depthError.pos)] };
    const tags = document.warnings.filter(({ code }) => code === "TAG_RESOLVE_FAILED");
    const issues = [...document.errors, ...tags].map((error) => libraryIssue(error, text));
    return { document, issues: [...issues, ...aliasIssues(document)] };
  } catch (error) {
    const reason = error instanceof RangeError ? nestedTooDeeply : String(error);
    return { issues: [yamlIssue(reason, [0, 0])] };
  }
}

const nestedTooDeeply = "it is nested too deeply";

/** Converts an error of the YAML library to an issue, with clearer messages for common errors. */
function libraryIssue({ code, message, pos: [start, end] }: YAMLError, text: string): OffsetIssue {
  const messages = {
    TAG_RESOLVE_FAILED: `the tag ${quote(text.slice(start, end))} is not read (only those of JSON's types are)`,
    MULTIPLE_DOCS: "there must be one document (got another after it)",
    NON_STRING_KEY: "a key must be plain text (got a list, an object or an alias)",
  };
  const reason = Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : message;
  return yamlIssue(reason, [start, end]);
}

/** The maximum number of aliases, and of characters that they repeat. */
const maxAliases = 100;
const maxRepeatedLength = 1_000_000;

/** Finds aliases without an anchor, and too many aliases. */
function aliasIssues(document: Document): readonly OffsetIssue[] {
  const lengths = new Map<string, number>();
  const issues: OffsetIssue[] = [];
  let count = 0;
  let repeated = 0;
  visit(document, {
    Value: (_, node) => {
      const [start, end] = nodeOffsets(node) ?? [0, 0];
      if (node.anchor !== undefined) lengths.set(node.anchor, end - start);
    },
    Alias: (_, alias) => {
      const length = lengths.get(alias.source);
      const offsets = nodeOffsets(alias) ?? [0, 0];
      if (length === undefined)
        issues.push(yamlIssue(`the alias ${quote(alias.source)} has no anchor before it`, offsets));
      count += 1;
      repeated += length ?? 0;
    },
  });
  if (count > maxAliases || repeated > maxRepeatedLength) issues.push(yamlIssue(tooManyAliases, [0, 0]));
  return issues;
}

const tooManyAliases = `aliases repeat too much (at most ${maxAliases} aliases for ${maxRepeatedLength} characters are read)`;

function yamlIssue(reason: string, offsets: Offsets): OffsetIssue {
  return { code: "yaml", message: `not YAML that can be read: ${reason}`, path: "", offsets };
}

/** Converts a text without issues to a JSON value; returns issues if JSON can't represent it. */
export function yamlValue({ document }: ParsedYaml): { readonly value?: unknown; readonly issues: readonly Issue[] } {
  try {
    const value: unknown = document?.toJS({ maxAliasCount: maxAliases });
    canonicalJson(value);
    return { value, issues: [] };
  } catch (error) {
    if (error instanceof NotJsonError) return { issues: error.issues };
    const { offsets: _, ...issue } = yamlIssue(
      error instanceof ReferenceError ? tooManyAliases : nestedTooDeeply,
      [0, 0],
    );
    return { issues: [issue] };
  }
}

/** Returns the offsets of a node; `undefined` if it has none. */
function nodeOffsets(node: unknown): Offsets | undefined {
  if (!isNode(node) || !node.range) return undefined;
  const [start, end] = node.range;
  return [start, end];
}
