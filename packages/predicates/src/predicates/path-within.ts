import type { Truth } from "@helve/core";
import { escapeGlob, normalizePath } from "@helve/effects";
import { directoryLocation, isIn, locationOf } from "../path-location.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { anyTruth, holdsForEveryText } from "./every-text.ts";
import { answer, type PredicateDefinition, stringOperands } from "./predicate-definition.ts";

/** Whether paths lead into directories, however they are spelt. */
export const pathWithin: PredicateDefinition = {
  names: ["path_within"],
  description: "Whether a path, or every path of a list, leads into one of the directories.",
  parameters: [{ name: "path" }, { name: "directory", schema: { type: "string" }, rest: true }],
  evaluate([path, ...directories], _context, host) {
    const named = stringOperands(directories);
    if (path === undefined || named === null || named.length === 0) {
      return answer("unknown", 'takes a path and directories, as in path_within(args.path, "src")');
    }
    return holdsForEveryText(path, "a path", (text) => {
      const value = anyTruth(named.map((directory) => isWithin(text, directory, host)));
      if (value === "unknown") return { value, reason: `it can't be told where ${text} leads` };
      return { value, reason: `${text} is ${value ? "in" : "not in"} ${named.join(" or ")}` };
    });
  },
};

function isWithin(text: string, directory: string, { base }: PreparedPolicy): Truth {
  const path = plainPath(text);
  const within = plainPath(directory);
  if (path === null || within === null || homeOf(path, base) !== homeOf(within, base)) return "unknown";
  return isIn(locationOf(escapeGlob(path), true, base), directoryLocation(within, base));
}

/** The home directory with which a path begins, if it is not known where that is. */
function homeOf(path: string, { home }: PreparedPolicy["base"]): string {
  const [begin = ""] = /^~[^/]*/.exec(path) ?? [];
  return begin === "~" && home !== undefined ? "" : begin;
}

/** The path that a text is; `null` for one that leads elsewhere than its letters say, or that a tool may read otherwise. */
function plainPath(text: string): string | null {
  const path = text.trim().replace(/^file:\/\/(?:localhost)?(?=\/)/i, "");
  if (path === "" || path.length > 4096 || /[\p{Cc}\\]|%(?:2e|2f|5c|00|25)|\$[({\w]|`/iu.test(path)) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
  const plain = normalizePath(path);
  return leadsOn.test(path) || (plain !== null && leadsOn.test(plain)) ? null : plain;
}

/** What the system keeps for whatever a process has open, or where it is. */
const leadsOn = /^\/+(?:proc\/+[^/]+\/+(?:cwd|root|fd|task|exe|map_files)|dev\/+(?:fd|std(?:in|out|err)))(?:\/|$)/;
