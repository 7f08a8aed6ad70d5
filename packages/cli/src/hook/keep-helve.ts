// The built-in rules that keep an agent from changing what guards it. No other rule lifts them.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Predicate, PredicateContext } from "@helve/core";
import type { Languages } from "@helve/effects";
import { describeEffects, type Policy, predicates } from "@helve/predicates";

/** The text of the rules. */
export const keptRules = `
on unknown user_inspection
on error user_inspection
rule @keep_helve
trigger any.any
check changes_system | is_delete_important_file | runs_helve
enforce stop
end
`;

/** Where the session is, and where Helve keeps what it remembers. */
export interface KeptPlaces {
  readonly cwd: string;
  readonly home: string;
  readonly state: string;
}

/** The predicates that the rules need. */
export function keptPredicates({ cwd, home, state }: KeptPlaces, languages: Languages): readonly Predicate[] {
  const ancestors = foldersUpwards(cwd).flatMap((folder) =>
    projectPaths.map((path) => `${folder === "/" ? "" : folder}/${path}`),
  );
  const kept = [...ancestors, ...userPaths, `${state}/**`, ...programPaths];
  const policy: Policy = {
    languages,
    workingDirectory: cwd,
    home,
    importantFiles: kept,
    sensitivePaths: { reading: [], listing: [], writing: kept },
  };
  const known = predicates(policy);
  return [...known, { ...runsHelve(policy), ...(known[0]?.memory && { memory: known[0].memory }) }];
}

/** A folder and those that contain it: settings and rules of all of them may count. */
function foldersUpwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpwards(parent)];
}

/** The rules, policies and settings of a project. Globs without a beginning would make every deletion suspicious. */
const projectPaths: readonly string[] = [
  ...["helve/**", "node_modules/helve/**", ".claude/settings.json", ".claude/settings.local.json"],
  ...[".codex/hooks.json", ".codex/config.toml", ".github/hooks/**", ".github/copilot/settings.json"],
  ...[".github/copilot/settings.local.json", ".cursor/hooks.json", ".gemini/settings.json", ".agents/hooks.json"],
  ...["opencode.json", "opencode.jsonc", ".opencode/plugin/**", ".opencode/plugins/**"],
];

/** Those of the user. */
const userPaths: readonly string[] = [
  ...["~/.config/helve/**", "~/.local/state/helve/**", "~/.claude/settings.json", "~/.codex/hooks.json"],
  ...["~/.codex/config.toml", "~/.copilot/hooks/**", "~/.cursor/hooks.json", "~/.gemini/settings.json"],
  ...["~/.gemini/config/hooks.json", "~/.config/opencode/**"],
];

/** The code that decides: of this package, and Node. */
const programPaths: readonly string[] = [`${fileURLToPath(new URL("..", import.meta.url))}**`, process.execPath];

/** Whether a call runs `helve` with a command that loosens it. Commands that only read may run. */
function runsHelve(policy: Policy): Predicate {
  return {
    name: "runs_helve",
    description: "Whether the call runs a command of Helve that changes what it allows.",
    evaluate: (_operands, context) => {
      const pieces = helvePieces(policy, context);
      const loosening = pieces.find((piece) => !readingCommand.test(piece));
      return loosening === undefined
        ? { value: false, reason: "it runs no command of Helve that changes anything", evidence: [] }
        : { value: true, reason: "it runs a command of Helve that may change what is allowed", evidence: [] };
    },
  };
}

/** The pieces of a call that run Helve: by its effects, and by its words, for forms that the effects don't show. */
function helvePieces(policy: Policy, context: PredicateContext): readonly string[] {
  const { action } = context;
  const effects = describeEffects(action, policy, context);
  const isCode = effects.some(({ kind }) => kind === "execute" || kind === "anything");
  const texts = isCode ? Object.values(action.args).filter((value) => typeof value === "string") : [];
  const words = texts.flatMap((text) => text.match(/\bhelve(?:@[\w.^~-]+)?["']?\s+[\s\S]{0,200}/g) ?? []);
  const runs = effects
    .filter(({ kind, sentence }) => kind === "execute" && /\bhelve(?:\.[cm]?js|\.exe|\.cmd)?$/.test(sentence))
    // A piece without arguments says no more than the words.
    .filter(({ text }) => words.length === 0 || !/\bhelve["']?$/.test(text));
  return [...runs.map(({ text }) => text), ...words];
}

/** A command of Helve that changes nothing. */
const readingCommand =
  /\bhelve(?:@[\w.^~-]+)?["']?\s+["']?(?:try|check(?!.*--fix)|explain|test|replay|log(?!.*--purge)|help|--help|--version|completion|opentool)\b/;
