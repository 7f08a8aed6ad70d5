/**
 * What a text says that is JSON: an object or a list, or a JSON string within the text.
 *
 * @param readJson - reads an object or a list; `JSON.parse` by default
 * @returns `undefined` when the text is none of these
 */
export function jsonIn(text: string, readJson: (text: string) => unknown = parsed): unknown {
  const trimmed = text.trim();
  if (trimmed.length < 2) return undefined;
  const ends = `${trimmed[0]}${trimmed.at(-1)}`;
  if (ends === '""') return parsed(trimmed);
  if (ends !== "{}" && ends !== "[]") return undefined;
  const read = parsed(trimmed) ?? readJson(trimmed);
  return typeof read === "object" && read !== null && Array.isArray(read) === (ends === "[]") ? read : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
