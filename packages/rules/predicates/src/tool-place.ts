/** Determines the directory in which a tool works, where relative paths start. */
import type { Action } from "@helve/core";
import { quote } from "@helve/core/internal";
import { joinPath } from "@helve/effects";
import { nameInFolder, platformPath } from "./compared-path.ts";
import { type PreparedPolicy, preparePolicy } from "./prepared-policy.ts";

/** The directory where the relative paths in a call's arguments start. */
export interface PathStart {
  /** Relative to the policy's working directory, or absolute if the policy has none; `null` if it is unknown; absent for the working directory. */
  readonly directory?: string | null;
  /** Why it is unknown. */
  readonly problem?: string;
}

/**
 * Where the relative paths in the arguments of a call start, as its tool says. A directory outside of the policy's working directory is
 * unknown: what the policy says about relative paths would not be about the files of the tool.
 */
export function pathStart(
  { name, place }: Pick<Action, "name" | "place">,
  { base, original }: PreparedPolicy,
): PathStart {
  if (place === undefined) return {};
  const { workingDirectory: own, directory = "" } = place;
  if (directory === null) return { directory, problem: `${name} does not say in which directory it works` };
  const { workingDirectory } = base;
  const begin = own === undefined ? (workingDirectory ?? "") : platformPath(own, original);
  const whole = joinPath(begin, platformPath(directory, original));
  if (whole === null) return { directory: null, problem: `${name} works in ${quote(directory)}, which can't be read` };
  const inside = workingDirectory === undefined ? whole : relativeTo(workingDirectory, whole);
  if (inside !== undefined) return inside === "" ? {} : { directory: inside };
  const problem = `${name} works in ${whole}, outside of the policy's working directory ${workingDirectory}: set "workingDirectory" to a directory that contains both, or leave it out`;
  return { directory: null, problem };
}

/** A directory relative to another one; `undefined` if it is outside. */
function relativeTo(directory: string, path: string): string | undefined {
  if (!path.startsWith("/")) return path.startsWith("..") ? undefined : path;
  const folder = directory.replace(/(?<=.)\/+$/, "");
  return path === directory || path === folder ? "" : nameInFolder(path, folder);
}

/** The policy for a call: a policy without a working directory gets the working directory of the tool's sandbox. */
export function policyAt({ place }: Pick<Action, "place">, policy: PreparedPolicy): PreparedPolicy {
  const workingDirectory = place?.workingDirectory;
  if (workingDirectory === undefined || policy.base.workingDirectory !== undefined) return policy;
  const known = policies.get(policy) ?? new Map<string, PreparedPolicy>();
  policies.set(policy, known);
  const found = known.get(workingDirectory);
  if (found !== undefined) return found;
  // A policy may have getters.
  const own = Object.getOwnPropertyDescriptors(policy.original);
  const created = preparePolicy(
    Object.defineProperties({}, { ...own, workingDirectory: { value: workingDirectory, enumerable: true } }),
  );
  known.set(workingDirectory, created);
  return created;
}

/** The policies that have the working directories of sandboxes. */
const policies = new WeakMap<PreparedPolicy, Map<string, PreparedPolicy>>();
