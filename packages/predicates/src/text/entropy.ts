/**
 * How little can be guessed of a text: Shannon's entropy of its characters, in bits for each. Random base64 of 40
 * characters has about 4.7, an English word about 3.
 */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = Array.from(text).length;
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits;
}
