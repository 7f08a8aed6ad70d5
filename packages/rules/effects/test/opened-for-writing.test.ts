import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The files that a command writes; `null` for one that is not known. */
const written = (command: string): readonly (string | null)[] =>
  readShell(command, { home: "/home/ada", workingDirectory: "/srv" }).effects.flatMap((effect) =>
    effect.kind === "write" || effect.kind === "destroy" ? [effect.target?.path ?? null] : [],
  );

describe("a file that a descriptor opens", () => {
  it.each([
    ["{ echo x; } <>s >&0", "s"],
    ["exec <>s; echo x >&0", "s"],
    ["cat a 0<>s 1>&0", "s"],
    ["exec 5<s; echo x > /dev/fd/5", null],
    ["tee /dev/fd/3 3<s < a", null],
    ["cp a /dev/fd/3 3<s", null],
    ["truncate -s 0 /dev/stdin < s", null],
    ["sort -o /dev/stdin a < s", null],
  ])("is written, or it is not known what is: %s", (command, file) => {
    expect(written(command)).toContain(file);
  });

  it.each(["echo x > /dev/stderr", "echo x >&2", "ls | tee /dev/stderr", "make > >(grep x)", "cat < s"])(
    "is not written: %s",
    (command) => {
      expect(written(command)).toEqual([]);
    },
  );
});
