/** Computes what `sed s/a/b/` makes of a known text. */
import { type Argument, literalText } from "./argument.ts";

/** The longest known result of a substitution, in UTF-16 units. */
const maxLength = 65_536;

/**
 * Computes the text after a single substitution such as `sed s/old/new/g`.
 *
 * @param args - the words after `sed`
 * @returns `undefined` for other scripts and options, and for patterns with wildcards
 */
export function substitutedText(text: string, args: readonly Argument[]): string | undefined {
  const words = args.map(literalText);
  const scripts = words.flatMap((word, index) => (word === "-e" || word === "--expression" ? [words[index + 1]] : []));
  const options = words.filter((word) => word?.startsWith("-") === true && word !== "-e" && word !== "--expression");
  if (options.some((option) => option === undefined || !/^(-i.*|-E|-r|-Ei|-ri|--in-place.*)$/.test(option))) return;
  const isExtended = options.some((option) => /^-[Er]/.test(option ?? ""));
  const [script, other] =
    scripts.length > 0 ? scripts : words.filter((word) => word?.startsWith("-") !== true).slice(0, 1);
  const [, , pattern = "", replacement = "", flags = ""] =
    /^s([^\w\s\\])((?:\\.|(?!\1)[^\\])+)\1((?:\\.|(?!\1)[^\\])*)\1(g?)$/s.exec(script ?? "") ?? [];
  if (other !== undefined || pattern === "" || text.length > maxLength) return;
  const old = plainPattern(pattern, isExtended);
  const by = plainReplacement(replacement, old ?? "");
  if (old === undefined || by === undefined) return;
  const lines = text.split("\n").map((line) => {
    if (flags === "g") return line.split(old).join(by);
    const at = line.indexOf(old);
    return at === -1 ? line : line.slice(0, at) + by + line.slice(at + old.length);
  });
  const result = lines.join("\n");
  return result.length <= maxLength ? result : undefined;
}

/** Returns the only text that a pattern matches; `undefined` if there are several. */
function plainPattern(pattern: string, isExtended: boolean): string | undefined {
  const special = isExtended ? /[.*[\]^$+?(){}|]/ : /[.*[\]^$]/;
  const pieces = pattern.match(/\\.|[^\\]/gs) ?? [];
  const isPlain = pieces.every((piece) =>
    piece.length === 2
      ? !/\\[\w+?(){}|<>`'\n]/.test(piece) || (isExtended && /\\[+?(){}|]/.test(piece))
      : !special.test(piece),
  );
  return isPlain ? pieces.map((piece) => piece.slice(-1)).join("") : undefined;
}

/** The text that is put in place of a match. */
function plainReplacement(replacement: string, match: string): string | undefined {
  const pieces = replacement.match(/\\.|[^\\]/gs) ?? [];
  if (pieces.some((piece) => /^\\[^n\W]/.test(piece))) return;
  return pieces.map((piece) => (piece === "&" ? match : piece === "\\n" ? "\n" : piece.slice(-1))).join("");
}
