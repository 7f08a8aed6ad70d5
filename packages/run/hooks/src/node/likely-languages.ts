import { loadLanguages } from "@helve/guard";
import type { HookTool } from "../hook-event.ts";

/** Loads the language readers that a call probably needs. */
export async function loadLikelyLanguages({ kind, args }: HookTool): Promise<void> {
  if (kind !== "shell") return;
  const text = JSON.stringify(args);
  await loadLanguages(["shell", ...hints.flatMap(([name, hint]) => (hint.test(text) ? [name] : []))]);
}

const hints: readonly (readonly [language: string, hint: RegExp])[] = [
  ["python", /python|\.py\b/],
  ["javascript", /\bnode\b|\bbun\b|\bdeno\b/],
  ["php", /\bphp\b/],
  ["sql", /sql/],
];
