import type { Capture, ShellNode, Span } from "./syntax.ts";

/** What is kept while a script is read. */
export interface Reader {
  /** The command that was asked about. */
  readonly whole: string;
  readonly problems: string[];
  readonly volatile: Set<string>;
  /** The scripts inside words by the parser's nodes, so that a word and its command speak of the same one. */
  readonly captures: Map<object, Capture>;
  /** How many commands stand around the one that is read. */
  depth: number;
}

/** From the parser's places to places in the whole command. */
export type Locate = (node: { readonly pos: number; readonly end: number }) => Span;

/** The places of a script that may stand in the whole command letter for letter. */
export function locator(script: string, span: Span, whole: string): Locate {
  const found = whole.slice(span.start, span.end).indexOf(script);
  if (found === -1) return () => span;
  const offset = span.start + found;
  return ({ pos, end }) => ({ start: offset + pos, end: offset + end });
}

/** Nodes one after the other. */
export function sequence(nodes: readonly ShellNode[]): ShellNode {
  const [only, second] = nodes;
  return only !== undefined && second === undefined ? only : { kind: "sequence", nodes };
}

/** How deep the brackets of a script stand in one another, and how much of it is read again for the scripts inside. */
export function nestingOf(script: string): { readonly maxDepth: number; readonly again: number } {
  const open: boolean[] = [];
  let maxDepth = 0;
  let inside = 0;
  let again = 0;
  for (let index = 0; index < script.length; index++) {
    const character = script[index];
    again += inside;
    if (character === "(" || character === "{") {
      const isScript = character === "(" && /[$<>]/.test(script[index - 1] ?? "");
      open.push(isScript);
      if (isScript) inside++;
      maxDepth = Math.max(maxDepth, open.length);
    } else if ((character === ")" || character === "}") && open.pop() === true) inside--;
  }
  return { maxDepth, again };
}
