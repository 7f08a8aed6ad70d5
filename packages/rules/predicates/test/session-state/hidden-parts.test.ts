import type { Step } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { describeEffects } from "@helve/predicates";
import { describe, expect, it } from "vitest";

const policy = { workingDirectory: "/p", home: "/h", languages: { shell, python } };

const step = (name: string, args: Step["action"]["args"]): Step => ({
  action: { id: "1", name, args },
  observation: { parts: [], isError: false },
  ran: true,
});
const write = (file_path: string, content: string): Step => step("Write", { file_path, content });
const bash = (command: string): Step => step("Bash", { command });

/** Why it is unknown what a command does after a step. */
function unknownAfter(earlier: Step, command: string): readonly string[] {
  const effects = describeEffects({ id: "2", name: "Bash", args: { command } }, policy, [earlier]);
  return effects.flatMap(({ kind, sentence }) => (kind === "anything" ? [sentence] : []));
}

const script = write("x.sh", "echo 1 # [redacted]\n");
const hidden = [expect.stringContaining("the code that runs was recorded without its secrets")];

describe("recorded content with a hidden part", () => {
  it.each<readonly [string, Step, string]>([
    ["a script", script, "sh x.sh"],
    ["a program", script, "./x.sh"],
    ["a sourced file", script, ". ./x.sh"],
    ["standard input", script, "cat x.sh | sh"],
    ["a copy", script, "cp x.sh y.sh; sh y.sh"],
    ["one of several files", script, "sh *.sh"],
    ["a here-document", bash("cat > x.sh <<'E'\n#[redacted]\nE"), "bash x.sh"],
    ["a makefile", write("k.mk", "all:\n\techo 1\n#[redacted]\n"), "make -f k.mk"],
    ["a script of a package", write("package.json", '{"scripts": {"test": "echo 1 # [redacted]"}}'), "npm test"],
    ["a test", write("test_k.py", "x = 1 # [redacted]\n"), "pytest"],
    ["a module", write("m.py", "x = 1 # [redacted]\n"), "python3 -c 'import m'"],
    ["a source file", write("a.c", "int main() {} // [redacted]\n"), "gcc a.c"],
    ["an alias", bash("git config alias.st '!echo 1 # [redacted]'"), "git st"],
  ])("is unknown code where it runs: %s", (_, earlier, command) => {
    expect(unknownAfter(earlier, command)).toEqual(hidden);
  });

  it.each(["cat x.sh", "cp x.sh y.sh", "rm x.sh", "echo '[redacted]'", "sh y.sh"])("is data for %s", (command) => {
    expect(unknownAfter(script, command)).toEqual([]);
  });

  it("still does what is known of it", () => {
    const effects = describeEffects({ id: "2", name: "Bash", args: { command: "sh x.sh" } }, policy, [
      write("x.sh", "rm a #[redacted]\n"),
    ]);
    expect(effects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["delete", "anything"]));
  });
});
