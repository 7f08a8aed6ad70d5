import type { Effect } from "./effects.ts";

/** Matches the first line of a fence, with the name of a language that a shell would not run as a program. */
const opening =
  /^\s*(`{3,}|~{3,})[ \t]*(?:py|python|python3|ipython|bash|sh|shell|zsh|console|js|javascript|ts|typescript|node|powershell|pwsh|ps1|cmd|bat|batch|sql)?[ \t]*\r?\n/i;

/**
 * Reads code that a model wrapped in one Markdown fence: `read` gets what is inside, and its effects get their positions in the whole
 * text. A text without a fence, or with more than one, is read as it is. The fence need not be closed.
 */
export function readInsideFence<Result extends { readonly effects: readonly Effect[] }>(
  text: string,
  read: (code: string) => Result,
): Result {
  const inside = codeInFence(text);
  if (inside === undefined) return read(text);
  const { code, start } = inside;
  const result = read(code);
  const effects = result.effects.map((effect) => ({ ...effect, start: effect.start + start, end: effect.end + start }));
  return { ...result, effects };
}

/** The code inside the fence that encloses a text, and where it begins. */
function codeInFence(text: string): { readonly code: string; readonly start: number } | undefined {
  const [line, marker] = opening.exec(text.slice(0, 200)) ?? [];
  if (line === undefined || marker === undefined) return;
  const start = line.length;
  const rest = text.slice(start);
  const lines = rest.split("\n");
  const isFence = (each: string): boolean => each.trim().startsWith(marker.slice(0, 3));
  const first = lines.findIndex(isFence);
  if (first === -1) return { code: rest, start };
  const isLast = lines.slice(first + 1).every((each) => each.trim() === "");
  const closes = /^(`+|~+)$/.test(lines[first]?.trim() ?? "");
  if (!isLast || !closes) return;
  const end = lines.slice(0, first).reduce((length, each) => length + each.length + 1, 0);
  return { code: rest.slice(0, end), start };
}
