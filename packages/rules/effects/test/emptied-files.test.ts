import { describe, expect, it } from "vitest";
import { languages, readShell } from "./read.ts";

describe("a file that gets nothing as its content", () => {
  it.each([
    "cat /dev/null > a.ts",
    "cp /dev/null a.ts",
    "dd if=/dev/null of=a.ts",
    "tee a.ts < /dev/null",
    "sudo tee a.ts </dev/null >/dev/null",
    "ln -sf /dev/null a.ts",
    "install /dev/null a.ts",
    "sed -i '/./d' a.ts",
  ])("is emptied by %s", (command) => {
    expect(readShell(command).effects).toContainEqual(
      expect.objectContaining({ kind: "destroy", target: expect.objectContaining({ path: "a.ts" }) }),
    );
  });

  it.each([
    "cp b.ts a.ts",
    "cp $other a.ts",
    "ln -s $(readlink -f a) $b",
    "make | tee a.ts",
    "cp -v b c | tee a.ts",
    "sed -i '/^$/d' a.ts",
    "[ -f a.ts ] || cp /dev/null a.ts",
    "tee /dev/null < /dev/null",
  ])("is not emptied by %s", (command) => {
    expect(readShell(command).effects.map(({ kind }) => kind)).not.toContain("destroy");
  });

  it("is emptied by Set-Content with an empty text", () => {
    const kindsOf = (code: string): readonly string[] =>
      languages["powershell"]?.read(code).effects.map(({ kind }) => kind) ?? [];
    expect(kindsOf("Set-Content a.ts ''")).toContain("destroy");
    expect(kindsOf("Set-Content a.ts 'a'")).not.toContain("destroy");
  });
});
