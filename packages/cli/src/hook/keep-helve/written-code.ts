// Code that a call writes to files: what it would do when it runs, in this session or another.

import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/** A program that a call writes. */
export interface WrittenCode {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

/** The programs among the files that a call writes which mention something that guards an agent; others are left for the time they run. */
export function writtenCode(written: ReadonlyMap<string, FileData>): readonly WrittenCode[] {
  return [...written].flatMap(([path, data]) =>
    textsOfFile(data).flatMap((text) => {
      const language = text.length <= longest && mentions.test(text) ? languageOf(path, text) : undefined;
      return language === undefined ? [] : [{ path, language, text }];
    }),
  );
}

const longest = 200_000;
const mentions = /helve|claude|codex|copilot|cursor|gemini|opencode|\.agents/i;

/** The language of a program file by its ending, or by its first line. */
function languageOf(path: string, text: string): string | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(path) ?? [];
  const [, program = ""] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?\S*?([\w.]+)(?:\s|$)/.exec(text) ?? [];
  return byEnding.get(ending.toLowerCase()) ?? byProgram.find(([pattern]) => pattern.test(program))?.[1];
}

const byEnding: ReadonlyMap<string, string> = new Map(
  (
    [
      ["shell", "sh bash zsh ksh command"],
      ["python", "py pyw"],
      ["javascript", "js mjs cjs ts mts cts jsx tsx"],
      ["powershell", "ps1 psm1"],
      ["cmd", "bat cmd"],
    ] as const
  ).flatMap(([language, endings]) => endings.split(" ").map((ending) => [ending, language] as const)),
);

const byProgram: readonly (readonly [RegExp, string])[] = [
  [/^(?:ba|z|da|k|a)?sh$/, "shell"],
  [/^python[\d.]*$/, "python"],
  [/^(?:node|bun|deno|tsx)$/, "javascript"],
  [/^pwsh$/, "powershell"],
];
