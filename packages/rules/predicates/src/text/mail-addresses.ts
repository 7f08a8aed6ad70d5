/**
 * Splits a list of receivers at commas, semicolons and line ends: `Ada <ada@x.org>, bob@y.org` has two. Separators in quotes
 * and comments do not split.
 */
export function splitReceivers(text: string): readonly Receiver[] {
  const receivers: Receiver[] = [];
  let from = 0;
  let unquoted = "";
  let quoted = false;
  let depth = 0;
  const endReceiver = (to: number): void => {
    const raw = text.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    const end = start + raw.trim().length;
    if (end > start) receivers.push({ addresses: quoted || depth > 0 ? [] : findAddresses(unquoted), start, end });
    from = to + 1;
    unquoted = "";
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if ((quoted || depth > 0) && character === "\\") at++;
    else if (depth === 0 && character === '"') {
      quoted = !quoted;
      unquoted += character;
    } else if (!quoted && character === "(") depth++;
    else if (depth > 0 && character === ")") depth--;
    else if (!quoted && depth === 0) {
      if (separator.test(character)) endReceiver(at);
      else unquoted += character;
    }
  }
  endReceiver(text.length);
  return receivers;
}

/** One receiver in a list, such as `Ada <ada@x.org>`, with its mail addresses. */
export interface Receiver {
  /**
   * All mail addresses of the receiver, in lower case. `a@x.org <b@y.org>` has two, because mail programs differ in which
   * address they use. Empty if there is no address, or if one can't be read.
   */
  readonly addresses: readonly string[];
  /** The first character, in UTF-16 units of the text. */
  readonly start: number;
  /** The end, in UTF-16 units of the text; exclusive. */
  readonly end: number;
}

const separator = /[,;\n]/;

/** Finds the addresses in a receiver whose quotes and comments were removed; none if one of them can't be read. */
function findAddresses(receiver: string): readonly string[] {
  const words = receiver.split(/[\s<>]+/).filter((word) => word.includes("@"));
  const addresses = words.map((word) => word.replace(/^[A-Za-z]{1,20}:/, "").replace(/\.$/, ""));
  return addresses.every((address) => simpleAddress.test(address))
    ? addresses.map((address) => address.toLowerCase())
    : [];
}

/** A simple mail address; with `%` and `!` a server could forward the mail to another address. */
const simpleAddress = /^[^\s@<>()[\]",;:\\%!]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){0,8}[\p{L}\p{N}-]{1,63}$/u;
