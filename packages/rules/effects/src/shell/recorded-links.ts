/** Records the links that a program creates, and finds the paths of copies. */
import type { Value } from "../word-value.ts";
import type { Argument } from "./argument.ts";
import { conditionHolds, type ProgramCall } from "./program-call.ts";
import { recordCopiesOfMatches, recordLink } from "./written-files.ts";

/** Records the symbolic links that a call creates: `ln -s a b`. */
export function recordLinks(sources: readonly Argument[], call: ProgramCall): void {
  const to = call.parsed.operands.at(-1);
  for (const at of to === undefined ? [] : sources) {
    const name = destinationPath(to ?? at, at, sources.length > 1);
    // A link of an unknown name in a folder is not the folder.
    if (at.value === null && to?.value?.text.endsWith("/") === true) continue;
    recordLink(name, leadsTo(at.value, name, call), call.state, call.evaluation);
    recordCopiesOfMatches(at.value, name, call.state, call.evaluation);
  }
}

/** Where a link leads: the path of a symbolic link begins in the folder of the link, unless `ln -r` computes it. */
function leadsTo(path: Value | null, link: Value | null, { parsed }: ProgramCall): Value | null {
  const isRelative = path !== null && path.home !== true && !/^[/~]/.test(path.text);
  const folder = link === null ? undefined : /^(.*\/)[^/]/s.exec(link.text)?.[1];
  if (path === null || !isRelative || folder === undefined || !conditionHolds("-s --symbolic", parsed)) return path;
  if (conditionHolds("-r --relative", parsed)) return path;
  return { ...path, text: folder + path.text, home: link?.home };
}

/** Returns the destination of a copied file. */
export function destinationPath(to: Argument, { value }: Argument, several: boolean): Value | null {
  const directory = to.value;
  if (directory === null || directory.glob) return directory;
  const isDirectory = several || /(^|\/)\.{0,2}$/.test(directory.text) || directory.text === "~";
  if (!isDirectory || value === null) return directory;
  const name = value.text.replace(/\/+$/, "").split("/").at(-1) ?? "";
  if (name === "" || name === "." || name === ".." || value.glob) return directory;
  return { ...directory, text: `${directory.text.replace(/\/+$/, "")}/${name}` };
}
