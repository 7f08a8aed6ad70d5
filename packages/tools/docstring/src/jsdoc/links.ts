/** Replaces JSDoc inline links, `{@link x | text}`, by their text, and escapes text that looks like one. */
import type { Line } from "../lines.ts";

const linkPattern =
  /(?<code>`[^`]*`)|(?<!\\)\\(?<escaped>\\*\{@)|\{@(?:link|linkcode|linkplain|tutorial)\s(?<inside>[^{}`]+)\}/g;

/** Replaces `{@link x}` and `{@link x | text}` by `x` and `text`, except in code and after a backslash. */
export function replaceLinks(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) =>
    line.fenced || !line.text.includes("{@") ? line : { ...line, text: replaceLinksInText(line.text) },
  );
}

/** Puts a backslash before text that would be parsed as a link. */
export function escapeLinks(text: string): string {
  return text.replace(/(`[^`\n]*`)|(?<!\\)(\\*\{@)/g, (_, code?: string, mark?: string) => code ?? `\\${mark}`);
}

/** Splits the content of a link into target and label: `x`, `x text`, `x | text`. */
export function splitLink(inside: string): { readonly target: string; readonly label: string } {
  const target = /^[^\s|]*/.exec(inside.trim())?.[0] ?? "";
  return {
    target,
    label: inside
      .trim()
      .slice(target.length)
      .trim()
      .replace(/^\|\s*/, ""),
  };
}

/** Replaces the links of one line. */
function replaceLinksInText(text: string): string {
  return text.replace(linkPattern, (...match) => {
    const { code, escaped, inside } = match.at(-1);
    if (inside === undefined) return code ?? escaped;
    const { target, label } = splitLink(inside);
    return label === "" ? target : label;
  });
}
