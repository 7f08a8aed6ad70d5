import { shell } from "@helve/effects/shell";
import { describeEffects } from "@helve/predicates";
import { describe, expect, it } from "vitest";

describe("ProjectFacts.linkTarget", () => {
  it("is asked again for each call, also if the call is the same", () => {
    const links = new Map<string, string>();
    const policy = {
      languages: { shell },
      workingDirectory: "/home/ada/project",
      home: "/home/ada",
      facts: { linkTarget: (path: string) => links.get(path) },
    };
    const isSeen = (path: string): boolean => {
      const action = { id: "1", name: "Bash", args: { command: "echo x > docs/config" } };
      return describeEffects(action, policy).some(({ sentence }) => sentence.includes(path));
    };
    expect(isSeen("/home/ada/.ssh")).toBe(false);
    links.set("/home/ada/project/docs", "/home/ada/.ssh");
    expect(isSeen("/home/ada/.ssh/config")).toBe(true);
    links.set("/home/ada/project/docs", "/home/ada/.aws");
    expect([isSeen("/home/ada/.ssh/config"), isSeen("/home/ada/.aws/config")]).toEqual([false, true]);
    links.clear();
    expect(isSeen("/home/ada/.aws/config")).toBe(false);
  });
});
