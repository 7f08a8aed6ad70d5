const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Whether the last six characters of a token are the checksum of the others: their CRC-32 in base 62, as GitHub has it. */
export function hasGithubChecksum(token: string): boolean {
  const body = token.slice(token.indexOf("_") + 1, -6);
  return base62(crc32(body)).padStart(6, "0") === token.slice(-6);
}

function base62(value: number): string {
  let left = value;
  let text = "";
  do {
    text = `${digits[left % 62]}${text}`;
    left = Math.floor(left / 62);
  } while (left > 0);
  return text;
}

/** The CRC-32 of ISO 3309 of a text of ASCII characters. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
