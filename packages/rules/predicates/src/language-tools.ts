/** Names the tool that runs code of a language, such as `Terminal.Execute` for shell code. */
import type { Action } from "@helve/core";

/** The tool that runs code of a language, as a coding agent has it. */
const tools: ReadonlyMap<string, { readonly name: string; readonly argument: string }> = new Map([
  ["shell", { name: "Terminal.Execute", argument: "command" }],
  ["python", { name: "PythonREPL.Run", argument: "code" }],
  ["javascript", { name: "JavaScript.Run", argument: "code" }],
  ["sql", { name: "Database.Query", argument: "sql" }],
  ["powershell", { name: "PowerShell.Run", argument: "script" }],
  ["cmd", { name: "Cmd.Run", argument: "command" }],
]);

/** The names of the languages, other names included. */
const languageNames: ReadonlyMap<string, string> = new Map([
  ...[...tools.keys()].map((name) => [name, name] as const),
  ...(["bash", "sh", "zsh"] as const).map((name) => [name, "shell"] as const),
  ...(["py", "python3", "ipython"] as const).map((name) => [name, "python"] as const),
  ...(["js", "node", "typescript", "ts"] as const).map((name) => [name, "javascript"] as const),
  ["pwsh", "powershell"],
]);

/**
 * The argument meanings of the tools of `languageCall`, for the member `tools` of a policy.
 *
 * @example
 * predicates({ languages, tools: { ...languageTools, ...policy.tools } });
 */
export const languageTools: Readonly<Record<string, { readonly code: string; readonly language: string }>> =
  Object.fromEntries(Array.from(tools, ([language, { name, argument }]) => [name, { code: argument, language }]));

/**
 * Finds the language with a name such as `bash`, `py` or `shell`, or returns `undefined` if the name is unknown.
 *
 * @example
 * languageNamed("bash"); // "shell"
 */
export function languageNamed(name: string): string | undefined {
  return languageNames.get(name.toLowerCase());
}

/**
 * A call that runs code of a language by the tool that a coding agent has for it; of the shell if the language is unknown.
 *
 * @example
 * languageCall("python", "1 + 1").name; // "PythonREPL.Run"
 */
export function languageCall(language: string, code: string, id = "call"): Action {
  const { name, argument } = tools.get(language) ?? { name: "Terminal.Execute", argument: "command" };
  return { id, name, args: { [argument]: code } };
}
