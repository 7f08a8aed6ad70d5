import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { DataError } from "./data-error.ts";
import { attempt } from "./reading.ts";

/**
 * The values in a file of JSON lines; none if there is no such file.
 *
 * @param expected - what a line must be, for the error: `a plan must be …`
 * @throws DataError naming the first line that is not JSON, or does not fit the schema
 */
export async function readJsonLines<T>(file: string, schema: z.ZodType<T>, expected: string): Promise<readonly T[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const where = `${basename(file)}:${index + 1}`;
    const value = attempt(() => JSON.parse(line));
    if (value === undefined) throw new DataError(`${where}: the line is not JSON`);
    const { success, data } = schema.safeParse(value);
    if (!success) throw new DataError(`${where}: ${expected}`);
    return [data];
  });
}
