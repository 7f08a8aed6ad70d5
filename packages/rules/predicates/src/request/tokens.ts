/** Splits a request into words, values such as addresses and amounts, and ends of clauses. */

/** A part of a request: a word, a value that is recognized by its form, or the end of a clause. */
export interface Token {
  readonly type: TokenType;
  readonly text: string;
}

type TokenType =
  | "quote"
  | "mail"
  | "address"
  | "path"
  | "channel"
  | "time"
  | "amount"
  | "number"
  | "word"
  | "comma"
  | "stop";

const currency = "euros?|dollars?|pounds?|francs?|yen|cents?|bucks|eur|usd|gbp|chf|jpy|cny|rmb|yuan";
const month =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const day = "(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|noon|midnight";

/** Patterns of values that are recognized by their form. The first that matches is used. */
const forms: Readonly<Record<string, string>> = {
  quote: `"[^"\\n]{1,300}"|“[^”\\n]{1,300}”|(?<![\\p{L}\\p{N}])['‘][^'’\\n]{1,300}['’](?![\\p{L}\\p{N}])`,
  mail: "(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+",
  address: "(?:https?:\\/\\/|www\\.)[^\\s\"'<>)]+[^\\s\"'<>).,;:!?]",
  path: "(?<![\\p{L}\\p{N}])(?:~|\\.{1,2})?\\/[^\\s\"'<>),;:!?]*[^\\s\"'<>).,;:!?]|(?<![\\w-])[\\w-]+(?:\\/[\\w./-]*\\w|\\.(?:pdf|txt|md|docx?|xlsx?|pptx?|csv|json|ya?ml|html?|png|jpe?g|gif|zip|py|js|ts|sh))(?![\\p{L}\\p{N}])",
  channel: "(?<![\\p{L}\\p{N}])[#@][\\p{L}_][\\p{L}\\p{N}_-]*",
  time: `\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d)?|\\d{1,2}:\\d\\d(?:\\s?[ap]m)?|\\d{1,2}\\s?[ap]m(?![\\p{L}])|(?:\\d{1,2}\\.?\\s)?(?:${month})\\s\\d{1,4}(?!\\d)|\\d{1,2}\\s(?:${month})(?![\\p{L}])|(?<![\\p{L}])(?:${day})(?![\\p{L}])`,
  amount: `[$€£¥]\\s?\\d[\\d.,]*\\d|[$€£¥]\\s?\\d|(?<![\\p{L}\\p{N}])\\d[\\d.,]*\\s?(?:${currency}|[$€£¥%])(?![\\p{L}])`,
  number: "(?<![\\p{L}\\p{N}])\\d(?:[\\d.,]*\\d)?(?![\\p{L}\\p{N}])",
};

const source = [
  // Most tokens are plain words, which nothing else needs to be tried for.
  `(?<plain>(?<![\\p{L}\\p{N}#@/.~])(?!(?:${month}|${day})(?![\\p{L}]))\\p{L}{2,}(?=[\\s,;!?]))`,
  ...Object.entries(forms).map(([name, form]) => `(?<${name}>${form})`),
  "(?<word>[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_]|['’-](?=[\\p{L}]))*)",
  "(?<comma>[,()]|[–—])",
  "(?<stop>(?<!(?<![\\p{L}])(?:dr|mr|mrs|ms|prof|st|no))\\.(?![\\p{L}\\p{N}])|[!?;\\n]|:(?!\\S))",
].join("|");

/** Compiled with the first text: a hook that reads no request starts sooner without it. */
let pattern: RegExp | undefined;

/** The tokens of a request, in their order; at most some thousand. */
export function tokensOf(text: string): readonly Token[] {
  pattern ??= new RegExp(source, "giu");
  const tokens: Token[] = [];
  for (const { groups = {} } of text.slice(0, longest).matchAll(pattern)) {
    if (tokens.length >= most) break;
    if (groups["plain"] !== undefined) {
      tokens.push({ type: "word", text: groups["plain"] });
      continue;
    }
    const [type = "word", found = ""] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    // A quoted address is an address, and any other quoted text a name.
    const inner = type === "quote" ? tokensOf(found.slice(1, -1)) : [];
    if (inner.length === 1 && inner[0] !== undefined) tokens.push(inner[0]);
    else tokens.push({ type: type as TokenType, text: found });
  }
  return tokens;
}

const longest = 50_000;
const most = 5000;
