/** Parses PHP text, in bounded time also if it is invalid. */
import { parser } from "@lezer/php";
import { copyTree, parseWithin, type TreeNode } from "../copied-tree.ts";

/** `Template` starts as HTML, `Program` starts as PHP. */
export type Start = "Template" | "Program";

const longestProgram = 100_000;
/** About one step per token. */
const mostTokens = 20_000;

/** The tree of a program, or of the statements before an error; and why it is incomplete. */
export function parseProgram(
  program: string,
  top: Start,
): { readonly root: TreeNode | null; readonly problem: string | null } {
  if (program.length > longestProgram) return { root: null, problem: `is longer than ${longestProgram} characters` };
  const text = rewriteUnsupportedSyntax(program);
  const strict = parser.configure({ strict: true, top });
  const first = parseWithin(mostTokens, strict, text);
  if (first === null) return { root: null, problem: "is too long to be followed" };
  if (typeof first !== "number") {
    const { root, isDeep } = copyTree(first);
    return { root, problem: isDeep ? "is nested too deeply" : problemOfTexts([root], text) };
  }
  const second = parseWithin(mostTokens, strict, text.slice(0, text.lastIndexOf("\n", first) + 1));
  const root = second === null || typeof second === "number" ? null : copyTree(second).root;
  return { root, problem: `has a syntax error after character ${first}` };
}

/** Finds an unclosed string or heredoc that the parser accepts. */
function problemOfTexts(nodes: readonly TreeNode[], text: string): string | null {
  for (const { name, start, end, children } of nodes) {
    const isOpen = name === "String" && !/^b?(["']).*\1$/is.test(text.slice(start, end));
    if (isOpen || (name === "HeredocString" && /^\w/.test(text.charAt(end))))
      return `has no end of the text at character ${start}`;
    const inside = problemOfTexts(children, text);
    if (inside !== null) return inside;
  }
  return null;
}

/** Replaces syntax that the grammar lacks by text of the same length. */
function rewriteUnsupportedSyntax(program: string): string {
  return program
    .replaceAll(/<<<([ \t]*)"(\w+)"(?=[\r\n])/g, "<<<$1  $2")
    .replaceAll(/\bcase(\s+\w+\s*=\s*)"([^"$\\'\n]*)"/gi, "case$1'$2'")
    .replaceAll(/\bas(\s+(?:\$\w+\s*=>\s*)?)&(?=\s*\$)/gi, "as$1 ")
    .replaceAll(
      /(?<=[(,]\s*)(?:array|class|default|from|function|list|match|static|use|var|print)(?=\s*:(?!:))/gi,
      (found) => "_".repeat(found.length),
    )
    .replaceAll(/\breadonly(?=\s+(?:final\s+|abstract\s+)?class\b)/gi, (found) => " ".repeat(found.length))
    .replace(/\b__halt_compiler\s*\(\s*\)\s*;[\s\S]*$/i, (found) => ";".padEnd(found.length));
}
