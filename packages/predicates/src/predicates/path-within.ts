import type { Finding, Truth } from "@helve/core";
import type { Host } from "../host.ts";
import { escapeGlob, normalizePath } from "../path.ts";
import { directoryPlace, isIn, placeOf } from "../place.ts";
import { textsIn } from "../text/text-in.ts";
import { answer, type PredicateDefinition, stringsOf } from "./definition.ts";

/** Whether paths lead into directories, however they are spelt. */
export const pathWithin: PredicateDefinition = {
  names: ["path_within"],
  description: "Whether a path, or every path of a list, leads into one of the directories.",
  parameters: [{ name: "path" }, { name: "directory", schema: { type: "string" }, rest: true }],
  evaluate([path, ...directories], _context, host): Finding {
    const named = stringsOf(directories);
    if (path === undefined || named === null || named.length === 0) {
      return answer("unknown", 'takes a path and directories, as in path_within(args.path, "src")');
    }
    const { texts, all } = textsIn(path);
    if (texts.length === 0) return answer(path.value === undefined ? false : "unknown", "it is given no path");
    const looked = texts.map((part) => ({ part, truth: isWithin(part.text, named, host) }));
    const first = looked.find(({ truth }) => truth === false) ?? looked.find(({ truth }) => truth === "unknown");
    if (first === undefined) return answer(all || "unknown", `it is in ${named.join(" or ")}`);
    const { part, truth } = first;
    return {
      value: truth,
      reason:
        truth === false ? `${part.text} is not in ${named.join(" or ")}` : `it can't be told where ${part.text} leads`,
      evidence: part.path === undefined ? [] : [{ path: part.path, start: 0, end: part.text.length, text: part.text }],
    };
  },
};

function isWithin(text: string, directories: readonly string[], { base }: Host): Truth {
  const path = plainPath(text);
  if (path === null) return "unknown";
  const place = placeOf(escapeGlob(path), true, base);
  const answers = directories.map((directory) => isIn(place, directoryPlace(directory, base)));
  if (answers.includes(true)) return true;
  return answers.includes("unknown") ? "unknown" : false;
}

/** The path that a text is; `null` for one that leads elsewhere than its letters say, or that a tool may read otherwise. */
function plainPath(text: string): string | null {
  const path = text.trim().replace(/^file:\/\/(?:localhost)?(?=\/)/i, "");
  if (path === "" || path.length > 4096 || /[\0\\]|%(?:2e|2f|5c|00|25)|\$[({\w]|`/i.test(path)) return null;
  if (/^[a-z][a-z0-9+.-]+:/i.test(path) || /^\/proc\/[^/]+\/(cwd|root|fd|task)(\/|$)/.test(path)) return null;
  return normalizePath(path);
}
