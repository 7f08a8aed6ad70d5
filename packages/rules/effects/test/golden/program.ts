import type { EffectContext, KnownData, Languages } from "@helve/effects";
import { languages } from "../read.ts";

/** A program whose effects are compared between two versions of the readers, as one line of JSON. */
export interface GoldenProgram {
  /** Where it comes from: a file of data and its id there, or a test. */
  readonly id: string;
  readonly language: string;
  readonly text: string;
  readonly context: PlainContext;
}

/** The context of a program as plain JSON: maps are lists of entries, and languages are their names. */
export type PlainContext = Readonly<Record<string, unknown>>;

const maps: readonly string[] = ["environment", "variables", "files", "links", "settings"];

/** The context as plain JSON; `undefined` if it has a reader from outside of this package, because a test wrote it. */
export function plainContext(context: EffectContext): PlainContext | undefined {
  const entries = Object.entries(context).filter(([, value]) => value !== undefined);
  if (Object.entries(context.languages ?? {}).some(([name, reader]) => languages[name] !== reader)) return undefined;
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === "languages") return [key, Object.keys(value)];
      return [key, maps.includes(key) ? [...value] : value];
    }),
  );
}

/** The context that `plainContext` wrote. A language that has no reader is left out. */
export function contextOf(plain: PlainContext): EffectContext {
  const context: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(plain)) {
    if (key === "languages") context[key] = readersNamed(value as readonly string[]);
    else context[key] = maps.includes(key) ? new Map(value as readonly [string, KnownData][]) : value;
  }
  return context;
}

/** The readers with these names. */
function readersNamed(names: readonly string[]): Languages {
  return Object.fromEntries(Object.entries(languages).filter(([name]) => names.includes(name)));
}
