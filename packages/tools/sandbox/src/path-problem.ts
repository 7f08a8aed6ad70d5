/** The errors about paths that all environments report in the same words. */
import { SandboxError } from "./sandbox-error.ts";

/** The kinds of errors about a path that every environment reports with the same words. */
export type PathProblem = keyof typeof texts;

/** The error that a path can't be used as the operation would. */
export function pathProblem(kind: PathProblem, path: string, cause?: unknown): SandboxError {
  return new SandboxError(kind, `${path}: ${texts[kind]}`, { path, cause });
}

const texts = {
  not_found: "No such file or directory",
  permission: "Permission denied",
  is_directory: "Is a directory",
  not_directory: "Not a directory",
} as const;
