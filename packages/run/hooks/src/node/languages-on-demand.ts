// A hook starts before each call of a tool, so it loads only the languages that it needs to read.

import { type EffectReader, type Effects, type Languages, unknownEffects } from "@helve/effects";
import type { HookTool } from "../hook-event.ts";

const loaders: Readonly<Record<string, () => Promise<EffectReader>>> = {
  shell: async () => (await import("@helve/effects/shell")).shell,
  python: async () => (await import("@helve/effects/python")).python,
  javascript: async () => (await import("@helve/effects/javascript")).javascript,
  php: async () => (await import("@helve/effects/php")).php,
  go: async () => (await import("@helve/effects/go")).go,
  sql: async () => (await import("@helve/effects/sql")).sql,
  powershell: async () => (await import("@helve/effects/powershell")).powershell,
  cmd: async () => (await import("@helve/effects/powershell")).cmd,
};

const loaded = new Map<string, EffectReader>();

/** Loads the readers that a call will probably need, by the names of programs in it. */
export async function loadLanguagesFor({ kind, args }: HookTool): Promise<void> {
  if (kind !== "shell") return;
  await load("shell");
  const text = JSON.stringify(args);
  for (const [name, hint] of hints) if (hint.test(text)) await load(name);
}

const hints: readonly (readonly [language: string, hint: RegExp])[] = [
  ["python", /python|\.py\b/],
  ["javascript", /\bnode\b|\bbun\b|\bdeno\b/],
  ["php", /\bphp\b/],
  ["sql", /sql/],
];

async function load(name: string): Promise<void> {
  const reader = await loaders[name]?.();
  if (reader !== undefined) loaded.set(name, reader);
}

/**
 * Does work with the readers of all languages. If the work reads a language that is not loaded yet, it is done again with that language, so it
 * must have no effect before its result is used.
 */
export async function withLanguages<Result>(work: (languages: Languages) => Promise<Result>): Promise<Result> {
  for (;;) {
    const missing = new Set<string>();
    const result = await work(readers(missing));
    if (missing.size === 0) return result;
    for (const name of missing) await load(name);
  }
}

/** The readers. Those that are not loaded note their name. */
function readers(missing: Set<string>): Languages {
  return Object.fromEntries(
    Object.keys(loaders).map((name) => {
      const note = (text: string): Effects => {
        missing.add(name);
        return unknownEffects(`the reader of ${name} is not loaded`, text);
      };
      const later: EffectReader = { name, read: note, readProgram: () => note("") };
      return [name, loaded.get(name) ?? later];
    }),
  );
}
