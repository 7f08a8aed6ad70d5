/** Converts path values to the files that effects name. */
import type { Origin, Target } from "../effects.ts";
import { fileKey } from "../file-key.ts";
import { outermostNesting } from "../languages.ts";
import { escapeGlob, joinPath, leadsThroughProcess } from "../path.ts";
import { behindLinks, type PathUse } from "../symbolic-links.ts";
import { hasUnknownText, suppliedText, unknownText } from "../unknown-text.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Alternative, LibraryObject, Value } from "./value.ts";
import { originsWrittenTo } from "./written-files.ts";

/** The longest path that is known; a longer one counts as unknown. */
const maxPathLength = 4096;

/** A file that a value names: `target` is `null` when it is unknown, and `given` tells that the user names it. */
export interface NamedFile {
  readonly target: Target | null;
  readonly namedByUser?: true;
}

/** The targets of the files that a path value names; `null` when it may name others. */
export function fileTargets(value: Value, interpreter: Interpreter): readonly (Target | null)[] {
  return namedFiles(value, interpreter).map(({ target }) => target);
}

/** Returns an unknown file; it counts as the caller's choice if nothing calls the function. */
function unknownFile({ isUncalled }: Interpreter): NamedFile {
  return isUncalled ? { target: null, namedByUser: true } : { target: null };
}

/** The files that a path value names; a file with `target: null` when it may name others. */
export function namedFiles(value: Value, interpreter: Interpreter, use: PathUse = "content"): readonly NamedFile[] {
  return withLinked(filesNamedBy(value, interpreter), use, interpreter);
}

/** The files that a value names for reading: of a path that may lead anywhere, what its end says, as `.ssh/id_rsa`. */
export function readFiles(value: Value, interpreter: Interpreter): readonly NamedFile[] {
  return withLinked(filesNamedBy(value, interpreter, true), "content", interpreter);
}

/** Adds the files to which links lead. */
function withLinked(files: readonly NamedFile[], use: PathUse, interpreter: Interpreter): readonly NamedFile[] {
  return interpreter.links.size === 0 ? files : files.flatMap((file) => [file, ...behind(file, use, interpreter)]);
}

/** Follows symbolic links of a path. */
function behind({ target }: NamedFile, use: PathUse, { links }: Interpreter): readonly NamedFile[] {
  const followed = target === null ? undefined : behindLinks(target, use, links);
  return followed === undefined ? [] : [{ target: followed }];
}

/** Lists the files that a value names, such as a path, a file object or a stream. */
function filesNamedBy(value: Value, interpreter: Interpreter, isRead: boolean = false): readonly NamedFile[] {
  const risky = value.from.some(({ kind }) => kind === "input" || kind === "network" || kind === "unknown");
  const results: NamedFile[] = [];
  for (const alternative of value.alternatives) {
    if (alternative.kind === "text" || alternative.kind === "path") {
      const { fileName } = interpreter.dialect;
      const name = fileName === undefined ? alternative.text : fileName(alternative.text);
      const { wildcards = undefined } = alternative.kind === "path" ? alternative : {};
      if (name !== null)
        results.push(
          ...expandParentSteps(name).map((text) => namedFile({ text, wildcards }, { risky, isRead }, interpreter)),
        );
    } else if (alternative.kind === "object") results.push(...filesOfObject(alternative, interpreter));
    else if (alternative.kind === "list")
      for (const item of alternative.more === null ? alternative.items : [...alternative.items, alternative.more])
        results.push(...namedFiles(item, interpreter));
    else if (alternative.kind === "constant" && alternative.constant === null) continue;
    else if (alternative.kind !== "number" && !isStandardStream(alternative)) results.push(unknownFile(interpreter));
  }
  return value.mayBeUnknown || (results.length === 0 && value.alternatives.length === 0)
    ? [...results, unknownFile(interpreter)]
    : results;
}

function isStandardStream(alternative: Alternative): boolean {
  return alternative.kind === "library" && /^sys\.(__)?std/.test(alternative.name);
}

/** The file of an open file object or of a directory entry. */
function filesOfObject({ type, fields }: LibraryObject, interpreter: Interpreter): readonly NamedFile[] {
  const path = fields.get("path");
  // A buffer in memory is not a file.
  if (path === undefined) return type === "buffer" ? [] : [unknownFile(interpreter)];
  return namedFiles(path, interpreter);
}

const maxPaths = 16;

