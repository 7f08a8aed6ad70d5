// Splits rule texts with the TextMate grammar of the package, as VS Code does.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const path = new URL("../../textmate/agentspec.tmLanguage.json", import.meta.url);

const onigLib = oniguruma
  .loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer)
  .then(() => ({
    createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  }));

const registry = new textmate.Registry({
  onigLib,
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path.pathname),
});

/** A part of a text to which the TextMate grammar gives the same scopes. */
export interface Piece {
  readonly start: number;
  readonly text: string;
  /** The outermost scope first, without the root scope `source.agentspec`. */
  readonly scopes: readonly string[];
}

const grammar = await registry.loadGrammar("source.agentspec");

/** Splits a text into parts with the same scopes. Its lines must end with `\n`. */
export function piecesOf(text: string): readonly Piece[] {
  if (grammar === null) throw new Error("no grammar");
  const pieces: Piece[] = [];
  let state = textmate.INITIAL;
  let offset = 0;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex);
      if (piece !== "") pieces.push({ start: offset + startIndex, text: piece, scopes: scopes.slice(1) });
    }
    state = ruleStack;
    offset += line.length + 1;
  }
  return pieces;
}

/** The innermost scope at an offset; `""` if there is none. */
export function scopeAt(pieces: readonly Piece[], offset: number): string {
  return pieces.findLast(({ start }) => start <= offset)?.scopes.at(-1) ?? "";
}
