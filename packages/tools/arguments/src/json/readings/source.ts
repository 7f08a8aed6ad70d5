/** The text that is read, with options and limits that all of its readings share. */
import type { Issue } from "@helve/core";
import type { ResolvedOptions } from "../../decode-options.ts";
import { char, isJsonSpace } from "../characters.ts";
import type { State } from "./state.ts";

/** A text that is read, with the options, and what its readings have in common. */
export interface Source {
  readonly text: string;
  readonly options: ResolvedOptions;
  readonly layout: Layout;
  /** Whether all readings are compared; otherwise only the one that makes no choice is read. */
  readonly comparesReadings: boolean;
  /** Whether the text is still being received: its end is not an error of the model. */
  readonly isPartial: boolean;
  /** The copies of the state that was advanced last. */
  readonly forks: State[];
  /** The values that an option refuses. */
  readonly issues: Issue[];
  /** The original spelling of numbers that JavaScript prints differently, such as `1.50`, by JSON pointer. */
  readonly numberSpellings: Map<string, string>;
  /** The JSON pointers of values that the end of the text cut off, innermost first, and of complete values beside them. */
  readonly openPaths: string[];
  readonly completePaths: string[];
}

/** The layout of a text's members. It decides whether the characters beside a string without quotes belong to the string. */
interface Layout {
  /** Whether white space before a string without quotes surely is not part of it. */
  readonly separatesBefore: (space: string, isItem: boolean) => boolean;
  /** Whether white space between a string without quotes and the next character surely is not part of it. */
  readonly separatesAfter: (space: string, next: number) => boolean;
  /** The name of the member after a comma, if it is written like the first member of the text. */
  readonly memberAfter: (comma: number) => string | undefined;
}

/** Creates the source of a text. */
export function newSource(
  text: string,
  options: ResolvedOptions,
  { comparesReadings = false, isPartial = false }: Partial<Pick<Source, "comparesReadings" | "isPartial">> = {},
): Source {
  return {
    text,
    options,
    layout: comparesReadings ? layoutOf(text) : plainLayout,
    comparesReadings,
    isPartial,
    forks: [],
    issues: [],
    numberSpellings: new Map(),
    openPaths: [],
    completePaths: [],
  };
}

/** The layout for a reading that reads no strings without quotes. */
const plainLayout: Layout = { separatesBefore: () => true, separatesAfter: () => true, memberAfter: () => undefined };

/** Determines the usual spacing of a JSON text. */
function layoutOf(text: string): Layout {
  let afterBracket: string | undefined;
  let hasTightColons: boolean | undefined;
  let firstMember: Member | undefined;
  const usualSpaces = new Map<string, boolean>();
  const isUsual = (space: string): boolean => {
    const usual = usualSpaces.get(space) ?? isUsualSpace(space, text);
    usualSpaces.set(space, usual);
    return usual;
  };
  return {
    separatesBefore: (space, isItem) => {
      if (space === "") return true;
      if (isItem && /^\r?\n[ \t]*$/.test(space)) return isUsual(space);
      if (space !== " " || isItem) return space === " ";
      hasTightColons ??= /[{,]\s{0,99}"?[\w.$-]{1,99}"?:[^\s:/]/.test(text);
      return !hasTightColons;
    },
    separatesAfter: (space, next) => {
      if (space === "" || next === char.comma) return space === "";
      afterBracket ??= /[{[](\s{0,99})/.exec(text)?.[1] ?? "";
      return afterBracket.includes("\n") ? /^\r?\n[ \t]*$/.test(space) : space === afterBracket;
    },
    memberAfter: (comma) => {
      firstMember ??= memberAt(text, text.indexOf("{")) ?? noMember;
      const member = memberAt(text, comma);
      return member?.style === firstMember.style ? member.name : undefined;
    },
  };
}

/** A member of an object. */
interface Member {
  readonly name: string;
  /** The style of the text: line breaks, quotes, white space. */
  readonly style: string;
}

/** No member is written like it. */
const noMember: Member = { name: "", style: "" };

/** The member after the comma or bracket at an offset. */
function memberAt(text: string, at: number): Member | undefined {
  const member = /^[{,](\s{0,99})(["']?)([A-Za-z_$][\w.$-]{0,99})\2\s{0,9}:(?!\/\/)(\s?)/.exec(
    text.slice(at, at + 300),
  );
  if (member === null) return undefined;
  const [, before = "", quote = "", name = "", after = ""] = member;
  return { name, style: `${before.includes("\n")} ${quote} ${after}` };
}

/** Whether white space occurs between other values as well, so that it is the indentation of the text. */
function isUsualSpace(space: string, text: string): boolean {
  let count = 0;
  let at = text.indexOf(space);
  for (let tries = 0; tries < 100 && at >= 0 && count < 2; tries++) {
    if (!isJsonSpace(text.charCodeAt(at + space.length))) count += 1;
    at = text.indexOf(space, at + 1);
  }
  return count > 1;
}
