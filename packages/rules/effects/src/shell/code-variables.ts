/** Recognizes variables whose values are run as code: `PAGER`, `BASH_ENV`. */
import { catalogueProgram } from "./catalogue.ts";
import { type Evaluation, emitUnknown } from "./evaluation.ts";
import type { Variable } from "./state.ts";
import type { Span } from "./syntax.ts";

/** Variables whose values the shell or other programs run: `PAGER`, `GIT_SSH_COMMAND`. */
const names =
  /^(PS\d|PROMPT_COMMAND|BASH_ENV|BASH_FUNC_.*|BASH_CMDS|BASH_ALIASES|ENV|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|DOTNET_STARTUP_HOOKS|LESSOPEN|LESSCLOSE|VISUAL|BROWSER|RSYNC_RSH|PERL5OPT|\w*EDITOR|\w*PAGER|GIT_SSH\w*|GIT_EXTERNAL_DIFF|GIT_CONFIG\w*|\w*_ASKPASS|PYTHONSTARTUP|TAR_OPTIONS)$/;

/** Those of them that contain code, or the name of a file with code or with settings that run it. */
const files =
  /^(BASH_ENV|BASH_FUNC_.*|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|DOTNET_STARTUP_HOOKS|PERL5OPT|PYTHONSTARTUP|GIT_CONFIG(_GLOBAL|_SYSTEM)?)$/;

/** Variables with options of an interpreter, such as one that loads code. */
export const optionVariables: RegExp = /^(NODE_OPTIONS|BUN_OPTIONS|RUBYOPT)$/;

/** Editors and pagers that do nothing, only show, or only substitute lines of the file that they get. */
const harmlessEditor =
  /^(?::|(?:less|more|bat|cat)(?: -[\w-]+)*|code --wait|g?sed(?: -(?:i|E|r|n|ie|i\.bak|i ''|e)| ''|(?: |^)(?:'[^'ew!|;&$`]*(?:pick|squash|fixup|edit|reword|drop)[^'!|;&$`]*'))+)$/;

/** Emits an effect if setting a variable may make the shell or a program run its value as code. */
export function emitCodeVariable(name: string, variable: Variable, span: Span, evaluation: Evaluation): void {
  if (mayHoldCode(name, variable)) emitUnknown(`the value of ${name} may be run as code`, name, span, evaluation);
}

/**
 * Whether the value of a variable may be run as code: `BASH_ENV=x.sh`, `PAGER='rm x'`, an unknown one that the caller of the
 * script does not give, or a substitution that arithmetic would run. The name of a harmless program doesn't count: `PAGER=less`.
 */
export function mayHoldCode(name: string, { value, flow }: Variable): boolean {
  if (value === null) {
    const { from } = flow ?? { from: [] };
    const isGiven = from.length > 0 && from.every(({ kind }) => kind === "environment" || kind === "input");
    return (names.test(name) || optionVariables.test(name)) && !/^PS\d$/.test(name) && !isGiven;
  }
  if (hidesSubstitution(value.text)) return true;
  if (!names.test(name)) return false;
  if (files.test(name)) return value.text !== "" && value.text !== "/dev/null";
  if (/^PS\d$/.test(name)) return /\$\(|`/.test(value.text);
  if (name === "TAR_OPTIONS") return /-(?:f|-file)[= ]?[^ ]*:|-command|-action|-rsh|-I|-use-compress/.test(value.text);
  if (harmlessEditor.test(value.text) && /EDITOR$|PAGER$|^VISUAL$/.test(name)) return false;
  return !/^[\w+-]*$/.test(value.text) || catalogueProgram(value.text)?.loses === true;
}

/**
 * Emits an effect if data becomes the value of a variable or of an arithmetic expression and contains a substitution that arithmetic would run:
 * `read x < f; ((x))`, `f "$(cat f)"`.
 */
export function emitCodeInData(
  by: string,
  { value, flow }: Partial<Variable>,
  span: Span,
  evaluation: Evaluation,
): void {
  if ([value?.text, flow?.text].some((text) => text !== undefined && hidesSubstitution(text)))
    emitUnknown(`what ${by} gets may be run as code`, by, span, evaluation);
}

/** Whether a text contains a substitution in an array index, which arithmetic would run: `a[$(rm x)]`. */
export function hidesSubstitution(text: string): boolean {
  const bracket = text.indexOf("[");
  return bracket !== -1 && /\$\(|`/.test(text.slice(bracket));
}
