// Recognizes variables whose values are run as code: `PAGER`, `BASH_ENV`.

import type { Value } from "../word-value.ts";
import { catalogueProgram } from "./catalogue.ts";

/** Variables whose values the shell or other programs run: `PAGER`, `GIT_SSH_COMMAND`. */
const names =
  /^(PS\d|PROMPT_COMMAND|BASH_ENV|BASH_FUNC_.*|ENV|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|DOTNET_STARTUP_HOOKS|LESSOPEN|LESSCLOSE|VISUAL|BROWSER|RSYNC_RSH|PERL5OPT|\w*EDITOR|\w*PAGER|GIT_SSH\w*|GIT_EXTERNAL_DIFF|GIT_CONFIG\w*|\w*_ASKPASS|PYTHONSTARTUP)$/;

/** Those of them that contain code or the name of a code file. */
const files =
  /^(BASH_ENV|BASH_FUNC_.*|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|DOTNET_STARTUP_HOOKS|PERL5OPT|PYTHONSTARTUP)$/;

/**
 * Whether setting a variable may make the shell or a program run its value as code: `BASH_ENV=x.sh`, `PAGER='rm x'`, or a
 * substitution that arithmetic would run. The name of a harmless program doesn't count: `PAGER=less`.
 */
export function holdsCode(name: string, value: Value | null): boolean {
  if (value === null) return false;
  if (hidesSubstitution(value.text)) return true;
  if (!names.test(name)) return false;
  if (files.test(name)) return value.text !== "";
  if (/^PS\d$/.test(name)) return /\$\(|`/.test(value.text);
  return !/^[\w+-]*$/.test(value.text) || catalogueProgram(value.text)?.loses === true;
}

/** Whether a text contains a substitution in an array index, which arithmetic would run: `a[$(rm x)]`. */
export function hidesSubstitution(text: string): boolean {
  const bracket = text.indexOf("[");
  return bracket !== -1 && /\$\(|`/.test(text.slice(bracket));
}
