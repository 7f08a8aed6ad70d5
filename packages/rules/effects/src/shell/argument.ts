/** One word of a command after expansion: its value, and where its unknown parts come from. */
import type { Origin } from "../effects.ts";
import type { Flow } from "../flow.ts";
import type { Value } from "../word-value.ts";
import type { Span } from "./syntax.ts";

/** The placeholder for an unknown part within a partly known text. */
export const unknownPart = "\uFFFC";

/** One word of a command after expansion. */
export interface Argument extends Span {
  /** `null` if it is unknown; it may then be any number of words, and any option. */
  readonly value: Value | null;
  /** Whether the unknown text was quoted: it is one word, and counts as an operand and not as an option. */
  readonly single?: boolean;
  /** The known text of a word with an unknown value, with `unknownPart` in place of each unknown part. */
  readonly known?: string;
  /** The origins of the part that is not literal text of the command. */
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

/** Programs that print names of files, dates and similar harmless data. */
const namingPrograms =
  /^(find|fd|ls|tree|du|git|hg|[efz]?grep|rg|ag|ack|pkg-config|dirname|basename|readlink|realpath|date|hostname|uname|id|whoami|pgrep|pidof|nproc|which|pwd|seq|expr|bc)$/;

/** Whether an origin is the user or the project: an argument, an environment variable, a project file. */
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

/** Whether a path is in the directory where the command starts, and not hidden: `src/a.ts`, but not `.env` or `../x`. */
function isBeneath(path: string): boolean {
  return /^(\.\/)*([^./~]|\.?$)/.test(path) && !/(^|\/)\.\.(\/|$)/.test(path);
}
