import { readFileSync } from "node:fs";
import { agentVariables } from "@helve/hooks/node";

/**
 * Finds evidence that a coding agent has started this process: a variable that agents set for their commands, or an agent among its
 * ancestor processes, if the system lists them (Linux).
 *
 * @returns `undefined` if nothing says so; an agent may have hidden it
 */
export function agentAncestor(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const variable = agentVariables.find((name) => environment[name] !== undefined);
  if (variable !== undefined) return `the variable ${variable} is set`;
  for (let process = parentOf("self"), steps = 0; process !== undefined && steps < maxAncestors; steps++) {
    const program = programOf(process);
    if (program !== undefined && agents.test(program)) return `it was started by ${program.split("\0")[0]}`;
    process = parentOf(process);
  }
  return undefined;
}

const maxAncestors = 64;

const agents =
  /(?:^|[/\0])(?:claude|codex|gemini|copilot|cursor-agent|opencode)(?:\.[cm]?js)?(?:\0|$)|@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|@github\/copilot/;

/** Returns the parent process of a process. */
function parentOf(process: string): string | undefined {
  // The name of the program, in parentheses, may have any characters.
  const [, parent] = /\) \S (\d+) [^)]*$/.exec(read(`/proc/${process}/stat`)) ?? [];
  return parent === undefined || parent === "0" ? undefined : parent;
}

/** Returns the name of a process's program; for Node, of its script. */
function programOf(process: string): string | undefined {
  const words = read(`/proc/${process}/cmdline`).split("\0");
  return words[0] === "" ? undefined : words.slice(0, 2).join("\0");
}

/** Reads a file; an empty text if it can't be read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
