import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { PolicyError, predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { evaluate } from "./finding.ts";

describe("the languages of a policy", () => {
  it("must include every language in codeArguments", () => {
    const codeArguments = { Run: { argument: "code", language: "ruby" } };
    const create = (): unknown =>
      predicates({
        languages: { shell },
        // @ts-expect-error: "ruby" is not in `languages`
        codeArguments,
      });
    expect(create).toThrow(PolicyError);
    expect(create).toThrow(
      'codeArguments["Run"]: the language "ruby" of "code" is not in "languages" (passed: "shell")',
    );
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
