import { readFileSync } from "node:fs";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { parser } from "@lezer/python";
import { parse } from "unbash";
import { compare } from "./interleave.ts";
import { measureSessions } from "./session-state.ts";

/** Measures the effects of commands and programs against reading them alone. */
export async function comparePredicates(): Promise<void> {
  await compare("the effects of a command of one line", [
    ["unbash, reading alone", () => parse(command)],
    ["shell.read", () => shell.read(command, { languages: { shell, python } })],
  ]);
  await compare("the effects of a program of 30 lines", [
    ["@lezer/python, reading alone", () => parser.parse(program)],
    ["python.read", () => python.read(program, { languages: { shell, python } })],
  ]);
  await measureSessions();
}

const command = 'grep -rn --include="*.ts" "TODO" src | sort | uniq -c > reports/todo.txt';

const program = readFileSync(new URL("../data/thirty-lines.py", import.meta.url), "utf8");
