import type { Origin } from "../effects.ts";
import type { Flow } from "./flow.ts";
import type { Span } from "./syntax.ts";
import type { Value } from "./value.ts";

/** The placeholder for an unknown part within a partly known text. */
export const unknownPart = "\uFFFC";

/** One word of a command after expansion. */
export interface Argument extends Span {
  /** `null` when it is not known; it may then be any number of words, and any option. */
  readonly value: Value | null;
  /** What is not known was in quotes: it is one word, and taken for no option where an operand or a value stands. */
  readonly single?: boolean;
  /** What is known of a word whose value is not, with a `gap` for each part that isn't. */
  readonly known?: string;
  /** Where what the command itself does not say comes from; absent when it says all. */
  readonly flow?: Flow;
}

/** The argument's text, when it is known and has no wildcards. */
export function literalText(argument: Argument | undefined): string | undefined {
  const value = argument?.value;
  return value !== undefined && value !== null && !value.glob ? value.text : undefined;
}

/** The argument's text up to its first unknown part. */
export function knownPrefix({ value, known }: Argument): string {
  if (value === null) return known?.slice(0, known.indexOf(unknownPart)) ?? "";
  return value.glob ? value.text.replace(/[*?[].*$/s, "") : value.text;
}

/**
 * Whether an unknown word comes only from the person or the project: from arguments and variables that the command does not
 * set, and from the output of programs that print file names.
 */
export function isNamedByUser({ value, flow }: Argument): boolean {
  if (value !== null || flow === undefined || flow.from.length === 0) return false;
  return flow.from.every(isOfProject) && (flow.near?.every(({ text }) => isBeneath(text)) ?? true);
}

/** Programs that tell what files are called, and the like. */
const namingPrograms =
  /^(find|fd|ls|tree|du|git|hg|[efz]?grep|rg|ag|ack|pkg-config|dirname|basename|readlink|realpath|date|hostname|uname|id|whoami|nproc|which|pwd|seq|expr|bc)$/;

function isOfProject(origin: Origin): boolean {
  switch (origin.kind) {
    case "environment":
    case "input":
      return true;
    case "file":
      return origin.target !== null && isBeneath(origin.target.path);
    case "output":
      return namingPrograms.test(origin.by);
    default:
      return false;
  }
}

/** Whether a path leads to where the command begins, or below, and to no hidden file there. */
function isBeneath(path: string): boolean {
  return /^(\.\/)*([^./~]|\.?$)/.test(path) && !/(^|\/)\.\.(\/|$)/.test(path);
}
