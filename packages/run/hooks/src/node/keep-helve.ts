/** The built-in rules that keep an agent from changing what guards it. No other rule lifts them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Predicate } from "@helve/core";
import type { Languages } from "@helve/effects";
import { type Policy, predicates } from "@helve/predicates";
import { linkTargets } from "@helve/predicates/node";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import { loosensHelve } from "./keep-helve/loosens-helve.ts";
import { type ProtectedPaths, protectedPaths } from "./keep-helve/protected-paths.ts";
import type { LooseningContext } from "./keep-helve/reading.ts";

/** The text of the built-in rules, which protect Helve itself. */
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
  {
    tools,
    onWritten,
  }: { readonly tools?: Policy["tools"]; readonly onWritten?: (texts: readonly string[]) => Promise<void> } = {},
): readonly Predicate[] {
  const { cwd, home } = places;
  const paths = protectedPaths(places);
  const policy = { ...keptPolicy(places, paths), languages, tools, facts: { linkTarget: linkTargets([cwd, home]) } };
  const known = predicates(policy);
  return [...known, loosening(known, { policy, places, paths, onWritten })];
}

/** Creates the policy of the built-in predicates. */
export function keptPolicy(
  { cwd, current = cwd, home, platform }: KeptPlaces,
  { kept, installed, programs }: ProtectedPaths,
): Policy {
  // A file that does not exist can't be deleted: `rm -rf node_modules` may run if Helve is installed elsewhere.
  const existing = [...kept, ...installed].filter((path) =>
    existsSync(path.startsWith("~/") ? join(home, path.slice(2)) : path),
  );
  return {
    workingDirectory: cwd,
    currentDirectory: current,
    home,
    platform,
    importantFiles: [...existing, ...programs],
    sensitivePaths: { reading: [], listing: [], writing: existing, creating: [...kept, ...programs] },
  };
}

/**
 * The predicate `loosens_helve`, for one decision.
 *
 * @param known - the other predicates, of the same policy
 */
export function loosening(known: readonly Predicate[], context: Omit<LooseningContext, "changes">): Predicate {
  const changes = known.filter(({ name }) => name === "changes_system" || name === "is_delete_important_file");
  return { ...loosensHelve({ ...context, changes }), memory: known[0]?.memory };
}
