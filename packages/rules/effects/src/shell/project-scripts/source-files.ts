/** Source files of compiled languages, the programs that compile them, and the files that they include. */
import { textsOfFile } from "../../execution-state.ts";
import type { Evaluation } from "../evaluation.ts";
import type { ShellState } from "../state.ts";
import { dataWrittenTo } from "../written-files.ts";

/** The language of source files, by their endings. */
export const sourceLanguages: ReadonlyMap<string, string> = new Map([
  ["c", "c"],
  ["cc", "c"],
  ["cpp", "c"],
  ["cxx", "c"],
  ["m", "c"],
  ["h", "c"],
  ["hpp", "c"],
  ["s", "assembler"],
  ["S", "assembler"],
  ["asm", "assembler"],
  ["nasm", "assembler"],
  ["rs", "rust"],
  ["java", "java"],
  ["kt", "java"],
  ["cs", "csharp"],
  ["swift", "swift"],
  ["zig", "zig"],
]);

/** Programs that compile source files or run them. */
export const compilers: RegExp =
  /^((\w+-)*(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp|as)|c[89]9|tcc|rustc|javac|java|kotlinc|kotlin|csc|mcs|dotnet|swift|swiftc|zig|rust-script|jshell|gas|nasm|yasm|fasm|armasm)(-\d+)?$/;

/** Returns the language that a compiler reads from standard input. */
export function languageOfCompiler(name: string): string {
  return compilerLanguages.find(([programs]) => programs.test(name))?.[1] ?? "c";
}

const compilerLanguages: readonly (readonly [programs: RegExp, language: string])[] = [
  [/^((\w+-)*as|gas|nasm|yasm|fasm|armasm)(-\d+)?$/, "assembler"],
  [/^rust/, "rust"],
  [/^(java|jshell|kotlin)/, "java"],
  [/^(csc|mcs|dotnet)/, "csharp"],
  [/^swift/, "swift"],
  [/^zig/, "zig"],
];

/** The languages by the values of `-x` of gcc and clang. */
export const languagesOfOption: ReadonlyMap<string, string> = new Map([
  ["c", "c"],
  ["c++", "c"],
  ["objective-c", "c"],
  ["objective-c++", "c"],
  ["c-header", "c"],
  ["cpp-output", "c"],
  ["cuda", "c"],
  ["assembler", "assembler"],
  ["assembler-with-cpp", "assembler"],
]);

/** Further included files are not read. */
const maxIncluded = 50;

/** A source file with the files that it includes and that the script or earlier code wrote. */
export function withIncluded(file: string, text: string, state: ShellState, evaluation: Evaluation): string {
  const directory = file.slice(0, file.lastIndexOf("/") + 1);
  const included = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"/gm)].slice(0, maxIncluded);
  const texts = included.flatMap(([, name]) =>
    textsOfFile(dataWrittenTo({ text: `${directory}${name}`, glob: false }, state, evaluation)),
  );
  return [text, ...texts].join("\n");
}
