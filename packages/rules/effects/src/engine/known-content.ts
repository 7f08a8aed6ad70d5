/** Finds the text that a program reads, where it is known: a file that earlier code wrote, or standard input. */
import type { Origin } from "../effects.ts";
import { joinOrigins } from "../origins.ts";
import { fileOrigins, fileTargets } from "./file-targets.ts";
import type { Interpreter } from "./interpreter.ts";
import { joinAllValues, textValue, type Value } from "./value.ts";
import { textsWrittenTo } from "./written-files.ts";

/** The content of the only file that a path names; `undefined` if it is unknown. */
export function contentOfFile(path: Value | undefined, interpreter: Interpreter): Value | undefined {
  const [target, other] = path === undefined ? [] : fileTargets(path, interpreter);
  const texts = other === undefined ? textsWrittenTo(target, interpreter) : [];
  if (texts.length === 0) return;
  const from = fileOrigins([target ?? null], interpreter);
  return joinAllValues(texts.map((text) => textValue(text, from)));
}

/** The result of a function such as `input()` or `sys.stdin.read()`; `undefined` if it is unknown. */
export function contentOfInput(name: string, { context, input }: Interpreter): Value | undefined {
  const { text, from } = context.standardInput ?? {};
  if (text === undefined) return;
  const origins: readonly Origin[] = joinOrigins(from ?? [], input);
  if (/^sys\.stdin\.(buffer\.)?read$/.test(name)) return textValue(text, origins);
  const line = text.replace(/\r?\n$/, "");
  return /^(raw_)?input$|^sys\.stdin\.readline$/.test(name) && !line.includes("\n")
    ? textValue(line, origins)
    : undefined;
}
