import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparedPath } from "../src/compared-path.ts";
import { evaluate, findingOf, predicate } from "./finding.ts";

describe("the platform of a policy", () => {
  const reads = async (command: string, platform?: "linux" | "macos" | "windows") =>
    (await findingOf("reads_sensitive_path", command, { home: "/Users/ada", ...(platform && { platform }) })).value;

  it("decides whether paths that differ in case name the same file", async () => {
    expect(await reads("cat ~/.SSH/ID_RSA")).toBe(false);
    expect(await reads("cat ~/.SSH/ID_RSA", "macos")).toBe(true);
    expect(await reads("cat ~/.SSH/ID_RSA", "windows")).toBe(true);
    expect(await reads("cat notes.txt", "macos")).toBe(false);
  });

  it("protects an important file on macOS whatever the case of its name", async () => {
    const policy = { importantFiles: ["Documents/**"], workingDirectory: "/Users/ada" };
    const deletes = (platform: "linux" | "macos") =>
      findingOf("is_delete_important_file", "rm documents/THESIS.md", { ...policy, platform });
    expect((await deletes("linux")).value).toBe(false);
    expect((await deletes("macos")).value).toBe(true);
  });

  it("must be one of three", async () => {
    await expect(reads("ls", "Windows" as "windows")).rejects.toThrow(
      'platform must be one of "linux", "macos", "windows"',
    );
  });
});

describe("comparedPath", () => {
  it("makes letters with accents equal, however they are composed", async () => {
    const finding = await findingOf("is_delete_important_file", "rm re\u0301sume\u0301.md", {
      importantFiles: ["r\u00e9sum\u00e9.md"],
    });
    expect(finding.value).toBe(true);
  });

  it("does not change what it has compared once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("linux", "macos", "windows"), (path, platform) => {
        const once = comparedPath(path, { platform });
        expect(comparedPath(once, { platform })).toBe(once);
      }),
    );
  });
});

describe("paths of Windows", () => {
  const ada = { platform: "windows", home: "C:\\Users\\Ada", workingDirectory: "C:\\Users\\Ada\\project" } as const;
  const important = { ...ada, importantFiles: ["C:\\Users\\Ada\\Documents\\**", "thesis\\"] };
  const tools = { "Files.Delete": { delete: "path" } };
  const deletes = async (path: string) => {
    const tested = predicate("is_delete_important_file", { ...important, tools });
    return (await evaluate(tested, [], { path }, { tool: "Files.Delete" })).value;
  };

  it.each([
    "C:\\Users\\Ada\\Documents\\a.txt",
    "c:/users/ada/documents/A.TXT",
    "\\\\?\\C:\\Users\\Ada\\Documents\\a.txt",
    "C:\\Users\\Ada\\Documents\\a.txt::$DATA",
    "C:\\Users\\Ada\\Documents.\\a.txt. ",
    "C:\\Users\\Ada\\Music\\..\\Documents\\a.txt",
    "/c/Users/Ada/Documents/a.txt",
    "..\\Documents\\a.txt",
    "thesis\\a.tex",
    "THESIS/a.tex",
  ])("%s is an important file, however it is written", async (path) => {
    expect(await deletes(path)).toBe(true);
  });

  it.each([
    "C:\\Users\\Ada\\Music\\a.mp3",
    "D:\\Users\\Ada\\Documents\\a.txt",
    "Documents\\a.txt",
    "\\\\nas\\Documents\\a.txt",
  ])("%s is another file", async (path) => {
    expect(await deletes(path)).toBe(false);
  });

  it("are compared in commands, too", async () => {
    expect((await findingOf("is_delete_important_file", "rm /c/users/ada/documents/a.txt", important)).value).toBe(
      true,
    );
    expect((await findingOf("is_delete_important_file", "cd /mnt/c/Users; rm -r Ada/Documents", important)).value).toBe(
      true,
    );
    expect((await findingOf("writes_outside", "echo x > C:/Users/Ada/project/a.txt", ada)).value).toBe(false);
    expect((await findingOf("writes_outside", "echo x > C:/Users/Ada/a.txt", ada)).value).toBe(true);
  });

  it("are written in reasons as people write them", async () => {
    const { reason } = await findingOf("is_delete_important_file", "rm /c/Users/Ada/Documents/a.txt", important);
    expect(reason).toContain("important");
    const tested = predicate("writes_outside", { ...ada, tools });
    const { reason: deleted } = await evaluate(tested, [], { path: "C:\\Music\\a.mp3" }, { tool: "Files.Delete" });
    expect(deleted).toContain("Files.Delete deletes C:/Music/a.mp3, which is outside of C:");
  });

  it("are in a directory, however both are written", async () => {
    const within = predicate("path_within", ada);
    const isIn = async (path: string) =>
      (await evaluate(within, [{ value: path, path: "/path" }, { value: "c:\\users\\ada" }], { path })).value;
    expect(await isIn("C:/Users/Ada/x")).toBe(true);
    expect(await isIn("C:\\Users\\Bob\\x")).toBe(false);
  });
});
