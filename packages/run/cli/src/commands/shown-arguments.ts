import type { Args } from "@helve/core";
import { shownValue, visibleJson } from "@helve/core/internal";

/**
 * All arguments of a call in full, for a question to a person: what is not shown could not be approved. No line of a value begins in the first
 * column, where questions begin.
 */
export function shownArguments(args: Args): string {
  const lines = Object.entries(args).flatMap(([name, value]) => {
    return [
      `${visibleJson(name)}:`,
      ...shownValue(name, value)
        .split("\n")
        .map((line) => `  │ ${line}`),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}
