/** Adds a command with its description and examples to the program. */
import { type Command, Help, Option } from "commander";
import type { Io } from "../io.ts";

/** Adds a command to the program, described with examples. */
export type AddCommand = (usage: string, description: string, examples: readonly string[]) => Command;

/** The examples of a command. */
export function examplesOf(command: Command): readonly string[] {
  return examplesByCommand.get(command) ?? [];
}

const examplesByCommand = new WeakMap<Command, readonly string[]>();

/** Describes a command with examples. */
export function described(command: Command, description: string, examples: readonly string[], io: Io): Command {
  examplesByCommand.set(command, examples);
  return configured(command, io)
    .description(description)
    .addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ ${example}\n`).join("")}`);
}

/** Applies settings to a command that commander does not inherit. */
export function configured(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .configureHelp({ optionDescription })
    .showSuggestionAfterError();
}

/** Returns the help text of an option, without an empty list as its default. */
function optionDescription(option: Option): string {
  const isEmptyList = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  const shown = isEmptyList
    ? Object.assign(new Option(option.flags, option.description), { argChoices: option.argChoices })
    : option;
  return new Help().optionDescription(shown);
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** The option `--yes` of commands that loosen Helve. */
export const unattendedYes = [
  "-y, --yes",
  "ask nobody; only in an environment that was set up with helve hook install --unattended",
] as const;

/** The languages of code that options name: the same as in `languages.ts`, which takes long to load. */
export const languageNames: readonly string[] = ["shell", "python", "javascript", "sql", "powershell", "cmd"];
