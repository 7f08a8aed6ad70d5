/** Writes facts about a file as sentences: `a.txt is ignored by git`. */
import type { Fact } from "@helve/core";
import { nameInFolder } from "./compared-path.ts";
import type { PathStatus } from "./project-facts.ts";

/** The status of a path in version control, as text that follows the path: `is ignored by git`. */
export const statusSentences: Readonly<Record<PathStatus, string>> = {
  ignored: "is ignored by git",
  unmodified: "is unchanged since the last commit",
  modified: "has uncommitted changes",
  untracked: "is not committed",
  "tracked folder": "has committed files",
};

/**
 * Formats a fact about a file or a folder as a sentence: `dist is ignored by git`.
 *
 * @param workingDirectory - names in it are relative
 * @returns `undefined` for facts that are no sentence, such as the hash of a script
 */
export function factSentence({ kind, about, value }: Fact, workingDirectory?: string): string | undefined {
  const name = nameInFolder(about, workingDirectory) ?? about;
  if (kind === "exists") return value === "false" ? `${name} does not exist` : undefined;
  return kind === "status" && Object.hasOwn(statusSentences, value)
    ? `${name} ${statusSentences[value as PathStatus]}`
    : undefined;
}
