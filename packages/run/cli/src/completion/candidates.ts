/** Completes the words of a `helve` command line in a shell. */
import type { Argument, Command, Option } from "commander";

/** The words that may follow at a position of the command line. */
export interface Candidates {
  readonly words: readonly Candidate[];
  /** Whether the name of a file may stand there, too. */
  readonly files: boolean;
}

/** One word with its meaning. */
interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/**
 * The words with which the last one may continue.
 *
 * @param words - after the name of the program; the last one is being typed, and may be empty
 * @param named - the values of arguments that have names, such as `CLIENT`
 */
export function candidatesFor(
  program: Command,
  words: readonly string[],
  named: Readonly<Record<string, readonly string[]>>,
): Candidates {
  const typed = words.at(-1) ?? "";
  let command = program;
  let positional = 0;
  let open: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (open !== undefined) {
      open = undefined;
    } else if (word.startsWith("-")) {
      const option = command.options.find(({ short, long }) => word === short || word === long);
      open = option?.required || option?.optional ? option : undefined;
    } else {
      const inner = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
      if (inner !== undefined && positional === 0) command = inner;
      else positional++;
    }
  }
  if (open !== undefined) return valuesOf(open.argChoices, open.flags, named, typed);
  if (typed.startsWith("-")) return matching(optionWords(command), typed);
  const commands = positional > 0 ? [] : command.commands.filter((one) => !isHidden(one)).map(commandWord);
  const argument =
    command.registeredArguments[positional] ?? command.registeredArguments.find(({ variadic }) => variadic);
  const values = argument === undefined ? noCandidates : valuesOf(argument.argChoices, nameOf(argument), named, typed);
  return { words: [...matching(commands, typed).words, ...values.words], files: values.files };
}

const noCandidates: Candidates = { words: [], files: false };

/** Lists the values that an argument or option may have. */
function valuesOf(
  choices: readonly string[] | undefined,
  name: string,
  named: Readonly<Record<string, readonly string[]>>,
  typed: string,
): Candidates {
  const [, placeholder = name] = /<([A-Z]+)>/.exec(name) ?? [];
  const values = choices ?? (Object.hasOwn(named, placeholder) ? named[placeholder] : undefined);
  if (values !== undefined)
    return matching(
      values.map((word) => ({ word, meaning: "" })),
      typed,
    );
  return { words: [], files: /FILE|SOURCE|FOLDER|DIR|TRACE|BEFORE|AFTER/.test(placeholder) };
}

function nameOf(argument: Argument): string {
  return argument.name();
}

function optionWords(command: Command): readonly Candidate[] {
  const own = command.options.map(({ long, short, description }) => ({
    word: long ?? short ?? "",
    meaning: description,
  }));
  return [...own, { word: "--help", meaning: "display help for command" }];
}

function commandWord(command: Command): Candidate {
  return { word: command.name(), meaning: command.description() };
}

/** Whether a command is only for programs. */
function isHidden(command: Command): boolean {
  return command.name().startsWith("_");
}

/** Selects the candidates that begin with the typed text. */
function matching(candidates: readonly Candidate[], typed: string): Candidates {
  return { words: candidates.filter(({ word }) => word.startsWith(typed)), files: false };
}
