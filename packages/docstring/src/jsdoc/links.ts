import type { Line } from "../lines.ts";

const linkPattern =
  /(?<code>`[^`]*`)|(?<!\\)\\(?<escaped>\\*\{@)|\{@(?:link|linkcode|linkplain|tutorial)\s(?<inside>[^{}`]+)\}/g;

/** Lines with `{@link x}` and `{@link x | text}` as `x` and `text`, code apart. A backslash before one takes it as text. */
export function replaceLinks(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) =>
    line.fenced || !line.text.includes("{@") ? line : { ...line, text: replaceLinksInText(line.text) },
  );
}

/** Text in which nothing is a link. */
export function escapeLinks(text: string): string {
  return text.replace(/(`[^`\n]*`)|(?<!\\)(\\*\{@)/g, (_, code?: string, mark?: string) => code ?? `\\${mark}`);
}

/** What a link holds: `x`, `x text`, `x | text`. */
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

function replaceLinksInText(text: string): string {
  return text.replace(linkPattern, (...match) => {
    const { code, escaped, inside } = match.at(-1);
    if (inside === undefined) return code ?? escaped;
    const { target, label } = splitLink(inside);
    return label === "" ? target : label;
  });
}
