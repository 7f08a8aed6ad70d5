import { type Argument, literalText } from "./argument.ts";
import type { Evaluation } from "./evaluation.ts";
import { inDirectory, type ShellState } from "./state.ts";

/**
 * The folders besides the working directory whose packages a package manager runs scripts of: those that its words name, as in
 * `npm pack ./k`, and all that earlier code wrote if it runs for the members of a workspace.
 */
export function packageFolders(
  words: readonly Argument[],
  state: ShellState,
  { written }: Evaluation,
): readonly ShellState[] {
  const texts = words.flatMap((word) => literalText(word) ?? []);
  const named = texts.filter((text) => /^\.{0,2}\/./.test(text)).map((text) => inDirectory(state, text));
  if (!texts.some((text) => ofMembers.test(text))) return named;
  const members = [...written.keys()].filter((path) => path.endsWith("/package.json"));
  const start = { ...state, directory: "" };
  return [...named, ...members.map((path) => inDirectory(start, path.replace(/\/[^/]*$/, "")))];
}

const ofMembers = /^(?:-w|-ws|-r|-F|--workspaces?|--recursive|--filter|recursive|workspaces?)(?:=|$)/;
