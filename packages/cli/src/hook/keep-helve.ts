// The built-in rules that keep an agent from changing what guards it. No other rule lifts them.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Predicate } from "@helve/core";
import type { Languages } from "@helve/effects";
import { type Policy, predicates } from "@helve/predicates";
import { linkTargets } from "./link-target.ts";
import { looseningCommand } from "./loosening-command.ts";

/** The text of the rules. */
export const keptRules = `
on unknown user_inspection
on error user_inspection
rule @keep_helve
trigger any.any
check changes_system | is_delete_important_file | loosens_helve
enforce stop
end
`;

/** Where the session is, and where Helve keeps what it remembers. */
export interface KeptPlaces {
  readonly cwd: string;
  readonly home: string;
  readonly state: string;
  /** The operating system whose rules decide which paths name the same file; default: Linux. */
  readonly platform?: Policy["platform"];
}

/** The predicates that the rules need. */
export function keptPredicates({ cwd, home, state, platform }: KeptPlaces, languages: Languages): readonly Predicate[] {
  const ancestors = foldersUpwards(cwd).flatMap((folder) =>
    projectPaths.map((path) => `${folder === "/" ? "" : folder}/${path}`),
  );
  const kept = [...ancestors, ...userPaths, `${state}/`, ...programPaths];
  const policy: Policy = {
    languages,
    workingDirectory: cwd,
    home,
    ...(platform && { platform }),
    linkTarget: linkTargets([cwd, home]),
    importantFiles: kept,
    sensitivePaths: { reading: [], listing: [], writing: kept },
  };
  const known = predicates(policy);
  return [...known, { ...loosensHelve(policy), ...(known[0]?.memory && { memory: known[0].memory }) }];
}

/** A folder and those that contain it: settings and rules of all of them may count. */
function foldersUpwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpwards(parent)];
}

/** The rules, policies and settings of a project. Globs without a beginning would make every deletion suspicious. */
const projectPaths: readonly string[] = [
  ...["helve/", "node_modules/helve/", ".claude/settings.json", ".claude/settings.local.json"],
  ...[".codex/hooks.json", ".codex/config.toml", ".github/hooks/", ".github/copilot/settings.json"],
  ...[".github/copilot/settings.local.json", ".cursor/hooks.json", ".gemini/settings.json", ".agents/hooks.json"],
  ...["opencode.json", "opencode.jsonc", ".opencode/plugin/", ".opencode/plugins/"],
];

/** Those of the user. */
const userPaths: readonly string[] = [
  ...["~/.config/helve/", "~/.local/state/helve/", "~/.claude/settings.json", "~/.codex/hooks.json"],
  ...["~/.codex/config.toml", "~/.copilot/hooks/", "~/.cursor/hooks.json", "~/.gemini/settings.json"],
  ...["~/.gemini/config/hooks.json", "~/.config/opencode/"],
];

/** The code that decides: of this package, and Node. */
const programPaths: readonly string[] = [`${fileURLToPath(new URL("..", import.meta.url))}`, process.execPath];

/** Whether a call runs a command that loosens Helve. */
function loosensHelve(policy: Policy): Predicate {
  return {
    name: "loosens_helve",
    description: "Whether the call runs a command that changes what Helve allows.",
    evaluate: (_operands, context) => {
      const reason = looseningCommand(policy, context);
      return reason === undefined
        ? { value: false, reason: "it runs no command that changes what Helve allows", evidence: [] }
        : { value: true, reason, evidence: [] };
    },
  };
}
