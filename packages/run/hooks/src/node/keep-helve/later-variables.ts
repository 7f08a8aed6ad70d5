/** Finds variables that a call sets for programs that start later. */
import type { CommandEffect, FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import type { ToolArgument } from "./argument-texts.ts";
import { guardedNames } from "./clients.ts";
import { programName } from "./words.ts";

/** Whether a variable decides which programs start, what they load, or where clients look for settings. */
export function decidesStart(name: string): boolean {
  return deciding.test(name);
}

const deciding =
  /^(?:\*|PATH|HOME|USERPROFILE|SHELL|BASH_ENV|ENV|ZDOTDIR|PROMPT_COMMAND|(?:XDG|NODE|BUN|LD|DYLD|ANTHROPIC|DISABLE)_\w+|(?:CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|OPENCODE|HELVE|PERL|PYTHON)\w*)$/;

/** Whether a command sets a variable for programs that start later. */
export function setsVariable({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  const name = programName(program);
  const texts = words.map(({ text, pattern }) => text ?? pattern);
  if (elsewhere) return undefined;
  const setsAny =
    (name === "launchctl" && texts.includes("setenv")) ||
    (name === "systemctl" && texts.some((text) => /^(?:set|import)-environment$/.test(text))) ||
    /^(?:setx|dbus-update-activation-environment)$/.test(name);
  const at = /^(?:tmux|screen)$/.test(name) ? texts.findIndex((text) => /^(?:set-environment|setenv)$/.test(text)) : -1;
  const [variable] =
    at === -1 ? [] : texts.slice(at + 1).filter((text, index, all) => !/^-/.test(text) && all[index - 1] !== "-t");
  return setsAny || (variable !== undefined && decidesStart(variable))
    ? unsure(`${name} sets variables for all programs that start later, clients among them`)
    : undefined;
}

/** Whether a call writes variables to a file that later commands read. */
export function writesVariables(
  written: ReadonlyMap<string, FileData>,
  { files, texts }: { readonly files: ReadonlyMap<string, FileData>; readonly texts: readonly ToolArgument[] },
): Answer | undefined {
  const path = [...written.keys()].find((each) => {
    if (searchedFolders.test(each)) return [...files.keys()].some(isGuardedProgram);
    // Text that a call appends to a file is in the call's arguments.
    const isSet = variableFiles.test(each) && texts.some(({ text }) => setsDeciding(text));
    return isSet || (codeFiles.test(each) && !textsOfFile(written.get(each)).some(isPlain));
  });
  return path === undefined ? undefined : unsure(`it writes to ${path}, which changes how later programs start`);
}

/** Files by the names that the variables have where the shell does not set them: `$CLAUDE_ENV_FILE`. */
const codeFiles = /^\/tmp\/(?:CLAUDE_ENV_FILE|BASH_ENV)$|\/\.claude\/session-env\//;
const variableFiles = /^\/tmp\/(?:GITHUB_ENV|CLAUDE_ENV_FILE|BASH_ENV)$/;
const searchedFolders = /^\/tmp\/GITHUB_PATH$/;

/** Whether a text sets a variable that decides which programs start. */
function setsDeciding(text: string): boolean {
  return [...text.matchAll(/\b([A-Za-z_]\w*)(?:=|<<)/g)].some(([, name = ""]) => decidesStart(name));
}

/** Whether a file only sets variables that decide nothing, to plain values. */
function isPlain(text: string): boolean {
  return (
    text.split("\n").every((line) => /^\s*(?:#.*|(?:export\s+)?\w+=[^`;&|$()]*)?$/.test(line)) && !setsDeciding(text)
  );
}

/** Whether a file would start instead of Helve, Node or a client, because of its folder in the search path. */
export function isGuardedProgram(path: string): boolean {
  return guardedNames.includes(path.replace(/^.*\//s, "").replace(/\.(?:exe|cmd|bat)$/, ""));
}
