import type { Predicate } from "@helve/core";
import { isDeleteImportantFile } from "./is-delete-important-file.ts";
import { isDestructive } from "./is-destructive.ts";
import type { Policy } from "./policy.ts";

/**
 * The predicates about shell commands.
 *
 * - `is_destructive`: whether a command deletes or destroys anything
 * - `is_delete_important_file`: whether it deletes or overwrites one of the policy's important files
 *
 * Both look at the argument that the rule names (`is_destructive(args.script)`), or else at the one that the policy
 * names for the action's tool. A tool without either has no shell command, and the answer is false.
 *
 * @example
 * const predicates = shellPredicates({
 *   commandArguments: { "Terminal.Execute": "command" },
 *   importantFiles: ["documents/**"],
 *   workingDirectory: "/home/ada",
 * });
 */
export function shellPredicates(policy: Policy): readonly Predicate[] {
  return [isDestructive(policy), isDeleteImportantFile(policy)];
}
