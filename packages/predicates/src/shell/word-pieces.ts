import type { WordPart } from "unbash";
import type { Piece } from "./syntax.ts";

/** What a word is made of. Adjacent quoting styles vanish here: `r''m` and `\rm` are the text `rm`. */
export function wordPieces(word: {
  readonly text: string;
  readonly value?: string;
  readonly parts?: readonly WordPart[] | undefined;
  /** Whether the whole stands as if in double quotes, as in a here-document. */
  readonly quoted?: boolean;
}): readonly Piece[] {
  const pieces = word.parts?.flatMap((part) => partPieces(part, word.quoted ?? false)) ?? [
    literalPiece(word.value ?? word.text),
  ];
  return word.quoted !== true && word.text.startsWith("~") ? withHome(pieces) : pieces;
}

/** Text that stands for itself. */
export function literalPiece(value: string): Piece {
  return { kind: "text", value };
}

function partPieces(part: WordPart, quoted: boolean): readonly Piece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [literalPiece(part.value)];
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.length === 0 ? [literalPiece("")] : part.parts.flatMap((child) => partPieces(child, true));
    case "Glob":
      return [{ kind: "glob", value: part.text }];
    case "ExtendedGlob":
      return part.parts === undefined ? [{ kind: "glob", value: part.text }] : [{ kind: "unknown", quoted }];
    case "BraceExpansion":
      return [choices(part.text)];
    case "SimpleExpansion":
      return [{ kind: "variable", name: part.text.slice(1), quoted }];
    case "ParameterExpansion": {
      const plain = part.prefix === undefined && part.index === undefined && part.operation === undefined;
      if (plain) return [{ kind: "variable", name: part.parameter, quoted }];
      return [{ kind: "unknown", quoted: quoted && part.prefix === undefined && part.index === undefined }];
    }
    case "ProcessSubstitution":
      return [literalPiece("/dev/fd/63")];
    case "CommandExpansion":
    case "ArithmeticExpansion":
      return [{ kind: "unknown", quoted }];
  }
}

function choices(text: string): Piece {
  if (/["'`$\\]/.test(text)) return { kind: "unknown", quoted: false };
  return { kind: "choice", text };
}

/** `~` and `~/…` are the home directory; `~name` is somebody's, which is not known. */
function withHome(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== "text") return pieces;
  if (first.value === "~" && rest.length === 0) return [{ kind: "home" }];
  if (first.value.startsWith("~/")) return [{ kind: "home" }, literalPiece(first.value.slice(1)), ...rest];
  return [{ kind: "unknown", quoted: true }, ...rest];
}
