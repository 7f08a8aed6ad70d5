/** Describes compiled languages (C, Rust and others) for the reader of script code. Only calls that delete, run, open or send are read. */
import { readCalls, type ScriptCall } from "./read-calls.ts";
import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";
import type { TokenSyntax } from "./token.ts";

/** Reads the calls of a program, and leaves out those whose operands are not known. */
export function readCompiled(code: string, language: ScriptLanguage): readonly ScriptCall[] {
  const calls = readCalls(code, language) ?? [];
  return calls.filter(
    ({ meaning, args }) =>
      meaning !== "unknown" &&
      args[0]?.text !== undefined &&
      (meaning !== "run" || args.every(({ text }) => text !== undefined)),
  );
}

const syntax: TokenSyntax = {
  comment: /\/\/.*|\/\*[\s\S]*?\*\/|^#.*/my,
  word: /[A-Za-z_]\w*/y,
  number: /0x[\da-f]+|'(?:[^'\\\n]|\\.){1,8}'|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?/iy,
  singleQuotes: false,
};

/** Creates a compiled language from the rows of its calls. */
function compiled(rows: Readonly<Record<string, string>>): ScriptLanguage {
  return {
    syntax,
    calls: callTable(rows),
    pure: wordSet(""),
    defines: wordSet("fn class"),
    joins: new Set(["+"]),
    plainVariables: true,
    members: true,
  };
}

/** C and C++. */
export const c: ScriptLanguage = compiled({
  run: "system popen std.system",
  open: "fopen",
  "rm -f": "unlink remove std.remove",
  "rm -rf": "remove_all fs.remove_all std.filesystem.remove_all",
  rmdir: "rmdir",
  mv: "rename std.rename",
  cd: "chdir",
});

/** Java and Kotlin. */
export const java: ScriptLanguage = compiled({
  run: "ProcessBuilder",
  "rm -f": "Files.delete Files.deleteIfExists",
  "rm -rf": "FileUtils.deleteDirectory",
  mv: "Files.move",
  "cat|": "Files.readString Files.readAllBytes Files.readAllLines",
  "tee>": "Files.writeString Files.write FileWriter",
  first: "Path.of Paths.get File Path",
});

/** Rust. */
export const rust: ScriptLanguage = compiled({
  "rm -rf": "fs.remove_dir_all std.fs.remove_dir_all",
  "rm -f": "fs.remove_file std.fs.remove_file",
  mv: "fs.rename std.fs.rename",
  "cat|": "fs.read_to_string std.fs.read_to_string fs.read std.fs.read",
  "tee>": "fs.write std.fs.write File.create",
});
