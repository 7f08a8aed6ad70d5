import { parseDocstring } from "@helve/docstring";
import { type DocstringReading, type ReadEntry, type Recording, readingOf } from "./docstring-recordings.ts";

const fields = ["description", "parameters", "returns", "yields", "raises"] as const;
type Field = (typeof fields)[number];

/** The names of the counts. */
export const agreementFields: readonly string[] = fields;

/** How far Helve reads docstrings as another library does. */
export interface Agreement {
  /** For each field, in how many docstrings it is the same, and how many have it in either reading: `7/8`. */
  readonly counts: readonly string[];
  /** The two readings of each field that differs, from shortly before the first difference. */
  readonly differences: readonly string[];
}

/**
 * Compares what was recorded with what Helve reads in the same style. White space is one space; names are without stars;
 * `or` in a type is `|`; types are without roles and backticks, defaults without backticks. What one of the two has no
 * word for is not compared, and an entry that says nothing is none.
 */
export function agreementOf(recordings: readonly Recording[]): Agreement {
  const readings = recordings.map((recording) => ({
    ...recording,
    own: readingOf(parseDocstring(recording.text, { style: recording.style })),
  }));
  const results = fields.map((field) => {
    const pairs = readings.map(({ id, style, reading, own }) => ({
      place: `${id} ${style} ${field}`,
      ...written(reading, own, field),
    }));
    const present = pairs.filter(({ theirs, ours }) => theirs !== "" || ours !== "");
    const different = present.filter(({ theirs, ours }) => theirs !== ours);
    return { count: `${present.length - different.length}/${present.length}`, different };
  });
  return {
    counts: results.map(({ count }) => count),
    differences: results.flatMap(({ different }) => different.map(differenceOf)),
  };
}

interface Written {
  readonly theirs: string;
  readonly ours: string;
}

function written(theirs: DocstringReading, ours: DocstringReading, field: Field): Written {
  if (field === "description") return { theirs: plain(theirs.description), ours: plain(ours.description) };
  const [all, own] = [theirs[field], ours[field]];
  return {
    theirs: all.map((one, at) => entryText(one, own[at])).join(""),
    ours: own.map((one, at) => entryText(one, all[at])).join(""),
  };
}

/** What an entry says in the words that both have. */
function entryText(entry: ReadEntry, other: ReadEntry = entry): string {
  const words = Object.entries(entry).filter(([word]) => Object.hasOwn(other, word));
  const said = words.map(([word, value]): [string, string] => [word, comparable(word, String(value))]);
  const text = said.flatMap(([word, value]) => (value === "" ? [] : [`${word} ${value}`])).join(", ");
  return text === "" ? "" : `[${text}]`;
}

function comparable(word: string, value: string): string {
  const text = plain(value);
  if (word === "name") return text.replace(/^[\\*]+/, "");
  if (word === "default") return text.replace(/^`+|`+$/g, "");
  return word === "type" ? text.replace(/(?::\w+)*:?`+~?([^`]*)`+/g, "$1").replaceAll(" or ", " | ") : text;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function differenceOf({ place, theirs, ours }: Written & { readonly place: string }): string {
  let same = 0;
  while (same < ours.length && theirs[same] === ours[same]) same++;
  const shortly = (text: string): string => JSON.stringify(text.slice(Math.max(0, same - 20), same + 60));
  return `${place}: ${shortly(theirs)}, Helve ${shortly(ours)}`;
}
