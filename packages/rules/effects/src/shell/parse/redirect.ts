import type { Redirection } from "unbash";
import type { Redirect, Word } from "../syntax.ts";
import type { Locate } from "./context.ts";
import type { ParserWord } from "./word-pieces.ts";

/** Converts a redirect of the parser (`> file`, `<<EOF`, `2>&1`) to a `Redirect` of this package; none if it has no target. */
export function convertRedirect(
  redirect: Redirection,
  locate: Locate,
  convertWord: (word: ParserWord & { pos: number; end: number }) => Word,
): readonly Redirect[] {
  const span = locate(redirect);
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? redirect.descriptor.value : undefined;
  if (redirect.type === "HereDoc") {
    const { text, parts, pos, end } = redirect.body;
    return [
      {
        ...span,
        kind: "text",
        descriptor: descriptor ?? 0,
        // Only a quoted delimiter keeps the backslashes: `<<'EOF'`.
        word: convertWord({
          text,
          parts,
          pos,
          end,
          value: redirect.delimiter?.quoted === true ? text : text.replaceAll(/\\([$`\\])|\\\n/g, "$1"),
          quoted: true,
        }),
      },
    ];
  }
  const { target, operator } = redirect;
  if (target === undefined) return [];
  const word = convertWord(target);
  const isNumber = /^(\d+|-|\d+-)$/.test(target.text);
  switch (operator) {
    case "<<<":
      return [{ ...span, kind: "text", descriptor: descriptor ?? 0, word }];
    case ">>":
      return [{ ...span, kind: "append", descriptor: descriptor ?? 1, word }];
    case "&>>":
      return [{ ...span, kind: "append", descriptor: 1, word }];
    case "<":
      return [{ ...span, kind: "read", descriptor: descriptor ?? 0, word }];
    case "<&":
      return [{ ...span, kind: isNumber ? "copy" : "read", descriptor: descriptor ?? 0, word }];
    case "<>":
      return [{ ...span, kind: "both", descriptor: descriptor ?? 0, word }];
    case ">&":
      return [{ ...span, kind: isNumber ? "copy" : "write", descriptor: descriptor ?? 1, word }];
    default:
      return [{ ...span, kind: "write", descriptor: descriptor ?? 1, word }];
  }
}
