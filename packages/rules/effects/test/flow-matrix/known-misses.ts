import type { FlowLanguage } from "./programs.ts";

/** The programs of the matrix that a reader misses, by their idioms. A program that is missed no longer must not be listed. */
export const knownMisses: Readonly<Record<FlowLanguage, readonly string[]>> = {
  shell: [],
  python: [],
  javascript: [],
  powershell: [],
  cmd: [],
  php: [],
  go: [],
};

/** The programs that a reader finds to be harmless with an unreadable statement in them, by the language and the kind of statement. */
export const unreadMisses: Readonly<Record<string, readonly string[]>> = {
  // In these, the unreadable statement can't be reached: it stands after `break` or `throw`, or in the `else` of `if (1)`.
  "javascript eval": [
    "one case of several sets the path",
    "a list of actions is interpreted",
    "other program 3",
    "other program 4",
  ],
  "javascript command": [
    "one case of several sets the path",
    "a list of actions is interpreted",
    "other program 3",
    "other program 4",
  ],
  "php eval": ["other program 3"],
  "php command": ["other program 3"],
};
