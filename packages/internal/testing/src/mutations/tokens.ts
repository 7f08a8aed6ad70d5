/** JSON text as tokens, so that a mutation knows what is structure and what is the content of a string. */
import type { Random } from "./random.ts";

/** The type of a token: a bracket, a comma or a colon, a quote, the content of a string as JSON escapes it, another scalar, or white space. */
type TokenType = "open" | "close" | "comma" | "colon" | "quote" | "content" | "scalar" | "space";

/** A piece of JSON text. */
export interface Token {
  readonly type: TokenType;
  readonly text: string;
  /** The container that the token separates or belongs to. */
  readonly within: "list" | "object";
  /** For a quote or a content: whether the string is a key. */
  readonly isKey: boolean;
  /** For a content: the string itself. */
  readonly value: string;
}

/** Prints a value as JSON in one of three layouts: compact, with spaces, or indented. */
export function jsonTokens(value: unknown, random: Random): readonly Token[] {
  const layout = random.pick(["compact", "spaced", "indented"] as const);
  const tokens: Token[] = [];
  const add = (type: TokenType, text: string, more: Partial<Token> = {}): void => {
    if (text !== "" || type === "content")
      tokens.push({ type, text, within: "object", isKey: false, value: "", ...more });
  };
  const addString = (string: string, within: Token["within"], isKey: boolean): void => {
    add("quote", '"', { within, isKey });
    add("content", JSON.stringify(string).slice(1, -1), { within, isKey, value: string });
    add("quote", '"', { within, isKey });
  };
  const lineBreak = (depth: number): void => {
    if (layout === "indented") add("space", `\n${"  ".repeat(depth)}`);
  };
  const print = (part: unknown, depth: number, around: Token["within"]): void => {
    if (typeof part === "string") {
      addString(part, around, false);
      return;
    }
    if (typeof part !== "object" || part === null) {
      add("scalar", JSON.stringify(part), { within: around });
      return;
    }
    const within = Array.isArray(part) ? "list" : "object";
    const entries = Object.entries(part);
    add("open", within === "list" ? "[" : "{", { within });
    for (const [index, [key, member]] of entries.entries()) {
      if (index > 0) add("comma", ",", { within });
      if (index > 0 && layout === "spaced") add("space", " ");
      lineBreak(depth + 1);
      if (within === "object") {
        addString(key, within, true);
        add("colon", ":", { within });
        if (layout !== "compact") add("space", " ");
      }
      print(member, depth + 1, within);
    }
    if (entries.length > 0) lineBreak(depth);
    add("close", within === "list" ? "]" : "}", { within });
  };
  print(value, 0, "object");
  return tokens;
}

/** The text of tokens. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join("");
}
