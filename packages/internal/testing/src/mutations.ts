/** Valid calls of realistic tools, damaged in twelve ways, with the arguments that were meant. */
import { type Random, seededRandom } from "./mutations/random.ts";
import { jsonTokens, type Token, textOf } from "./mutations/tokens.ts";
import { type MutatedTool, mutatedTools } from "./mutations/tools.ts";

export { type Random, seededRandom } from "./mutations/random.ts";

/** A damaged call. */
export interface Mutation {
  readonly tool: MutatedTool;
  /** The damaged text. */
  readonly text: string;
  /** The arguments that were meant; of two calls, those of the first. */
  readonly meant: unknown;
  /** Whether the change can't be seen: it joined two numbers, and the text is as valid as before. */
  readonly isInvisible: boolean;
}

/** The ways in which a call is damaged. */
export const mutationKinds = [
  "delete one structural character",
  "drop commas in lists",
  "drop commas between members",
  "unquote values",
  "cut off",
  "= for :",
  "smart quotes",
  "Python literals",
  "comments",
  "fences",
  "doubled braces",
  "two calls",
] as const;

/** The name of a way in which a call is damaged. */
export type MutationKind = (typeof mutationKinds)[number];

/** The damaged calls of one kind, without end; the seed determines them. */
export function* mutations(kind: MutationKind, seed: number): Generator<Mutation, never> {
  const random = seededRandom(seed + 7919 * mutationKinds.indexOf(kind));
  for (;;) {
    const tool = random.pick(mutatedTools);
    const meant = tool.argumentsFrom(random);
    const tokens = jsonTokens(meant, random);
    const text = damage[kind](tokens, random, tool);
    if (text !== undefined && text !== textOf(tokens)) {
      yield { tool, text, meant, isInvisible: kind.includes("comma") && mergesNumbers(tokens, text) };
    }
  }
}

/** Returns the damaged text; `undefined` if the call has nothing to damage in this way. */
type Damage = (tokens: readonly Token[], random: Random, tool: MutatedTool) => string | undefined;

const damage: Readonly<Record<MutationKind, Damage>> = {
  "delete one structural character": (tokens, random) => {
    const structure = tokens.filter(({ type }) => ["open", "close", "comma", "colon", "quote"].includes(type));
    return without(tokens, [random.pick(structure)]);
  },
  "drop commas in lists": (tokens, random) => withoutCommas(tokens, "list", random),
  "drop commas between members": (tokens, random) => withoutCommas(tokens, "object", random),
  "unquote values": unquoted,
  "cut off": (tokens, random) => {
    const text = textOf(tokens);
    return text.slice(0, 1 + random.below(text.length - 1));
  },
  "= for :": (tokens, random) => {
    const sign = random.pick(["=", " = ", "="]);
    return textOf(tokens.map((token) => (token.type === "colon" ? { ...token, text: sign } : token)));
  },
  "smart quotes": smartQuotes,
  "Python literals": pythonLiterals,
  comments: withComments,
  fences: fenced,
  "doubled braces": (tokens, random) => {
    if (random.chance(0.5)) return textOf(tokens).replace(/[{}]/g, "$&$&");
    return textOf(
      tokens.map((token) =>
        /^[{}]$/.test(token.text) && token.type !== "content" ? { ...token, text: token.text.repeat(2) } : token,
      ),
    );
  },
  "two calls": (tokens, random, tool) => {
    const second = jsonTokens(tool.argumentsFrom(random), random);
    return textOf(tokens) + random.pick(["", "\n", " ", "\n\n", ", ", ";\n", "\nThen:\n"]) + textOf(second);
  },
};

/** Writes tokens without some of them. */
function without(tokens: readonly Token[], removed: readonly Token[]): string {
  return textOf(tokens.filter((token) => !removed.includes(token)));
}

/** Drops all commas of lists or objects, or one of them. */
function withoutCommas(tokens: readonly Token[], within: Token["within"], random: Random): string | undefined {
  const commas = tokens.filter((token) => token.type === "comma" && token.within === within);
  if (commas.length === 0) return undefined;
  return without(tokens, random.chance(0.5) ? commas : [random.pick(commas)]);
}

