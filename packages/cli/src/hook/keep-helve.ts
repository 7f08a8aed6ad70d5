// The built-in rules that keep an agent from changing what guards it. No other rule lifts them.

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Predicate } from "@helve/core";
import type { Languages } from "@helve/effects";
import { type Policy, predicates } from "@helve/predicates";
import { clientSettings } from "../install/client-settings.ts";
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
  /** Where the agent works now, whose settings are kept as well. */
  readonly current?: string;
  readonly home: string;
  readonly state: string;
  /** The environment variables, which may move the settings of clients. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The operating system whose rules decide which paths name the same file; default: Linux. */
  readonly platform?: Policy["platform"];
}

/** The predicates that the rules need. */
export function keptPredicates(
  { cwd, current = cwd, home, state, environment = {}, platform }: KeptPlaces,
  languages: Languages,
): readonly Predicate[] {
  const folders = [...new Set([...foldersUpwards(cwd), ...foldersUpwards(current)])];
  const pathsInEach = (paths: readonly string[]): readonly string[] =>
    folders.flatMap((folder) => paths.map((path) => `${folder === "/" ? "" : folder}/${path}`));
  const creating = [
    ...pathsInEach(projectPaths),
    ...userPaths,
    ...movedPaths(environment),
    `${state}/`,
    ...programPaths,
  ];
  // What is not there can't be deleted: `rm -rf node_modules` may run where Helve is installed elsewhere.
  const existing = [...creating, ...pathsInEach(["node_modules/helve/"])].filter((path) =>
    existsSync(path.startsWith("~/") ? join(home, path.slice(2)) : path),
  );
  const policy: Policy = {
    languages,
    workingDirectory: cwd,
    currentDirectory: current,
    home,
    ...(platform && { platform }),
    linkTarget: linkTargets([cwd, home]),
    importantFiles: existing,
    sensitivePaths: { reading: [], listing: [], writing: existing, creating },
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
  ...["helve/rules.agentspec", "helve/policy.json", ".claude/settings.json", ".claude/settings.local.json"],
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

/** The paths of the user where environment variables move them: `/x/settings.json` with `CLAUDE_CONFIG_DIR=/x`. */
function movedPaths(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.values(clientSettings).flatMap(({ movedBy }) => {
    const moved = movedBy === undefined ? undefined : environment[movedBy.variable];
    if (movedBy === undefined || moved === undefined || !isAbsolute(moved)) return [];
    const folder = join("~", movedBy.folder);
    return userPaths.flatMap((path) => (path.startsWith(`${folder}/`) ? [join(moved, path.slice(folder.length))] : []));
  });
}

/** The code that decides: of this package, and Node. */
const programPaths: readonly string[] = [`${fileURLToPath(new URL("..", import.meta.url))}`, process.execPath];

/** Whether a call runs a command that loosens Helve. */
function loosensHelve(policy: Policy): Predicate {
  return {
    name: "loosens_helve",
    description: "Whether the call runs a command that changes what Helve allows.",
    evaluate: (_operands, context) => {
      const { truth, reason } = looseningCommand(policy, context);
      return { value: truth, reason, evidence: [] };
    },
  };
}
