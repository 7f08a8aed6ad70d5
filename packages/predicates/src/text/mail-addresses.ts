/** A receiver as a tool is given it: `Ada <ada@x.org>`, `ada@x.org`. */
export interface Receiver {
  /**
   * Every address that stands there, in small letters: mail programs differ in which one of several they take
   * (`a@x.org <b@y.org>`). Empty when there is none that is plainly one.
   */
  readonly addresses: readonly string[];
  /** In UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
}

/** The receivers in a text, between commas, semicolons and line ends that are not in quotes or comments. */
export function receiversIn(text: string): readonly Receiver[] {
  const receivers: Receiver[] = [];
  let from = 0;
  let bare = "";
  let quoted = false;
  let depth = 0;
  const close = (to: number): void => {
    const raw = text.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    const end = start + raw.trim().length;
    if (end > start) receivers.push({ addresses: quoted || depth > 0 ? [] : addressesIn(bare), start, end });
    from = to + 1;
    bare = "";
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if ((quoted || depth > 0) && character === "\\") at++;
    else if (depth === 0 && character === '"') {
      quoted = !quoted;
      bare += character;
    } else if (!quoted && character === "(") depth++;
    else if (depth > 0 && character === ")") depth--;
    else if (!quoted && depth === 0) {
      if (separator.test(character)) close(at);
      else bare += character;
    }
  }
  close(text.length);
  return receivers;
}

const separator = /[,;\n]/;

/** The addresses of a receiver without what stands in quotes and comments; none when one of them can't be read. */
function addressesIn(receiver: string): readonly string[] {
  const words = receiver.split(/[\s<>]+/).filter((word) => word.includes("@"));
  const addresses = words.map((word) => word.replace(/^[A-Za-z]{1,20}:/, "").replace(/\.$/, ""));
  return addresses.every((address) => plain.test(address)) ? addresses.map((address) => address.toLowerCase()) : [];
}

/** `%` and `!` let a server pass a mail on to another. */
const plain = /^[^\s@<>()[\]",;:\\%!]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){0,8}[\p{L}\p{N}-]{1,63}$/u;