/** Drops the quotes of one string that is not empty, of all values, or of all values and keys; what was escaped stays escaped or not. */
function unquoted(tokens: readonly Token[], random: Random): string | undefined {
  const contents = tokens.filter(({ type, isKey, value }) => type === "content" && !isKey && value !== "");
  if (contents.length === 0) return undefined;
  const how = random.pick(["one", "all", "keys too"] as const);
  const isRaw = random.chance(0.5);
  const chosen =
    how === "one"
      ? [random.pick(contents)]
      : tokens.filter(({ type, isKey, value }) => type === "content" && value !== "" && (how === "keys too" || !isKey));
  return textOf(
    tokens.flatMap((token, index) => {
      if (token.type === "content" && chosen.includes(token))
        return [{ ...token, text: isRaw ? token.value : token.text }];
      const neighbours = [tokens[index - 1], tokens[index + 1]];
      const isDropped =
        token.type === "quote" && neighbours.some((other) => other?.type === "content" && chosen.includes(other));
      return isDropped ? [] : [token];
    }),
  );
}

/** Puts typographic quotes around every string; in half of the texts also for the escaped quotes within strings. */
function smartQuotes(tokens: readonly Token[], random: Random): string {
  const isThorough = random.chance(0.5);
  const [open, close] = random.pick([
    ["“", "”"],
    ["”", "”"],
    ["„", "“"],
  ] as const);
  return textOf(
    tokens.map((token, index) => {
      if (token.type === "quote") return { ...token, text: tokens[index + 1]?.type === "content" ? open : close };
      if (token.type !== "content" || !isThorough) return token;
      return { ...token, text: token.text.replaceAll('\\"', `\\${close}`) };
    }),
  );
}

const pythonWords = new Map([
  ["true", "True"],
  ["false", "False"],
  ["null", "None"],
]);

/** Writes `true`, `false` and `null` as Python does; in half of the texts also the strings. */
function pythonLiterals(tokens: readonly Token[], random: Random): string {
  const hasPythonStrings = random.chance(0.5);
  return textOf(
    tokens.map((token, index): Token => {
      if (token.type === "scalar") return { ...token, text: pythonWords.get(token.text) ?? token.text };
      if (!hasPythonStrings || (token.type !== "quote" && token.type !== "content")) return token;
      const { value } =
        token.type === "content"
          ? token
          : ((tokens[index + 1]?.type === "content" ? tokens[index + 1] : tokens[index - 1]) ?? token);
      const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
      return { ...token, text: token.type === "quote" ? quote : pythonContent(value, quote) };
    }),
  );
}

/** The content of a string as Python's `repr` writes it. */
function pythonContent(value: string, quote: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** Comments between tokens. */
function withComments(tokens: readonly Token[], random: Random): string {
  const places = tokens.flatMap(({ type }, index) =>
    ["comma", "colon", "open", "space"].includes(type) ? [index] : [],
  );
  const chosen = new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(places)));
  const comment = (): string => {
    const text = random.pick(["the path", 'it\'s "quoted"', "a, b: c", "TODO {x}", "required"]);
    return random.pick([` // ${text}\n`, ` # ${text}\n`, ` /* ${text} */ `]);
  };
  return tokens.map(({ text }, index) => (chosen.has(index) ? text + comment() : text)).join("");
}

/** A Markdown fence, with and without prose. */
function fenced(tokens: readonly Token[], random: Random): string {
  const before = random.pick(["", "Here you are:\n", "I'll call the tool with:\n\n"]);
  const after = random.pick(["", "\n", "\n\nAnything else?", '\nThat\'s "it".']);
  return `${before}\`\`\`${random.pick(["json", "", "JSON", "tool_call"])}\n${textOf(tokens)}\n\`\`\`${after}`;
}

/** Whether two numbers that a comma separated are one number in a text without it. */
function mergesNumbers(tokens: readonly Token[], text: string): boolean {
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "comma" && !text.startsWith(",", at)) {
      const [before, after] = [tokens[index - 1], tokens[index + 1]];
      if (before?.type === "scalar" && after?.type === "scalar" && /\d$/.test(before.text) && /^\d/.test(after.text))
        return true;
      continue;
    }
    at += token.text.length;
  }
  return false;
}
