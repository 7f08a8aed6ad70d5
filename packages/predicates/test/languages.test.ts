import { python } from "@helve/effects/python";
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
      reason: "shell is not among the languages, so its code is not read",
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
        Ask: { argument: "x" },
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
        'tools["Run"][0].language must be a text (got 5)',
        'tools["Save"][0].contents is not a member of a policy (did you mean "content"?)',
        'tools["Save"][0].mode must be one of "replace", "append" (got "overwrite")',
        'tools["Rename"] must have one use and not several (got "read", "move"): write a list of uses',
        'tools["Copy"].to must be a text (got undefined)',
        'tools["Copy"].when.kind must be a text or a list of texts (got 1)',
        'tools["Ask"] must be an object such as { code: "command", language: "shell" } or { write: "path" } (got an object)',
        'presets must be true or false (got "none")',
        'receiverArguments["Send"] must be a list of texts (got "to")',
        'importantFiles must be a list of texts (got "a.txt")',
        'sensitivePaths["reading"][0] must be a text (got 1)',
        'sensitivePaths["reeding"] is not a member of a policy (did you mean "reading"?)',
        'trustedHost is not a member of a policy (did you mean "trustedHosts"?)',
        "contacts[0] must be a text (got null)",
        "home must be a text (got 5)",
        'judge must be a function (got "yes")',
      ].join("\n"),
    );
  });

  it.each([undefined, null, 1, "policy", []])("must be an object, not %j", (policy) => {
    expect(() => predicates(policy as object)).toThrow(PolicyError);
  });
});
