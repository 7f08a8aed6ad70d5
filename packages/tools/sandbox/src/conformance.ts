/** The subpath `@helve/sandbox/conformance`: checks that an environment should pass. */
import { type ConformanceCheck, ConformanceError } from "./conformance/check.ts";
import { commandChecks, moreCommandChecks } from "./conformance/command-checks.ts";
import { fileChecks, moreFileChecks } from "./conformance/file-checks.ts";
import { lifecycleChecks } from "./conformance/lifecycle-checks.ts";
import type { Sandbox } from "./sandbox.ts";

export type { ConformanceCheck };
export { ConformanceError };

/**
 * The checks: the 44 of Inspect's suite under its names, its two earlier ones of output limits, and Helve's additions. Each can be a
 * test of its own.
 *
 * @example
 * for (const { name, run } of conformanceChecks) it(name, () => run(sandbox));
 */
export const conformanceChecks: readonly ConformanceCheck[] = [
  ...fileChecks,
  ...commandChecks,
  ...moreFileChecks,
  ...moreCommandChecks,
  ...lifecycleChecks,
];

/**
 * Runs the checks against one sandbox, one after the other.
 *
 * @param options.skip - names of checks that are not run
 * @returns the result of each check by its name: `true`, what it found, or `"skipped"`
 *
 * @example
 * await using sandbox = await localSandbox();
 * const results = await checkConformance(sandbox, { skip: ["exec_as_user"] });
 */
export async function checkConformance(
  sandbox: Sandbox,
  { skip = [] }: { readonly skip?: readonly string[] | undefined } = {},
): Promise<Readonly<Record<string, true | string>>> {
  const results: Record<string, true | string> = {};
  for (const { name, run } of conformanceChecks) {
    results[name] = skip.includes(name) ? "skipped" : await outcome(run(sandbox));
  }
  return results;
}

/** Returns the outcome of a check. */
async function outcome(check: Promise<void>): Promise<true | string> {
  try {
    await check;
    return true;
  } catch (error) {
    return error instanceof ConformanceError ? `FAILED: ${error.message}` : `ERROR: ${String(error)}`;
  }
}
