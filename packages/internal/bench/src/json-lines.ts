import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { DataError } from "./data-error.ts";

/**
 * The values in a file of JSON lines; none if there is no such file.
 *
 * @param read - checks a value; its second argument names the line
 * @throws DataError naming the first line that is not JSON
 */
export async function readJsonLines<T>(file: string, read: (value: unknown, where: string) => T): Promise<T[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line, index) => {
    const where = `${basename(file)}:${index + 1}`;
    return line.trim() === "" ? [] : [read(parse(line, where), where)];
  });
}

function parse(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new DataError(`${where}: the line is not JSON`);
  }
}
