import type { Truth } from "@helve/core";
import { escapeGlob, joinPath, normalizePath } from "@helve/effects";
import { platformPath } from "../compared-path.ts";
import { type Base, directoryLocation, isInside, locationOf } from "../path-location.ts";
import { type PathStart, pathStart } from "../tool-place.ts";
import { anyTruth, holdsForEveryText } from "./every-text.ts";
import { createFinding, type PredicateDefinition, stringOperands } from "./predicate-definition.ts";

/** `path_within`: whether paths are inside directories, as in `path_within(args.path, "src")`; `src/../a` is not. */
export const pathWithin: PredicateDefinition = {
  names: ["path_within"],
  description: "Whether a path, or every path of a list, is inside one of the directories.",
  phrase: {
    en: "{0} is inside {1|}",
    zh: "{0}在{1|}中",
    not: { en: "{0} is not inside {1|}", zh: "{0}不在{1|}中" },
  },
  parameters: [{ name: "path" }, { name: "directory", schema: { type: "string" }, rest: true }],
  evaluate([path, ...directoryOperands], { action }, policy) {
    const directories = stringOperands(directoryOperands);
    if (path === undefined || directories === null || directories.length === 0) {
      return createFinding("unknown", 'takes a path and directories, as in path_within(args.path, "src")');
    }
    // A path that the rule writes starts in the working directory; one of the call starts where the tool works.
    const start = path.path === undefined ? {} : pathStart(action, policy);
    return holdsForEveryText(path, "a path", (text) => {
      if (start.problem !== undefined && isRelative(text)) return { value: "unknown", reason: start.problem };
      const value = anyTruth(
        directories.map((directory) => isPathWithin(text, directory, { base: policy.base, start })),
      );
      if (value === "unknown") return { value, reason: `the location of ${text} is unknown` };
      return { value, reason: `${text} is ${value ? "in" : "not in"} ${directories.join(" or ")}` };
    });
  },
};

/** Whether one path is inside one directory; unknown for paths that can't be compared. */
function isPathWithin(
  text: string,
  directory: string,
  { base, start }: { readonly base: Base; readonly start: PathStart },
): Truth {
  // Elsewhere, a path such as `C:/a` is unknown: programs read it in different ways.
  const [path = null, within = null] = [text, directory].map((each) =>
    normalizePlainPath(base.platform === "windows" ? platformPath(each.trim(), base) : each),
  );
  if (path === null || within === null || unknownHomePrefix(path, base) !== unknownHomePrefix(within, base)) {
    return "unknown";
  }
  const whole = isRelative(path) ? joinPath(start.directory ?? "", path) : path;
  return whole === null
    ? "unknown"
    : isInside(locationOf(escapeGlob(whole), true, base), directoryLocation(within, base));
}

/** Whether a path starts in a directory that it does not name. */
function isRelative(path: string): boolean {
  return !/^\s*(?:[/\\~]|file:|[a-z]:[/\\])/i.test(path);
}

/** The `~` or `~user` at the start of a path if that home directory is unknown; else an empty string. */
function unknownHomePrefix(path: string, { home }: Base): string {
  const [prefix = ""] = /^~[^/]*/.exec(path) ?? [];
  return prefix === "~" && home !== undefined ? "" : prefix;
}

/** Normalizes a path; `null` if tools may read it in different ways (`a\b`, `%2e`, `$HOME`) or it follows a system link. */
function normalizePlainPath(text: string): string | null {
  const path = text.trim().replace(/^file:\/\/(?:localhost)?(?=\/)/i, "");
  if (path === "" || path.length > 4096 || /[\p{Cc}\\]|%(?:2e|2f|5c|00|25)|\$[({\w]|`/iu.test(path)) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
  const normalized = normalizePath(path);
  return systemLink.test(path) || (normalized !== null && systemLink.test(normalized)) ? null : normalized;
}

/** Links of the system to other files: `/proc/self/cwd`, `/dev/fd/3`. */
const systemLink = /^\/+(?:proc\/+[^/]+\/+(?:cwd|root|fd|task|exe|map_files)|dev\/+(?:fd|std(?:in|out|err)))(?:\/|$)/;
