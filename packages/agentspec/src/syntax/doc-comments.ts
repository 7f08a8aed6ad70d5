import type { SourceText } from "@helve/core/internal";
import type { Rule } from "@helve/core/program";
import type { IToken } from "chevrotain";

/**
 * Gives rules the doc comments before them: a block that begins with two stars, or lines that begin with three slashes,
 * with nothing but white space up to the rule. All other comments are left over.
 */
export function documentRules(
  rules: readonly Rule[],
  comments: readonly IToken[],
  { text }: SourceText,
): { readonly rules: readonly Rule[]; readonly comments: readonly IToken[] } {
  if (!comments.some(isDoc)) return { rules, comments };
  const taken = new Set<IToken>();
  let next = 0;
  let before = 0;
  const documented = rules.map((rule) => {
    const { start, end } = rule.range;
    while (next < comments.length && (comments[next]?.startOffset ?? 0) < start.offset) next++;
    const lines: string[] = [];
    const found: IToken[] = [];
    let below = start.offset;
    for (let at = next - 1; at >= 0; at--) {
      const comment = comments[at];
      if (comment === undefined || comment.startOffset < before || !isDoc(comment)) break;
      if (text.slice(comment.startOffset + comment.image.length, below).trim() !== "") break;
      if (comment.image.startsWith("/*") && lines.length > 0) break;
      found.push(comment);
      lines.push(docText(comment.image));
      below = comment.startOffset;
      if (comment.image.startsWith("/*")) break;
    }
    before = end.offset;
    const doc = normalDoc(lines.reverse().join("\n"));
    if (doc === "") return rule;
    for (const comment of found) taken.add(comment);
    return withDoc(rule, doc);
  });
  return { rules: documented, comments: comments.filter((comment) => !taken.has(comment)) };
}

/** What a doc comment says, without white space around it and at the ends of its lines. */
export function normalDoc(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return lines.join("\n").trim();
}

function withDoc({ type, name, ...rest }: Rule, doc: string): Rule {
  return { type, name, doc, ...rest };
}

/** Whether a comment has the signs of a doc comment. */
export function isDoc({ image }: Pick<IToken, "image">): boolean {
  return (image.startsWith("///") && image[3] !== "/") || (image.startsWith("/**") && image.length > 4);
}

function docText(image: string): string {
  if (image.startsWith("///")) return image.slice(3).replace(/^ /, "").trimEnd();
  const lines = image.slice(3, -2).split(/\r\n?|\n/);
  return lines.map((line) => line.trim().replace(/^\* ?/, "")).join("\n");
}
