/** Finds the consequences of writing a file in the table of persistent files. */
import type { Target } from "./effects.ts";
import type { FileData } from "./execution-state.ts";
import { globsOverlap } from "./glob-overlap.ts";
import type { EffectContext } from "./languages.ts";
import { escapeGlob, joinPath } from "./path.ts";
import { type PersistentFiles, persistentFiles, type WriteConsequence } from "./persistent-files.ts";
import { windowsConsequences } from "./windows-places.ts";
import { importedWeakening } from "./written-code/imported-instructions.ts";
import { riskyPart } from "./written-code.ts";

/** The directory of a write, and the readers for code in the written file. */
type WriteContext = Pick<EffectContext, "workingDirectory" | "home" | "languages" | "nesting" | "files">;

interface Row extends Omit<PersistentFiles, "paths"> {
  readonly parts: readonly string[];
  readonly beginning: "/" | "~" | "";
}

const patterns: readonly Row[] = persistentFiles.flatMap(({ paths, ...row }) =>
  paths.split(" ").map((path) => {
    const beginning = path.startsWith("/") ? "/" : path.startsWith("~") ? "~" : "";
    return { ...row, parts: path.split("/").slice(beginning === "" ? 0 : 1), beginning };
  }),
);

/** The rows by the part of a path that they need: `/etc`, `~.ssh`, or anywhere in the path `Makefile`. */
const patternsByPart = new Map<string, Row[]>();
for (const row of patterns) {
  const part = row.parts.find((each) => !each.includes("*")) ?? "";
  const key = `${row.beginning}${part}`;
  patternsByPart.set(key, [...(patternsByPart.get(key) ?? []), row]);
}

/** The first segments of the absolute paths in the table. Other absolute globs are skipped early, for speed. */
const systemRoots: ReadonlySet<string> = new Set("etc var lib usr run Library System root home Users".split(" "));

/**
 * The consequences of writing a file, besides the write itself: `~/.bashrc` is run at each login, `/etc/sudoers` gives rights.
 * A directory for such files (`/etc/cron.d`) counts as well. Files that projects often contain (`Makefile`, `package.json`) have
 * a consequence only if their content is risky: it runs code from the network, sends secrets, or uses an unknown registry.
 *
 * @param base - the working directory and the home directory, if known. A path that looks like a home directory (`/home/ada`)
 *   counts as one anyway. If the working directory is unknown, a relative path that begins with a dot counts as in the home directory
 * @param content - what is written, or all that the file then contains, as far as it is known
 */
export function writeConsequences(
  target: Target | null,
  base: WriteContext,
  content?: FileData,
): readonly WriteConsequence[] {
  if (target === null) return [];
  const imported = target.glob ? undefined : importedWeakening(target.path, content, base.files);
  if (imported !== undefined) return [{ kind: "persist", where: "instructions", content: shortened(imported) }];
  const windows = windowsConsequences(target);
  if (windows.length > 0) return windows;
  const { workingDirectory = "" } = base;
  const from = target.glob ? escapeGlob(workingDirectory) : workingDirectory;
  const whole = workingDirectory === "" ? target.path : (joinPath(from, target.path) ?? target.path);
  const isHidden = workingDirectory === "" && /^\.[^./]/.test(whole);
  const inHome = isHidden ? whole : pathInHome(whole, base.home);
  const path = (inHome ?? whole).replace(/\/?\*\*.*$/s, "");
  const beginning = inHome !== undefined ? "~" : path.startsWith("/") ? "/" : "";
  const parts = path.split("/").filter((part) => part !== "");
  const rows = target.glob ? patternsForGlob(beginning, parts) : patternsForPath(beginning, parts);
  if (rows.length === 0) return [];
  const candidate = { parts: target.glob ? parts : parts.map(escapeGlob), hidden: target.hidden };
  const found = rows.filter(
    (row) =>
      (row.beginning === beginning || row.parts[0] === "**") &&
      beginningsAgree(row.parts, candidate.parts) &&
      namesFileOfRow(row, parts) &&
      (globsOverlap({ parts: row.parts, hidden: true }, candidate) !== false || isDirectoryOf(row, parts)),
  );
  const consequences = found.flatMap(({ content: format, means }): readonly WriteConsequence[] => {
    if (format === undefined || means.kind !== "persist") return [means];
    const part = riskyPart(format, content, base);
    if (part === undefined) return [];
    return [
      part === ""
        ? means
        : {
            ...means,
            content: shortened(part),
          },
    ];
  });
  return [...new Map(consequences.map((each) => [JSON.stringify(each), each])).values()];
}

/** The most characters of risky content that a consequence names. */
const maxPart = 200;

/** Puts text on one line and shortens it. */
function shortened(part: string): string {
  return part
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .slice(0, maxPart);
}

/** Whether two path patterns may match the same file, by their literal beginnings. */
function beginningsAgree(row: readonly string[], path: readonly string[]): boolean {
  for (const [index, part] of row.entries()) {
    const other = path[index];
    if (other === undefined || part.startsWith("*")) return true;
    const [mine, its] = [literalPrefix(part), literalPrefix(other)];
    if (!mine.startsWith(its) && !its.startsWith(mine)) return false;
    if (mine.length < part.length || its.length < other.length) return true;
    if (mine !== its) return false;
  }
  return true;
}

/** A part of a glob up to its first wildcard or escape. */
function literalPrefix(part: string): string {
  const special = part.search(/[*?[\\]/);
  return special === -1 ? part : part.slice(0, special);
}

/** Whether a path contains a literal segment of a table path that begins with `**`; otherwise nearly every glob would match it. */
function namesFileOfRow(row: Row, path: readonly string[]): boolean {
  return row.parts[0] !== "**" || row.parts.some((part) => !part.includes("*") && path.includes(part));
}

/** The rows that a literal path may match. */
function patternsForPath(beginning: string, parts: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  if (beginning !== "") rows.push(...(patternsByPart.get(`${beginning}${parts[0]}`) ?? []));
  for (const part of new Set(parts)) rows.push(...(patternsByPart.get(part) ?? []));
  return rows;
}

/** The rows that a glob may match; none if none of its parts is a wildcard or in the table. */
function patternsForGlob(beginning: string, parts: readonly string[]): readonly Row[] {
  const isPossible = beginning === "~" || (beginning === "/" && systemRoots.has(parts[0] ?? ""));
  return isPossible || parts.some((part) => /[*?[]/.test(part) || patternsByPart.has(part)) ? patterns : [];
}

/** The part of a path after its home directory: `/home/ada/.bashrc` is `.bashrc`; `undefined` if it is in none. */
function pathInHome(path: string, home: string | undefined): string | undefined {
  if (home !== undefined && home !== "/" && path.startsWith(`${home}/`)) return path.slice(home.length + 1);
  return /^(?:~[^/]*|\/root|\/(?:home|Users)\/[^/]+)\/(.*)$/s.exec(path)?.[1];
}

/** Whether a path is the directory of a table path that ends with `**`: `/etc/cron.d` of `/etc/cron.d/**`. */
function isDirectoryOf({ parts }: Row, path: readonly string[]): boolean {
  return (
    parts.at(-1) === "**" &&
    parts.length - 1 === path.length &&
    path.every((part, index) => part === parts[index]?.replace("?", " "))
  );
}
