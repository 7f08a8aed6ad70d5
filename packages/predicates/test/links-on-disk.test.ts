import { shell } from "@helve/effects/shell";
import { describeEffects } from "@helve/predicates";
import { describe, expect, it } from "vitest";

describe("Policy.linkTarget", () => {
  it("is asked again for each call, also if the call is the same", () => {
    const links = new Map<string, string>();
    const policy = {
      languages: { shell },
      workingDirectory: "/home/ada/project",
      home: "/home/ada",
      linkTarget: (path: string) => links.get(path),
    };
    const sentences = (): readonly string[] =>
      describeEffects({ id: "1", name: "Bash", args: { command: "rm -r docs" } }, policy).map(
        ({ sentence }) => sentence,
      );
    expect(sentences()).not.toContainEqual(expect.stringContaining(".ssh"));
    links.set("/home/ada/project/docs", "/home/ada/.ssh");
    expect(
      describeEffects({ id: "1", name: "Write", args: { file_path: "docs/config", content: "" } }, policy),
    ).toContainEqual(expect.objectContaining({ sentence: expect.stringContaining(".ssh/config") }));
    const before = describeEffects({ id: "1", name: "Bash", args: { command: "echo x > docs/config" } }, policy);
    expect(JSON.stringify(before)).toContain(".ssh/config");
    links.clear();
    const after = describeEffects({ id: "1", name: "Bash", args: { command: "echo x > docs/config" } }, policy);
    expect(JSON.stringify(after)).not.toContain(".ssh");
    links.set("/home/ada/project/docs", "/home/ada/.aws");
    const again = describeEffects({ id: "1", name: "Bash", args: { command: "echo x > docs/config" } }, policy);
    expect(JSON.stringify(again)).toContain(".aws/config");
  });
});
