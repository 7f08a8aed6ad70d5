import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { languages } from "../read.ts";
import type { GoldenProgram } from "./program.ts";

/** The context of programs from data, in which relative paths and `~` are known, and started programs are effects, too. */
const context = {
  workingDirectory: "/home/agent/project",
  home: "/home/agent",
  languages: Object.keys(languages),
  reportsCommands: true,
};

/**
 * The programs in the files `*.jsonl` of a folder: lines with `code`, in the language `lang` or that of the file's name, and calls of a
 * tool with a `command`. Other lines are no programs.
 *
 * @param folder - is searched with all its folders
 */
export function programsOfData(folder: string): readonly GoldenProgram[] {
  const files = globSync("**/*.jsonl", { cwd: folder }).toSorted();
  return files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .flatMap((line, index) => {
        const found = programOf(JSON.parse(line), file);
        return found === undefined ? [] : [{ ...found, id: `${file}#${found.id ?? index + 1}`, context }];
      }),
  );
}

type Found = Pick<GoldenProgram, "language" | "text"> & { readonly id: string | undefined };

function programOf(line: Readonly<Record<string, unknown>>, file: string): Found | undefined {
  const { id, code, lang, tool, args } = line;
  const name = typeof id === "string" ? id : undefined;
  if (typeof code === "string") {
    const language = typeof lang === "string" ? lang : /python|humaneval/.test(basename(file)) ? "python" : "shell";
    return { id: name, language: language === "bash" ? "shell" : language, text: code };
  }
  const command = typeof args === "object" && args !== null && "command" in args ? args.command : undefined;
  if (typeof command !== "string" || typeof tool !== "string") return undefined;
  if (/powershell/i.test(tool)) return { id: name, language: "powershell", text: command };
  return /bash|shell/i.test(tool) ? { id: name, language: "shell", text: command } : undefined;
}
