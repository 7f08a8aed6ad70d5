/** Finds package.json scripts that a call computes and then runs: `jq … package.json > p && mv p package.json && npm run x`. */
import type { CommandEffect, Effect } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import type { CallEffects } from "@helve/predicates";
import { type Answer, unread } from "./answer.ts";
import { programName } from "./words.ts";

/** Whether a call runs commands from a file whose content it computes. */
export function changedManifest(
  commands: readonly CommandEffect[],
  effects: readonly Effect[],
  written: CallEffects["written"],
): Answer | undefined {
  const computed = [...written].filter(
    ([key, data]) => data.missing !== true && textsOfFile(data).length === 0 && isComputed(key, commands, effects),
  );
  for (const [key] of computed) {
    const files = manifests.filter(([file]) => file.test(key)).map(([, programs]) => programs);
    const runner = commands.find(
      ({ words, elsewhere }) => !elsewhere && files.some((programs) => programs.test(programName(words[0]))),
    );
    if (runner !== undefined)
      return unread(`${programName(runner.words[0])} runs commands of ${key}, which this call changes`);
  }
  return undefined;
}

/** The files whose commands programs run. */
const manifests: readonly (readonly [file: RegExp, programs: RegExp])[] = [
  [/(?:^|\/)package\.json$/, /^(?:npm|pnpm|yarn|bun|npx|turbo|nx|lerna|wireit|npm-run-all|run-s|run-p)$/],
  [/(?:^|\/)(?:(?:GNU)?[Mm]akefile|[\w.-]+\.mk)$/, /^(?:g|b|mingw32-)?make$/],
  [/(?:^|\/)\.?[Jj]ustfile$/, /^just$/],
  [/(?:^|\/)(?:pyproject\.toml|tox\.ini|noxfile\.py)$/, /^(?:poe|poethepoet|pdm|hatch|rye|tox|nox|uv|taskipy|task)$/],
  [/(?:^|\/)deno\.jsonc?$/, /^deno$/],
  [/(?:^|\/)composer\.json$/, /^composer$/],
];

/** Whether a program of the call computes the file's content. */
function isComputed(key: string, commands: readonly CommandEffect[], effects: readonly Effect[]): boolean {
  const sources = effects.flatMap((effect) =>
    effect.kind === "move" && effect.to?.path === key ? (effect.target?.path ?? []) : [],
  );
  const places = new Set([key, ...sources]);
  return effects.some(
    (effect) =>
      effect.kind === "write" &&
      places.has(effect.target?.path ?? "") &&
      !/^(?:cp|mv|ln|install|git|npm|pnpm|yarn|bun|mkdir|touch)$/.test(effect.by) &&
      !commands.some((command) => isPlainChange(command, effect)),
  );
}

/** Whether `jq` only changes members that are not commands. */
function isPlainChange(
  { words: [program, ...words], start, end }: CommandEffect,
  { start: from, end: to }: Effect,
): boolean {
  const isNear = Math.abs(from - end) < maxDistance || (from <= start && to >= end);
  return (
    isNear && /^(?:jq|yq|gojq)$/.test(programName(program)) && words.some(({ text }) => plainChange.test(text ?? ""))
  );
}

/** In characters, as between a command and its redirection. */
const maxDistance = 200;
const plainChange =
  /^\s*(?:del\()?\.(?!scripts?\b|\["scripts?)[A-Za-z_]\w*(?:\.[\w-]+|\["[\w@/.-]+"\])*\)?(?:\s*=\s*(?:"[^"\\]*"|\$\w+|true|false|null|[\d.]+))?\s*$/;
