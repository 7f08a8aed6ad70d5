import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Step } from "@helve/core";
import type { SessionHistory } from "../session-table.ts";

/**
 * Stores the steps of sessions in a folder, one file for each handle and one line for each step. A line that a crash left incomplete is removed:
 * its client never got the result.
 *
 * @throws Error when it is used, if a file has another line that is no step
 *
 * @example
 * new McpEndpoint(executor, { history: sessionFiles("sessions") });
 */
export function sessionFiles(folder: string): SessionHistory {
  const pathOf = (handle: string): string => join(folder, `${createHash("sha256").update(handle).digest("hex")}.jsonl`);
  return {
    async load(handle) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(handle);
      let text: string;
      try {
        text = await readFile(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
        throw error;
      }
      const complete = text.slice(0, text.lastIndexOf("\n") + 1);
      if (complete.length < text.length) await truncate(path, Buffer.byteLength(complete));
      return complete
        .split("\n")
        .slice(0, -1)
        .map((line, index) => stepOf(line, `${path}:${index + 1}`));
    },
    append: (handle, step) => appendFile(pathOf(handle), `${JSON.stringify(step)}\n`, { mode: 0o600 }),
  };
}

function stepOf(line: string, place: string): Step {
  try {
    const step: Step = JSON.parse(line);
    if (typeof step.action.name === "string" && Array.isArray(step.observation.parts)) return step;
  } catch {
    // reported below
  }
  throw new Error(`${place} is no step of a session`);
}
