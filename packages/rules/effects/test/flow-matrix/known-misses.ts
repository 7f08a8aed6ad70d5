import type { FlowLanguage } from "./programs.ts";

/** The programs of the matrix that a reader misses, by their idioms. A program that is missed no longer must not be listed. */
export const knownMisses: Readonly<Record<FlowLanguage, readonly string[]>> = {
  shell: [],
  python: [],
  javascript: [],
  powershell: [
    "an endless loop ends with break",
    "a case falls through to the next one",
    "a counting loop chooses an element by its number",
    "a function calls itself with another argument",
    "arguments move on with each recursion",
    "two functions call each other",
    "a list is reversed in place",
    "two names share a list",
    "two names share an object",
    "a function changes the list or object that it gets",
    "lists and maps are merged by spreading",
    "a text is reversed",
    "parts are joined",
    "an exception ends a block between two assignments",
    "an exception leaves several functions",
    "a script is overwritten on one path, then run",
    "a script is written in parts in a loop",
    "a script is moved, then run",
    "a script is copied, then run",
    "a path leads through a new symbolic link",
  ],
  cmd: [
    "the path is the last of thousands of elements",
    "many branches give more paths than can be listed",
    "a value set in a loop body is used in the next round",
    "a value moves through two variables of a loop",
    "one of two branches sets the path",
    "a branch without else keeps the old value",
    "a function changes a global variable",
    "a value is unpacked",
    "a script is overwritten on one path, then run",
    "a script is appended to, then run",
    "a script is moved, then run",
    "a script is copied, then run",
    "a here-document with variables becomes a script",
    "a path leads through a new symbolic link",
    "an environment variable holds the command",
    "a process starts in a directory of its own",
    "found files are deleted one by one",
  ],
  php: [],
  go: [],
};

/** The programs that a reader finds to be harmless with an unreadable statement in them, by the language and the kind of statement. */
export const unreadMisses: Readonly<Record<string, readonly string[]>> = {
  // In these, the unreadable statement can't be reached: it stands after `break` or `throw`, or in the `else` of `if (1)`.
  "javascript eval": ["one case of several sets the path", "other program 3", "other program 4"],
  "javascript command": ["one case of several sets the path", "other program 3", "other program 4"],
  "php eval": ["other program 3"],
  "php command": ["other program 3"],
  "powershell eval": ["a case falls through to the next one"],
  "powershell command": ["a case falls through to the next one"],
};
