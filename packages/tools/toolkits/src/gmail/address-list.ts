import { formatMailAddress } from "../mail-address.ts";
import { decodeHeaderText, singleLine } from "./encoded-word.ts";

/** Reads the addresses in a header of a received mail, and writes each so that its name can't be mistaken for an address. */
export function addressList(header: string): readonly string[] {
  return splitAtCommas(header).flatMap((part) => {
    const open = part.lastIndexOf("<");
    if (open === -1) return part.trim() === "" ? [] : [singleLine(decodeHeaderText(part))];
    const address = singleLine(part.slice(open + 1).replace(/>.*$/s, ""));
    const name = singleLine(decodeHeaderText(unquoted(part.slice(0, open).trim())));
    return [formatMailAddress({ name, address })];
  });
}

/** Splits a header at commas that are not in quotes. */
function splitAtCommas(header: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const character = header[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) {
      parts.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, header.slice(start)];
}

function unquoted(name: string): string {
  return /^".*"$/s.test(name) && name.length > 1 ? name.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : name;
}
