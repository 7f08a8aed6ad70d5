/** The table of commands that run code inside a project: `python manage.py shell -c CODE`, `rails runner CODE`. */
import { type Argument, literalText } from "./argument.ts";
import type { Interpreter } from "./interpreters.ts";

interface Console {
  /** Matches the program and its subcommand: `manage.py shell`. */
  readonly command: RegExp;
  readonly interpreter: Interpreter;
  /** Code that changes all rows of a table. */
  readonly changesAllRows?: RegExp;
}

const consoles: readonly Console[] = [
  {
    command: /^(\S*\/)?(manage\.py|django-admin) (shell|shell_plus)$|^flask shell$/,
    interpreter: {
      names: "",
      language: "python",
      code: "-c --command",
      flags: "--no-startup --no-imports --plain --ipython --bpython --print-sql --quiet-load",
      valued: "-i --interface --settings --pythonpath -v --verbosity",
      complete: "-h --help",
    },
  },
  {
    command: /^(\S*\/)?rails (runner|r)$/,
    interpreter: {
      names: "",
      script: "ruby, known calls",
      code: "",
      codeOperands: true,
      valued: "-e --environment",
      complete: "-h --help",
    },
    changesAllRows: /\b[A-Z]\w*\.(?:unscoped\.|all\.)?(?:delete_all|destroy_all|update_all)\b/,
  },
  {
    command: /^(\S*\/)?rails (console|c)$/,
    interpreter: {
      names: "",
      script: "ruby, known calls",
      code: "",
      flags: "-s --sandbox",
      valued: "-e --environment",
      complete: "-h --help",
    },
    changesAllRows: /\b[A-Z]\w*\.(?:unscoped\.|all\.)?(?:delete_all|destroy_all|update_all)\b/,
  },
  {
    command: /^(\S*\/)?artisan tinker$/,
    interpreter: {
      names: "",
      language: "php",
      code: "--execute",
      complete: "-h --help",
    },
    changesAllRows: /\b[A-Z]\w*::(?:truncate\(|query\(\)->(?:delete|update|truncate)\()/,
  },
];

/** The console that a command starts, and its words from the subcommand on: of `python manage.py shell -c x`, `shell -c x`. */
export function projectConsole(
  words: readonly Argument[],
): (Console & { readonly words: readonly Argument[] }) | undefined {
  for (const at of [0, 1]) {
    const command = words
      .slice(at, at + 2)
      .map((word) => literalText(word) ?? "")
      .join(" ");
    const found = consoles.find((each) => each.command.test(command));
    if (found !== undefined) return { ...found, words: words.slice(at + 1) };
  }
  return;
}
