import type { FieldMarks } from "../fields/field.ts";
import { fieldHeadIn } from "../fields/head.ts";

/** How Epytext marks fields. */
export const epydocMarks: FieldMarks = {
  mark: /@|```/y,
  headIn: (line) => fieldHeadIn(line, /^@([\p{L}_][\p{L}\p{N}_-]*)(?=[\s:])/u),
  paragraphsEnd: true,
  slack: 0,
};
