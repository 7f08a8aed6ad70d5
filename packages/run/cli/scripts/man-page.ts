import type { Command } from "commander";
import { examplesOf } from "../src/program/command.ts";

/**
 * The man page of the command line, from its commands.
 *
 * @returns text for `man`, with the macros man(7)
 */
export function manPage(program: Command): string {
  const lines = [
    `.TH HELVE 1 "" "helve ${program.version() ?? ""}" "User Commands"`,
    ".SH NAME",
    "helve \\- guard coding agents by rules that a person can read",
    ".SH SYNOPSIS",
    ".B helve",
    "\\fICOMMAND\\fR [\\fIARGUMENT\\fR]... [\\fIOPTION\\fR]...",
    ".SH DESCRIPTION",
    roff(program.description()),
    roff("FILES are paths, folders, globs and - for standard input."),
    ".SH COMMANDS",
    ...commandsOf(program).flatMap(section),
    ".SH EXIT STATUS",
    ...exitCodes.flatMap(([code, meaning]) => item(code, meaning)),
    ".SH ENVIRONMENT",
    ...environment.flatMap(([name, meaning]) => item(name, meaning)),
    ".SH FILES",
    ...files.flatMap(([name, meaning]) => item(name, meaning)),
    "",
  ];
  return lines.join("\n");
}

const exitCodes = [
  ["0", "All is fine."],
  ["1", "Findings: a problem, a failed test, a call that is not allowed."],
  ["2", "A usage error or unreadable input; for clients of hooks, a denial."],
  ["130", "Interrupted."],
] as const;

const environment = [
  ["NO_COLOR", "Print no colors. There are none without a terminal either."],
  ["OPENAI_API_KEY, OPENAI_BASE_URL", "The key and the address of the models openai:NAME."],
  ["HELVE_API_KEY", "The key of other models that --model names by an address."],
  ["XDG_STATE_HOME", "The folder of what Helve remembers, by default ~/.local/state."],
] as const;

const files = [
  ["helve/rules.agentspec", "The rules of a project, in its folder or one above."],
  ["helve/policy.json", "What they need to know of tools, files and hosts."],
  ["~/.config/helve/rules.agentspec", "The user's own rules."],
  ["~/.local/state/helve", "The logs of sessions, chats, approvals, trusted rules and parsed rules."],
] as const;

/** A command, or those that it consists of. */
function commandsOf(command: Command): readonly Command[] {
  const inner = command.commands.filter((one) => !one.name().startsWith("_"));
  // Groups do nothing by themselves; `hook` has an argument and subcommands.
  const isGroup = command.parent === null || (inner.length > 0 && command.registeredArguments.length === 0);
  return [...(isGroup ? [] : [command]), ...inner.flatMap(commandsOf)];
}

function section(command: Command): readonly string[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  const examples = examplesOf(command);
  return [
    `.SS ${roff(`${pathOf(command)} ${command.usage().replace("[command] ", "")}`)}`,
    roff(command.description()),
    ...options.flatMap((option) => {
      const choices = option.argChoices === undefined ? "" : ` (${option.argChoices.join(", ")})`;
      return item(option.flags, `${option.description}${choices}`);
    }),
    ...(examples.length === 0 ? [] : [".PP", ".EX", ...examples.map((example) => `$ ${roff(example)}`), ".EE"]),
  ];
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** A name with its meaning. */
function item(name: string, meaning: string): readonly string[] {
  return [".TP", `\\fB${roff(name)}\\fR`, roff(meaning)];
}

/** Text without the special characters of roff. */
function roff(text: string): string {
  return text
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^[.']/gm, "\\&$&")
    .replace(/'/g, "\\(aq")
    .replace(/\s*\n\s*/g, " ");
}
