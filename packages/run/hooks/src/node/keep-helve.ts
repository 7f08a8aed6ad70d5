// The built-in rules that keep an agent from changing what guards it. No other rule lifts them.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Predicate } from "@helve/core";
import type { Languages } from "@helve/effects";
import { type Policy, predicates } from "@helve/predicates";
import { linkTargets } from "@helve/predicates/node";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import { loosensHelve } from "./keep-helve/loosens-helve.ts";
import { protectedPaths } from "./keep-helve/protected-paths.ts";

/** The text of the rules. */
export const keptRules = `
on unknown user_inspection
on error user_inspection
rule @keep_helve
trigger any
check changes_system | is_delete_important_file | loosens_helve
enforce stop
end
`;

/**
 * The predicates that the rules need.
 *
 * @param tools - what the arguments of tools mean, besides those that are known anyway
 * @param onWritten - is called with the whole texts of files that a call writes
 */
export function keptPredicates(
  places: KeptPlaces,
  languages: Languages,
  { tools, onWritten }: { readonly tools?: Policy["tools"]; readonly onWritten?: (text: string) => void } = {},
): readonly Predicate[] {
  const { cwd, current = cwd, home, platform } = places;
  const paths = protectedPaths(places);
  // What is not there can't be deleted: `rm -rf node_modules` may run where Helve is installed elsewhere.
  const existing = [...paths.kept, ...paths.installed].filter((path) =>
    existsSync(path.startsWith("~/") ? join(home, path.slice(2)) : path),
  );
  const policy: Policy = {
    languages,
    tools,
    workingDirectory: cwd,
    currentDirectory: current,
    home,
    platform,
    facts: { linkTarget: linkTargets([cwd, home]) },
    importantFiles: [...existing, ...paths.programs],
    sensitivePaths: { reading: [], listing: [], writing: existing, creating: [...paths.kept, ...paths.programs] },
  };
  const known = predicates(policy);
  const changes = known.filter(({ name }) => name === "changes_system" || name === "is_delete_important_file");
  const own = loosensHelve({ policy, places, paths, changes, onWritten });
  return [...known, { ...own, memory: known[0]?.memory }];
}
