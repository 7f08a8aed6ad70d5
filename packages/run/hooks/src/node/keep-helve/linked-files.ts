/** Resolves links to files that the session wrote. */
import type { FileData } from "@helve/effects";
import { fileKey } from "@helve/effects";

/**
 * Adds the files of a session under the names by which links lead to them: `v.py` after `ln -s w.py v.py`, `b/w.py` after `ln -s a b`. What is
 * behind a link with an unknown target may be any of them.
 *
 * @param files - what the session wrote, by the keys of `fileKey`
 * @param links - the targets of the links, `null` for an unknown one
 */
export function filesByAllNames(
  files: ReadonlyMap<string, FileData>,
  links: ReadonlyMap<string, string | null>,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): ReadonlyMap<string, FileData> {
  if (files.size === 0 || links.size === 0) return files;
  const all = new Map(files);
  for (const [link, leadsTo] of links) {
    if (leadsTo === null) {
      all.set(link, { from: [{ kind: "unknown" }] });
      continue;
    }
    const target = fileKey(leadsTo, { workingDirectory: cwd, home });
    const folder = target === "" ? "" : `${target}/`;
    for (const [key, data] of files) {
      if (key === target) all.set(link, data);
      else if (key.startsWith(folder) && !/^[/~]/.test(key.slice(folder.length)))
        all.set(`${link}/${key.slice(folder.length)}`, data);
    }
  }
  return all;
}
