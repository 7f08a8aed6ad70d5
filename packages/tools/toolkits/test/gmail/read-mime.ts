// An independent reader of mails, to check what the toolkit writes.

/** A mail or a part of one. */
export interface ReadPart {
  /** Names in lower case, values unfolded and as they are. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The decoded content; empty if there are parts. */
  readonly bytes: Uint8Array;
  readonly parts: readonly ReadPart[];
}

/** Reads a mail whose parts are base64 or plain. */
export function readMime(message: string): ReadPart {
  const end = message.indexOf("\r\n\r\n");
  const head = end === -1 ? message : message.slice(0, end);
  const content = end === -1 ? "" : message.slice(end + 4);
  const headers = head
    .replaceAll(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new Error(`not a header: ${JSON.stringify(line)}`);
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  const type = header({ headers }, "content-type");
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary !== undefined) {
    const sections = content.split(new RegExp(`(?:^|\r\n)--${boundary}(?:--)?(?:\r\n|$)`));
    return { headers, bytes: new Uint8Array(), parts: sections.slice(1, -1).map(readMime) };
  }
  const isBase64 = header({ headers }, "content-transfer-encoding") === "base64";
  return { headers, bytes: Buffer.from(content, isBase64 ? "base64" : "utf8"), parts: [] };
}

/** The value of a header; empty if it is missing. */
export function header({ headers }: Pick<ReadPart, "headers">, name: string): string {
  return headers.find(([each]) => each === name)?.[1] ?? "";
}

/** A header value with its encoded words decoded. */
export function decoded(value: string): string {
  const bytes = value
    .replaceAll(/(\?=)\s+(?==\?)/g, "$1")
    .replaceAll(/(?:=\?UTF-8\?B\?([A-Za-z\d+/=]*)\?=)+/g, (words) =>
      Buffer.concat(
        Array.from(words.matchAll(/B\?([^?]*)\?=/g), ([, data = ""]) => Buffer.from(data, "base64")),
      ).toString("utf8"),
    );
  return bytes;
}
