import type { Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { ResolvedOptions } from "../options.ts";
import { leftOver } from "./left-over.ts";
import { aroundRepairs } from "./outside.ts";
import { textIssue } from "./reader.ts";
import { type Expected, isExpected, type Reading } from "./reading.ts";

/** A value that was found in a text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly repairs: readonly Repair[];
  readonly spelt: ReadonlyMap<string, string>;
  /** The end of the text cut it off. */
  readonly cut: boolean;
}

/** Takes the arguments among the objects of a text: whole ones before one that is cut off, those with parameters before others. */
export function chooseObject(
  text: string,
  all: readonly Found[],
  options: ResolvedOptions,
  expected: Expected,
): Reading {
  const at = leftOver(text, all);
  if (at >= 0) return notOne(text, at, all[0]?.repairs ?? []);
  const candidates = all.length === 1 ? all : preferred(all, expected);
  const [first, ...others] = candidates;
  if (first === undefined) return { value: undefined, issues: [], repairs: [] };
  if (others.length === 0) return taken(text, first, others);
  const different = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first.value));
  if (different === undefined) return taken(text, first, others);
  switch (options.severalObjects) {
    case "refuse":
      return several(text, first, different);
    case "first":
      return taken(text, first, others);
    case "last":
      return taken(text, candidates.at(-1) ?? first, candidates.slice(0, -1));
    case "merge":
      return merged(text, first, candidates);
  }
}

function preferred(all: readonly Found[], expected: Expected): readonly Found[] {
  const merits = [
    (found: Found) => !isEmpty(found.value),
    (found: Found) => !found.cut,
    (found: Found) => isObject(found.value) && isExpected(found.value, expected),
  ];
  return merits.reduce((kept, merit) => (kept.some(merit) ? kept.filter(merit) : kept), all);
}

function taken(text: string, found: Found, others: readonly Found[]): Reading {
  const { value, spelt } = found;
  if (others.length === 0) {
    const around = aroundRepairs(text, found.start, found.end);
    return { value, issues: [], repairs: around.length === 0 ? found.repairs : [...around, ...found.repairs], spelt };
  }
  const several = others.map(
    (other): Repair => ({
      kind: "several_objects",
      path: "",
      offset: other.start,
      before: other.value,
      after: value,
    }),
  );
  return { value, issues: [], repairs: [...around(text, found, others), ...found.repairs, ...several], spelt };
}

function around(text: string, found: Found, others: readonly Found[]): readonly Repair[] {
  const spans = [found, ...others].sort((a, b) => a.start - b.start);
  const first = spans[0] ?? found;
  return aroundRepairs(text, first.start, (spans.at(-1) ?? found).end);
}

function merged(text: string, first: Found, candidates: readonly Found[]): Reading {
  const members = candidates.flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []));
  const value = Object.fromEntries(members);
  const said: Repair = {
    kind: "several_objects",
    path: "",
    offset: first.start,
    before: candidates.map((found) => found.value),
    after: value,
  };
  const repairs = candidates.flatMap((found) => found.repairs);
  return { value, issues: [], repairs: [...around(text, first, candidates.slice(1)), ...repairs, said] };
}

function several(text: string, first: Found, second: Found): Reading {
  const message = "more than one object: write all arguments in one, the second begins";
  const issue = textIssue(text, {
    code: "several_objects",
    message,
    start: second.start,
    end: second.end,
    expected: "one object",
  });
  return { value: undefined, issues: [issue], repairs: [...first.repairs, ...second.repairs] };
}

/** What stands outside of the objects may be a part of the arguments. */
function notOne(text: string, start: number, repairs: readonly Repair[]): Reading {
  const got = JSON.stringify(text.charAt(start));
  const message = `not JSON, and not to be mended: expected nothing more (got ${got})`;
  const issue = textIssue(text, { code: "json", message, start, end: start + 1, expected: "nothing more" });
  return { value: undefined, issues: [issue], repairs };
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
