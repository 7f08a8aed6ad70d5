import { linearPattern } from "@helve/core/internal";
import { ToolError } from "@helve/tool";

/**
 * A test of paths by a glob: `*` and `?` match within a name, `**` any directories, `[a-z]` a character, `{a,b}` either. A glob
 * without `/` is about the name only.
 *
 * @throws ToolError if the glob is invalid
 */
export function globTest(glob: string): (path: string) => boolean {
  const trimmed = glob.replace(/^\.?\//, "");
  const pattern = linearPattern(`^${trimmed.includes("/") ? "" : "(?:.*/)?"}${translated(trimmed)}$`);
  if ("problem" in pattern) throw new ToolError(`Files.Search: the glob ${JSON.stringify(glob)} ${pattern.problem}`);
  return (path) => pattern.find(path) !== undefined;
}

/** Translates a glob to a regular expression. */
function translated(glob: string): string {
  let open = 0;
  const parts = Array.from(glob.matchAll(/\*\*\/|\*\*|\*|\?|\[!?\]?[^\]/]*\]|[{},]|\\.|[\s\S]/g), ([part]) => {
    if (part === "**/") return "(?:[^/]+/)*";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part === "{") return `${++open > 0 ? "(?:" : ""}`;
    if (part === "}" && open > 0) return `${--open >= 0 ? ")" : ""}`;
    if (part === "," && open > 0) return "|";
    if (part.startsWith("[") && part.length > 2) return characterClass(part);
    return escaped(part.length === 2 ? part.slice(1) : part);
  });
  return parts.join("") + ")".repeat(open);
}

function characterClass(part: string): string {
  const isNegated = part.startsWith("[!");
  const characters = part.slice(isNegated ? 2 : 1, -1).replace(/[\\\]^[]/g, "\\$&");
  return `[${isNegated ? "^/" : ""}${characters}]`;
}

/** Escapes the characters that have a meaning in a regular expression. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
