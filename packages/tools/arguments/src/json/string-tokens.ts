import { rawFormats } from "../formats.ts";

const stringTokens = rawFormats.flatMap(({ stringToken }) => stringToken ?? []);

/**
 * A text whose strings stand between two tokens, with strings of JSON in their place.
 *
 * @returns `undefined` if there are no such tokens, or not two for each string
 */
export function withJsonStrings(text: string): string | undefined {
  const token = stringTokens.find((candidate) => text.includes(candidate));
  if (token === undefined) return undefined;
  const parts = text.split(token);
  if (parts.length % 2 === 0 || parts.some((part, index) => index % 2 === 0 && part.includes('"'))) return undefined;
  return parts.map((part, index) => (index % 2 === 0 ? part : JSON.stringify(part))).join("");
}
