/** Parses a shell script to the syntax tree that is evaluated. */
import { parse } from "unbash";
import { type ParseContext, sequenceOf, spanLocator } from "./parse/context.ts";
import { convertScript } from "./parse/statements.ts";
import type { ShellNode, Span } from "./syntax.ts";

/** The longest script, in UTF-16 units, and the deepest nesting of brackets. The parser's time grows faster than linearly with both. */
const maxScriptLength = 16_384;
const maxBracketDepth = 64;
/** The parser reads each level of nested substitutions again; this is the most characters that it may read again. */
const maxRereadLength = 80_000;

/** A line that ends with a placeholder that nobody filled in: `rm <name>`. It is a redirect without a target, which every shell rejects. */
const hasPlaceholderTarget = /^[^\n'"`$\\#<>]*<[\w -]+>\s*$/;

/** A parsed script, or the reason why it can't be parsed. */
export type ParseResult =
  | { readonly ok: true; readonly node: ShellNode; readonly volatile: ReadonlySet<string> }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a shell script to the tree of `syntax.ts`. Only this file and those it calls know the parser's own tree.
 *
 * @param span - the position of the script in `whole`
 * @param whole - the command that was passed to `shell.read`. If it contains the script literally, nodes get exact positions,
 *   otherwise `span`
 * @returns with `volatile`: the variables that arithmetic or `${x:=…}` may change anywhere
 */
export function parseShell(script: string, span: Span, whole: string): ParseResult {
  if (script.length > maxScriptLength) return { ok: false, reason: `is longer than ${maxScriptLength} characters` };
  const { maxDepth, rereadLength } = measureNesting(script);
  if (maxDepth > maxBracketDepth) return { ok: false, reason: `is nested deeper than ${maxBracketDepth} levels` };
  if (rereadLength > maxRereadLength) return { ok: false, reason: "has too much inside other commands" };
  if (hasPlaceholderTarget.test(script)) return { ok: true, node: sequenceOf([]), volatile: new Set() };
  const context: ParseContext = {
    whole,
    script,
    problems: [],
    volatile: new Set(),
    captures: new Map(),
    convertScript,
    depth: 0,
  };
  const node = convertScript(parse(script), spanLocator(script, span, whole), context);
  const [problem] = context.problems;
  if (problem !== undefined) return { ok: false, reason: `can't be read: ${problem}` };
  return { ok: true, node, volatile: context.volatile };
}

/**
 * Measures how deep the brackets of a script are nested, and how many characters the parser reads again because they are in
 * substitutions.
 */
function measureNesting(script: string): { readonly maxDepth: number; readonly rereadLength: number } {
  const openBrackets: boolean[] = [];
  let maxDepth = 0;
  let depthOfScripts = 0;
  let rereadLength = 0;
  for (let index = 0; index < script.length; index++) {
    const character = script[index];
    rereadLength += depthOfScripts;
    if (character === "(" || character === "{") {
      const isScript = character === "(" && /[$<>]/.test(script[index - 1] ?? "");
      openBrackets.push(isScript);
      if (isScript) depthOfScripts++;
      maxDepth = Math.max(maxDepth, openBrackets.length);
    } else if ((character === ")" || character === "}") && openBrackets.pop() === true) depthOfScripts--;
  }
  return { maxDepth, rereadLength };
}
