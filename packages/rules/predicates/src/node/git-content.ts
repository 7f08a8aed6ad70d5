/** Decides whether a file of a commit has a given content. */
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";

/** The largest file of a commit that is read, in bytes. */
const maxBytes = 4_000_000;

/** Whether a file has the content of a git object id, apart from line ends. */
export function hasContent(path: string, id: string): boolean {
  const content = contentOf(path);
  if (content === undefined) return false;
  if (idOf(content, id) === id) return true;
  const converted = Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return converted.length < content.length && idOf(converted, id) === id;
}

/** Reads the content of a file or the target of a link. */
function contentOf(path: string): Buffer | undefined {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return Buffer.from(readlinkSync(path));
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Computes the git object id of a content. */
function idOf(content: Buffer, { length }: string): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}
