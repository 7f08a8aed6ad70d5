import { unescapeGlob } from "./path.ts";
import type { Effect } from "./shell-effects.ts";

const verbs: Readonly<Record<Effect["kind"], string>> = {
  delete: "deletes",
  destroy: "destroys",
  overwrite: "overwrites",
  discard: "discards",
};

/** An effect in words: `rm deletes report.md`. */
export function effectSentence({ by, kind, target, recursive }: Effect): string {
  if (kind === "discard") return `${by} discards work`;
  return `${by} ${verbs[kind]} ${target === null ? "what is not known" : targetText(target, recursive)}`;
}

function targetText({ path, glob, partial }: NonNullable<Effect["target"]>, recursive: boolean): string {
  const text = (glob ? unescapeGlob(path) : path) || "the working directory";
  if (partial) return `some of ${text}`;
  return recursive && text === "/" ? "everything" : text;
}
