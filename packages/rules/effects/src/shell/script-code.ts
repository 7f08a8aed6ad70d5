import { c, java, readCompiled, rust } from "./script-code/compiled.ts";
import { hiddenHarm } from "./script-code/hidden-harm.ts";
import { lua } from "./script-code/lua.ts";
import { perl } from "./script-code/perl.ts";
import { readAwk } from "./script-code/read-awk.ts";
import { readCalls, type ScriptCall } from "./script-code/read-calls.ts";
import { readSed } from "./script-code/read-sed.ts";
import { ruby } from "./script-code/ruby.ts";

/** Lists the calls of a program; `undefined` if it can't be read. */
export type ReadCalls = (code: string) => readonly ScriptCall[] | undefined;

/** The languages that the reader of script code knows, by name. */
export const scriptLanguages: ReadonlyMap<string, ReadCalls> = new Map<string, ReadCalls>([
  ["perl", (code) => readCalls(code, perl)],
  ["ruby", (code) => readCalls(code, ruby)],
  // Code of a project, whose own functions are unknown: only calls with known operands count.
  ["ruby, known calls", (code) => [...readCompiled(code, ruby), ...hiddenCalls("ruby", code)]],
  ["lua", (code) => readCalls(code, lua)],
  ["c", (code) => [...readCompiled(code, c), ...hiddenCalls("c", code)]],
  ["java", (code) => [...readCompiled(code, java), ...hiddenCalls("java", code)]],
  ["rust", (code) => [...readCompiled(code, rust), ...hiddenCalls("rust", code)]],
  ["csharp", (code) => hiddenCalls("csharp", code)],
  ["swift", (code) => hiddenCalls("swift", code)],
  ["zig", (code) => hiddenCalls("zig", code)],
  ["assembler", (code) => hiddenCalls("assembler", code)],
  ["build file", (code) => hiddenCalls("build file", code)],
  ["awk", readAwk],
  ["sed", readSed],
]);

/** The call of a compiled program for which it is unknown what it does. */
function hiddenCalls(language: string, code: string): readonly ScriptCall[] {
  const name = hiddenHarm(language, code);
  return name === undefined ? [] : [{ meaning: "unknown", name, args: [] }];
}
