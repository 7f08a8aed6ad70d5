/** Adapts a preset of a tool to a call that names the argument differently: `file_path` instead of `path`. */
import type { Action } from "@helve/core";
import { wholeValues } from "./argument-values.ts";
import { primaryArgument, type ToolUse } from "./tool-use.ts";

/**
 * A use of a preset for a call whose argument has another name: products use the names of tools with other arguments. The use gets the
 * argument of the call whose name says that it is a path.
 */
export function withPathOfCall(use: ToolUse, args: Action["args"]): ToolUse {
  const [kind] = fileUses.filter((each) => each in use);
  const argument = primaryArgument(use);
  if (kind === undefined || argument === undefined || wholeValues(args, argument).length > 0) return use;
  const names = kind === "fetch" ? urlName : pathName;
  const name = Object.keys(args).find((each) => names.test(plainName(each)));
  return name === undefined ? use : ({ ...use, [kind]: name } as ToolUse);
}

/** Names of arguments with a path, in lower case and without separators. */
const pathName =
  /^(?:(?:absolute|relative|target|full|source)?(?:file)?path|(?:target|source)?file(?:name)?|target|source|src|dest|uri|location|document|notebook)$/;

const fileUses = ["read", "write", "create", "edit", "delete", "list", "fetch"] as const;

const urlName = /^(?:\w*ur[il]|href|link|address|page|website|endpoint)$/;

/** Reduces a name to lower-case letters, so that `file_path` and `filePath` are equal. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}
