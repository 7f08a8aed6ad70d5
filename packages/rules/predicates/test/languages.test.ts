import { python } from "@helve/effects/python";
import * as shellModule from "@helve/effects/shell";
import { shell } from "@helve/effects/shell";
import { PolicyError, predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { evaluate } from "./finding.ts";

describe("the languages of a policy", () => {
  it("must include every language in tools", () => {
    const tools = { Run: { code: "code", language: "ruby" } };
    const create = (): unknown =>
      predicates({
        languages: { shell },
        // @ts-expect-error: "ruby" is not in `languages`
        tools,
      });
    expect(create).toThrow(PolicyError);
    expect(create).toThrow('tools["Run"]: the language "ruby" is not in "languages" (passed: "shell")');
  });

  it("must be readers of the language that they are passed as", () => {
    const create = (reader: unknown) => () => predicates({ languages: { shell: reader as typeof shell } });
    expect(create(python)).toThrow(
      'languages["shell"] must be an EffectReader named "shell" (got the reader of "python")',
    );
    for (const reader of [{}, null, undefined, 1, "shell"]) expect(create(reader)).toThrow(PolicyError);
  });

  it("make a command operand unknown if they do not include shell", async () => {
    const [isDestructive] = predicates({}).filter(({ name }) => name === "is_destructive");
    const args = { command: "ls" };
    const finding = isDestructive && (await evaluate(isDestructive, [{ value: "ls", path: "/command" }], args));
    expect(finding).toMatchObject({
      value: "unknown",
      reason: "shell code that is not read: pass languages: { shell }",
    });
  });
});

describe("a policy", () => {
  it("that is malformed is refused with every issue", () => {
    const policy: unknown = {
      languages: { shell },
      tools: {
        Bash: "command",
        Run: [{ code: "code", language: 5 }],
        Save: [{ write: "path", contents: "text", mode: "overwrite" }],
        Rename: { move: "from", read: "from" },
        Copy: { copy: "from", when: { kind: 1 } },
        Ask: { reads: "x" },
        Say: { code: "x" },
      },
      presets: "none",
      receiverArguments: { Send: "to" },
      importantFiles: "a.txt",
      sensitivePaths: { reading: [1], reeding: [] },
      trustedHost: ["x.org"],
      contacts: [null],
      home: 5,
      judge: "yes",
    };
    const create = () => predicates(policy as object);
    expect(create).toThrow(PolicyError);
    expect(create).toThrow(
      [
        'tools["Bash"] must be an object such as { code: "command", language: "shell" } or { write: "path" } (got "command")',
        'tools["Run"][0].language must be a string that is not empty (got 5)',
        'tools["Save"][0].contents is not a member of a use with "write" (did you mean "content"?)',
        'tools["Save"][0].mode must be one of "replace", "append" (got "overwrite")',
        'tools["Rename"] must have one use and not several (got "read", "move"): write a list of uses',
        'tools["Copy"].to is missing: it must be the name of an argument',
        'tools["Copy"].when.kind must be a string or a list of strings (got 1)',
        'tools["Ask"].reads is not a member of a use (did you mean "read"?)',
        'tools["Say"].language is missing: it must be one of "shell"',
        'presets must be true or false (got "none")',
        'receiverArguments["Send"] must be a list of strings (got "to")',
        'importantFiles must be a list of strings (got "a.txt")',
        'sensitivePaths["reading"][0] must be a string that is not empty (got 1)',
        'sensitivePaths["reeding"] is not a member of sensitivePaths (did you mean "reading"?)',
        'trustedHost is not a member of a policy (did you mean "trustedHosts"?)',
        "contacts[0] must be a string that is not empty (got null)",
        'home must be an absolute path such as "/home/ada" (got 5)',
        'judge must be a function (got "yes")',
      ].join("\n"),
    );
  });

  it.each([
    [new Map([["tools", {}]]), "the policy must be an object (got a map)"],
    [{ tools: new Map() }, "tools must be an object (got a map)"],
    [{ importantFiles: [""] }, "importantFiles[0] must be a string that is not empty"],
    [{ trustedHosts: ["x.org", " "] }, "trustedHosts[1] must be a host such as"],
    [
      { trustedHosts: ["https://x.org/path"] },
      'trustedHosts[0] must be a host such as "x.org", "*.x.org" or "x.org:8080"',
    ],
    [{ trustedHosts: ["*"] }, "trustedHosts[0] must be a host"],
    [{ importantFiles: ["!src"] }, "importantFiles[0] must be a path or a glob"],
    [{ importantFiles: ["src "] }, "importantFiles[0] must be a path or a glob"],
    [{ importantFiles: ["$HOME/src"] }, "importantFiles[0] must be a path or a glob"],
    [{ importantFiles: ["a".repeat(200_000)] }, "importantFiles[0] must be a path or a glob"],
    [{ workingDirectory: "project" }, 'workingDirectory must be an absolute path such as "/home/ada" (got "project")'],
    [{ home: "~" }, "home must be an absolute path"],
    [{ tools: { X: {} } }, "or an empty list (got an object)"],
    [
      { tools: { X: { if: 1, read: "a" } } },
      'tools["X"].if is not a member of a use with "read"; its members are "read"',
    ],
    [{ sensitivePaths: { read: [] } }, 'its members are "reading", "listing", "writing"'],
    [{ languages: { shell: shellModule } }, 'a module: write import { shell } from "@helve/effects/shell"'],
  ])("%j is refused because %s", (policy, message) => {
    expect(() => predicates(policy as object)).toThrow(message);
  });

  it.each([undefined, null, 1, "policy", []])("must be an object, not %j", (policy) => {
    expect(() => predicates(policy as object)).toThrow(PolicyError);
  });
});
