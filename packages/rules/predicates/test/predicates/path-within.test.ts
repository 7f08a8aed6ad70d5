import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "../finding.ts";

const ada = { workingDirectory: "/home/ada/project", home: "/home/ada" };

async function within(path: unknown, directory: string, policy: object = ada): Promise<unknown> {
  const operands = [{ value: path, path: "/path" }, { value: directory }];
  return (await evaluate(predicate("path_within", policy), operands, { path })).value;
}

describe("path_within", () => {
  it.each([
    ["src/a.ts", "src", true],
    ["src", "src", true],
    ["./src/../src//a.ts", "src", true],
    ["src/../../a.ts", "src", false],
    ["src/../../../../etc/passwd", "src", false],
    ["srcs/a.ts", "src", false],
    ["/home/ada/project/src/a.ts", "src", true],
    ["~/project/src/a.ts", "src", true],
    ["file:///home/ada/project/src/a.ts", "src", true],
    ["src/a.ts", "/home/ada", true],
    ["/tmp/a", "/home/ada", false],
    ["~/.ssh/id_rsa", "src", false],
    ["src/.env", "src", true],
    ["src/%2e%2e/%2e%2e/a", "src", "unknown"],
    ["src\\..\\..\\a", "src", "unknown"],
    ["src/\0/../a", "src", "unknown"],
    ["$HOME/a", "/home/ada", "unknown"],
    ["/proc/self/cwd/../../etc/passwd", "/home/ada", "unknown"],
    ["https://x.org/src", "src", "unknown"],
    [["src/a.ts", "src/b.ts"], "src", true],
    [["src/a.ts", "lib/b.ts"], "src", false],
    [undefined, "src", "unknown"],
    [5, "src", "unknown"],
    [["src/a.ts", 5], "src", "unknown"],
    ["C:/a.ts", "src", "unknown"],
    ["src/a\nb", "src", "unknown"],
    ["/dev/fd/3", "/dev", "unknown"],
    ["/x/../proc/self/root/a", "/proc", "unknown"],
    ["src/a.ts", "$HOME", "unknown"],
    ["~eve/a", "/home", "unknown"],
  ])("%j is in %s: %s", async (path, directory, value) => {
    expect(await within(path, directory)).toBe(value);
  });

  it.each([
    ["src/a.ts", "src", true],
    ["lib/a.ts", "src", false],
    ["../src/a.ts", "src", false],
    ["src/a.ts", "/home/ada", "unknown"],
    ["/home/ada/a", "/home/ada", true],
    ["~/a", "~", true],
    ["~/a", "/home/ada", "unknown"],
    ["/home/ada/a", "~", "unknown"],
    ["../project/src/a.ts", "src", "unknown"],
  ])("without a working directory, %s is in %s: %s", async (path, directory, value) => {
    expect(await within(path, directory, {})).toBe(value);
  });

  it("is never true of a path that leaves the directory with ..", async () => {
    const part = fc.constantFrom("a", "b", ".", "..", "");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const path = `src/${parts.join("/")}/../../../x`;
        let depth = 1;
        for (const each of parts) depth += each === ".." ? -1 : each === "a" || each === "b" ? 1 : 0;
        fc.pre(depth <= 2);
        expect(await within(path, "src")).toBe(false);
      }),
    );
  });
});