/** The paths that `a/<any directories>/..` may be: with no unknown directory to leave, or with one more. Too many are an unknown path. */
function expandParentSteps(path: string): readonly string[] {
  // A program that goes up from its own folder is in a folder of the project.
  const results = [path.replace(/\/\uFFFF\/\.(?:\/\.\.)?(?=\/|$)/, `/${unknownText}`)];
  for (let at = 0; at < results.length; ) {
    if (results.length > maxPaths) return [unknownText];
    const candidate = results[at] ?? "";
    const leaves = candidate.search(/\/\uFFFF\/\.\.(\/|$)/);
    if (leaves === -1) at++;
    else {
      const [before, after] = [candidate.slice(0, leaves), candidate.slice(leaves + `/${unknownText}/..`.length)];
      results.splice(at, 1, `${before}/..${after}`, `${before}/${unknownText}${after}`);
    }
  }
  return results;
}

/** A path in a program. */
interface PathText {
  readonly text: string;
  /** Whether it has wildcards, and stands for all or some of the files that match. */
  readonly wildcards: "all" | "some" | undefined;
}

/** Creates the file target of a path text. */
function namedFile(
  { text, wildcards }: PathText,
  { risky, isRead }: { readonly risky: boolean; readonly isRead: boolean },
  interpreter: Interpreter,
): NamedFile {
  const plain = text.replaceAll(suppliedText, unknownText);
  const target = pathTarget({ text: plain, wildcards }, risky, interpreter) ?? (isRead ? endTarget(plain) : null);
  if (target !== null) return { target };
  return isNamedByUser(text, interpreter) ? { target, namedByUser: true } : unknownFile(interpreter);
}

/** Whether the user supplies every unknown part of a path, and the rest keeps it below the working directory. */
function isNamedByUser(text: string, { nesting, directory }: Interpreter): boolean {
  if (nesting.depth !== outermostNesting().depth || directory === null || !text.includes(suppliedText)) return false;
  return !text.replaceAll(suppliedText, "").includes(unknownText) && !/^[/~]/.test(text) && !text.includes("..");
}

/** The files anywhere whose paths have the known end of a path with unknown parts; `null` if its last part is unknown. */
function endTarget(text: string): Target | null {
  const parts = text.split("/");
  const known = parts.slice(parts.findLastIndex((part) => part.includes(unknownText)));
  const [first = "", ...others] = known;
  const isUnknown = first.replaceAll(unknownText, "") === "";
  if (!first.includes(unknownText) || others.includes("..") || (others.length === 0 && isUnknown)) return null;
  const end = [...(isUnknown ? [] : [placeholdersToWildcards(first, false)]), ...others.map(escapeGlob)];
  return { path: ["**", ...end].join("/"), glob: true, hidden: true, partial: true };
}

/** Converts a path to a target: unknown parts become wildcards; `null` when it may lead anywhere. */
function pathTarget({ text, wildcards }: PathText, risky: boolean, interpreter: Interpreter): Target | null {
  if (text.length > maxPathLength || text.includes("\0") || leadsThroughProcess(text)) return null;
  const relative = !/^[/~]/.test(text);
  if (interpreter.directory === null && relative) return null;
  const directory = relative ? (interpreter.directory ?? "") : "";
  const isUnknown = hasUnknownText(text);
  if (!isUnknown && wildcards === undefined) {
    const path = joinPath(directory, text);
    return path === null ? null : { path: comparedPath(path, interpreter), glob: false, hidden: false, partial: false };
  }
  if (text.includes(unknownText) && (risky || text.startsWith(unknownText) || text.startsWith(`/${unknownText}`)))
    return null;
  const parts = text
    .split("/")
    .map((part) => (part === unknownText ? "**" : placeholdersToWildcards(part, wildcards !== undefined)));
  const path = joinPath(escapeGlob(directory), parts.join("/"));
  if (path === null) return null;
  return {
    path: comparedPath(path, interpreter),
    glob: true,
    hidden: true,
    partial: isUnknown || wildcards === "some",
  };
}

/** Returns a path in the form that is used as a key, for systems with several spellings. */
function comparedPath(path: string, { dialect, context }: Interpreter): string {
  return dialect.fileName === undefined ? path : fileKey(path, context);
}

/** Escapes a part of a path for use in a glob, with `*` for unknown text. */
function placeholdersToWildcards(part: string, hasWildcards: boolean): string {
  const escaped = hasWildcards ? part.replaceAll(/[{}()!+@|]/g, "\\$&") : escapeGlob(part);
  return escaped.replaceAll(/[\uFFFE\uFFFF]+/g, "*");
}

/** The origins of the content of files: the files themselves and what the program wrote to them. */
export function fileOrigins(targets: readonly (Target | null)[], interpreter: Interpreter): readonly Origin[] {
  return targets.flatMap((target) => {
    const written = target === null ? [] : originsWrittenTo(target.path, interpreter);
    return [{ kind: "file" as const, target }, ...written];
  });
}
