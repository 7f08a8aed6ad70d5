/** The context of one parse, and positions in the whole command: shared by the functions that convert the parser's syntax tree. */
import type { ParsedScript } from "unbash";
import type { Capture, ShellNode, Span } from "../syntax.ts";

/** The state of one parse, shared by all functions that convert the parser's tree. */
export interface ParseContext {
  /** The whole command that was passed to `shell.read`. */
  readonly whole: string;
  /** The script that is parsed. */
  readonly script: string;
  /** Why the script can't be converted, if there is a reason. */
  readonly problems: string[];
  /** Variables that arithmetic or `${x:=…}` may change anywhere. */
  readonly volatile: Set<string>;
  /** The converted `$(…)` of each parser node, so that a word and its command refer to the same object. */
  readonly captures: Map<object, Capture>;
  /** Converts a script inside a word: `$(…)`. */
  readonly convertScript: (script: ParsedScript, locate: Locate, context: ParseContext) => ShellNode;
  /** How many commands surround the one that is converted. */
  depth: number;
}

/** Converts a position of the parser to a span in the whole command. */
export type Locate = (node: { readonly pos: number; readonly end: number }) => Span;

/**
 * Creates the `Locate` of a script: exact spans if the whole command contains the script literally, otherwise always `span`. The
 * parser ends some unclosed nodes after the end of the script: `${ \`.
 */
export function spanLocator(script: string, span: Span, whole: string): Locate {
  const position = whole.slice(span.start, span.end).indexOf(script);
  if (position === -1) return () => span;
  const offset = span.start + position;
  return ({ pos, end }) => ({ start: offset + pos, end: offset + Math.min(end, script.length) });
}

/** A node that runs other nodes one after the other; a single node is returned unchanged. */
export function sequenceOf(nodes: readonly ShellNode[]): ShellNode {
  const [only, second] = nodes;
  return only !== undefined && second === undefined ? only : { kind: "sequence", nodes };
}
