/** A receiver as a tool is given it: `Ada <ada@x.org>`, `ada@x.org`. */
export interface Receiver {
  /** The address in small letters; `null` when there is none that can be read. */
  readonly address: string | null;
  /** In UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
}

/** The receivers in a text, between commas, semicolons and line ends that are not in quotes or comments. */
export function receiversIn(text: string): readonly Receiver[] {
  const receivers: Receiver[] = [];
  let from = 0;
  let quoted = false;
  let angled = false;
  const close = (to: number): void => {
    const raw = text.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    const end = start + raw.trim().length;
    if (end > start) receivers.push({ address: addressIn(raw.trim()), start, end });
    from = to + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "<" || character === ">")) angled = character === "<";
    else if (!quoted && !angled && /[,;\n]/.test(character ?? "")) close(at);
  }
  close(text.length);
  return receivers;
}

/**
 * The one address of a receiver. With several (`a@x.org <b@y.org>`) the one in angle brackets is where mail goes; what
 * is not plainly one address is none.
 */
function addressIn(receiver: string): string | null {
  const open = receiver.lastIndexOf("<");
  const bare = open === -1 ? receiver.replace(/^mailto:/i, "") : receiver.slice(open + 1);
  const address = open === -1 ? bare : bare.replace(/>$/, "");
  return plain.test(address.trim()) ? address.trim().toLowerCase() : null;
}

const plain = /^[^\s@<>()[\]",;:\\]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){0,8}[\p{L}\p{N}-]{1,63}$/u;
