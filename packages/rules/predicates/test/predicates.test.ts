import { ownMember, pointerParts } from "@helve/core/internal";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { predicateCatalogue, predicates } from "@helve/predicates";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, findingOf, predicate } from "./finding.ts";

describe("predicates", () => {
  const all = predicates({
    languages: { shell, python },
    tools: {
      "Terminal.Execute": { code: "command", language: "shell" },
      "PythonREPL.Run": { code: "code", language: "python" },
      "Notebook.Run": { code: "cell", language: "python" },
    },
  });

  it("have the names, descriptions, phrases and parameters of the catalogue", () => {
    const entries = all.map(({ name, description, phrase, parameters }) => ({ name, description, phrase, parameters }));
    expect(predicateCatalogue).toEqual(entries);
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
    for (const { description } of entries) expect(description).toMatch(/^Whether .+\.$/);
  });

  it.each(all)("$name has phrases in English and in Chinese, with their negations", ({ phrase = [] }) => {
    const phrases = [phrase].flat();
    expect(phrases).not.toEqual([]);
    for (const { en, zh, not } of phrases) {
      for (const text of [en, zh, not?.en, not?.zh]) expect(text).toMatch(/\S/);
    }
  });

  it.each(["is_destructive", "is_stopping_process", "is_granting_permission", "is_excuting_malware"])(
    "%s names the argument that holds the code of a tool",
    (name) => {
      const asked = all.find((each) => each.name === name);
      expect(asked?.argumentFor?.("Terminal.Execute")).toBe("command");
      expect(asked?.argumentFor?.("Notebook.Run")).toBe("cell");
      expect(asked?.argumentFor?.("Gmail.SendEmail")).toBeUndefined();
      expect(asked?.argumentFor?.("constructor")).toBeUndefined();
    },
  );

  it("read an argument with Python code as Python, with and without an operand", async () => {
    const asked = predicate("is_destructive", { tools: { Run: { code: "code", language: "python" } } });
    const args = { code: "import os\nos.remove('a')" };
    const finding = await evaluate(asked, [], args, { tool: "Run" });
    expect(finding).toMatchObject({
      value: true,
      reason: "os.remove deletes a",
      evidence: [{ path: "/code", start: 10, end: 24, text: "os.remove('a')" }],
    });
    expect(await evaluate(asked, [{ value: args.code, path: "/code" }], args, { tool: "Run" })).toEqual(finding);
  });

  it("inspect both arguments of a tool that takes a command and a program", async () => {
    const asked = predicate("is_destructive", {
      tools: {
        Run: [
          { code: "shell", language: "shell" },
          { code: "code", language: "python" },
        ],
      },
    });
    const value = async (args: object): Promise<unknown> =>
      (await evaluate(asked, [], { ...args }, { tool: "Run" })).value;
    expect(await value({ shell: "ls", code: "import os\nos.remove('a')" })).toBe(true);
    expect(await value({ shell: "rm a", code: "1" })).toBe(true);
    expect(await value({ shell: "ls", code: "1" })).toBe(false);
  });
});

describe("all predicates", () => {
  const all = predicates({
    languages: { shell, python },
    tools: {
      Run: [
        { code: "command", language: "shell" },
        { code: "code", language: "python" },
      ],
    },
    contacts: ["ada@x.org"],
    importantFiles: ["documents/**"],
    workingDirectory: "/home/ada",
  });
  const words = fc.constantFrom(
    ...["rm", "cat", "/etc/passwd", "$(", ")", "|", "sh", "curl", "https://x.io", ">", "'", '"', "\\", "*", "..", "~"],
    ...[
      "open('/etc/passwd')",
      "import os\n",
      "os.system(",
      "{",
      "}",
      "=",
      ";",
      "&&",
      "password=",
      "4111111111111111",
      "@",
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(words, { maxLength: 12 }).map((all) => all.join(" ")),
  );

  it("answer for arbitrary arguments, with evidence that quotes the arguments", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.oneof(text, fc.jsonValue()), async (command, other) => {
        const args = { command, code: command, to: other, body: { parts: [command, other] } };
        for (const asked of all) {
          const { value, reason, evidence } = await evaluate(asked, [], args, { tool: "Run" });
          expect([true, false, "unknown"]).toContain(value);
          expect(reason).not.toBe("");
          for (const { path, start, end, text: shown } of evidence) {
            const whole = pointerParts(path).reduce<unknown>(ownMember, args);
            expect(String(whole).slice(start, end)).toBe(shown);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("sensitivePaths of a policy", () => {
  const policy = {
    workingDirectory: "/home/ada/project",
    home: "/home/ada",
    sensitivePaths: { reading: ["customers/", "/srv/**/*.db", "!/srv/public/", "**/*.secret", "~/diary.md"] },
  };

  it.each([
    ["cat customers/a.csv", true],
    ["cat customers", true],
    ["cp -r customers /tmp", true],
    ["cat src/customers/a.csv", false],
    ["cat /srv/shop/data/x.db", true],
    ["cat /srv/x.db", true],
    ["cat /srv/public/x.db", false],
    ["cat /srv/*/x.db", true],
    ["cat /srv/shop/x.csv", false],
    ["cat a/b/c.secret", true],
    ["cat *.secret", true],
    ["cat *.md", false],
    ["cat ~/diary.md", true],
    ["cat ../diary.md", true],
    ["cat ../../eve/diary.md", false],
    ["cat /etc/passwd", false],
  ])("decide reads_sensitive_path of %s: %s", async (command, value) => {
    expect(await findingOf("reads_sensitive_path", command, policy)).toMatchObject({ value });
  });

  it("keep the default lists that the policy does not replace", async () => {
    expect(await findingOf("lists_sensitive_directory", "ls /etc", policy)).toMatchObject({ value: true });
    expect(await findingOf("reads_sensitive_path", "cat ../../../../etc/passwd")).toMatchObject({ value: "unknown" });
    expect(await findingOf("reads_sensitive_path", "cat src/a.ts")).toMatchObject({ value: false });
  });

  it.each([
    ["ls /home /Users", false],
    ["ls /home/eve/.ssh", true],
    ["ls /var/data", false],
    ["ls /var", true],
    ["ls /var/lib/mysql", true],
  ])("decide lists_sensitive_directory of %s by default: %s", async (command, value) => {
    expect(await findingOf("lists_sensitive_directory", command)).toMatchObject({ value });
  });

  it("treat names such as __proto__ as plain names", async () => {
    const odd = { sensitivePaths: { reading: ["__proto__/", "constructor"] } };
    expect(await findingOf("reads_sensitive_path", "cat __proto__/x", odd)).toMatchObject({ value: true });
    expect(await findingOf("reads_sensitive_path", "cat toString", odd)).toMatchObject({ value: false });
  });
});
