import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparedPath } from "../src/compared-path.ts";
import { findingOf } from "./finding.ts";

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
