/** Collects the texts in a call's arguments, also in nested objects, in JSON inside texts, and in base64. */

/** A text among the arguments of a call. */
export interface ToolArgument {
  /** The name of the argument that holds the text; for an item of a list, the name of the list. */
  readonly key: string;
  readonly text: string;
}

/** Lists every text in a call's arguments. */
export function argumentsIn(value: unknown, key = "", depth = 0): readonly ToolArgument[] {
  if (typeof value === "string")
    return [{ key, text: value }, ...withinJson(value, key, depth), ...withinBase64(value, key, depth)];
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((each) => argumentsIn(each, key, depth + 1));
  return Object.entries(value).flatMap(([name, each]) => [
    ...(/[/~\\%]|^\./.test(name) ? [{ key, text: name }] : []),
    ...argumentsIn(each, name, depth + 1),
  ]);
}

const deepest = 20;

/** Lists the texts in a text that is JSON. */
function withinJson(text: string, key: string, depth: number): readonly ToolArgument[] {
  if (!/^\s*[[{"]/.test(text) || depth > deepest) return [];
  try {
    return argumentsIn(JSON.parse(text), key, depth + 1);
  } catch {
    return [];
  }
}

/** Lists the texts in a text that is base64. */
function withinBase64(text: string, key: string, depth: number): readonly ToolArgument[] {
  if (depth > deepest || text.length > longestEncoded || !/^[\w+/=\s-]{12,}$/.test(text)) return [];
  const encoding = /^(?:[\da-fA-F]{2})+$/.test(text) ? "hex" : /[-_]/.test(text) ? "base64url" : "base64";
  const decoded = Buffer.from(text, encoding).toString("utf8");
  return isPlain.test(decoded) && !decoded.includes("\uFFFD") ? argumentsIn(decoded, key, depth + 1) : [];
}

const longestEncoded = 100_000;

/** Matches what was a text before it was encoded. */
const isPlain = /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\s]+$/u;
