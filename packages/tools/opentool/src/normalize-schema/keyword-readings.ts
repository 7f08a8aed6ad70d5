/** Reads invalid values of keywords that have one meaning, as other languages and generators write them. */
import { nativePattern } from "@helve/core/internal";
import { jsonSchemaKeywords } from "../schema-keywords.ts";

/**
 * Reads the value of a keyword.
 *
 * @returns the value itself if it is valid or has no single reading; `undefined` if it is the same as no keyword
 */
export function readKeyword(keyword: string, value: unknown): unknown {
  const rule = jsonSchemaKeywords.get(keyword);
  if (rule === undefined) return value;
  if (keyword === "pattern" && typeof value === "string") return readPattern(value);
  if (rule.isValid(value)) return value;
  if (value === null) return undefined;
  // PHP writes an empty object as an empty list.
  if (rule.schemas === "map" && Array.isArray(value) && value.length === 0) return {};
  if (keyword === "type") return readType(value);
  if (keyword === "required" && Array.isArray(value)) return readNames(value);
  return value;
}

function readNames(list: readonly unknown[]): unknown {
  return list.every((name) => typeof name === "string") ? [...new Set(list)] : list;
}

const foreignTypes: ReadonlyMap<string, string> = new Map([
  ...(["array", "boolean", "integer", "null", "number", "object", "string"] as const).map(
    (name) => [name, name] as const,
  ),
  ...([
    ["str", "string"],
    ["int", "integer"],
    ["float", "number"],
    ["double", "number"],
    ["bool", "boolean"],
  ] as const),
  ...([
    ["dict", "object"],
    ["list", "array"],
    ["tuple", "array"],
    ["none", "null"],
  ] as const),
]);

/** Reads the names of types in capitals, and the names that Python and Java have; `"any"` is no type. */
function readType(value: unknown): unknown {
  const names = [value].flat();
  if (names.some((name) => typeof name === "string" && name.toLowerCase() === "any")) return undefined;
  const types = names.map((name) => (typeof name === "string" ? foreignTypes.get(name.toLowerCase()) : undefined));
  if (types.length === 0 || types.includes(undefined)) return value;
  const distinct = [...new Set(types)];
  return Array.isArray(value) && distinct.length > 1 ? distinct : distinct[0];
}

/**
 * Converts what Python, Ruby and Go write in another way than JavaScript: named groups `(?P<name>…)`, the anchors `\A`, `\Z` and `\z`,
 * and classes such as `[[:alpha:]]`.
 */
function readPattern(pattern: string): string {
  if (isStrictPattern(pattern)) return pattern;
  const foreign = /\\A|\\[Zz]|\(\?P<|\(\?P=(\w+)\)|\[:(\w+):\]|\\./gs;
  const converted = pattern.replace(foreign, (token, name?: string, characters?: string) => {
    if (name !== undefined) return `\\k<${name}>`;
    if (characters !== undefined) return characterClasses.get(characters) ?? token;
    if (token === "(?P<") return "(?<";
    if (token === "\\A") return "^";
    return token === "\\Z" || token === "\\z" ? "$" : token;
  });
  return converted !== pattern && isStrictPattern(converted) ? converted : pattern;
}

/** The characters of a POSIX class, as a part of a class of JavaScript. */
const characterClasses: ReadonlyMap<string, string> = new Map([
  ["alpha", "A-Za-z"],
  ["digit", "0-9"],
  ["alnum", "A-Za-z0-9"],
  ["lower", "a-z"],
  ["upper", "A-Z"],
  ["xdigit", "A-Fa-f0-9"],
  ["word", "\\w"],
  ["space", "\\s"],
]);

function isStrictPattern(pattern: string): boolean {
  try {
    return nativePattern(pattern).unicode;
  } catch {
    return false;
  }
}
