import { shell } from "@helve/effects/shell";
import { type Policy, PolicyError, predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";

const context = { trajectory: [], prompt: "", signal: new AbortController().signal };

async function answer(name: string, command: string, policy: Policy): Promise<unknown> {
  const host = { languages: { shell }, workingDirectory: "/home/ada/project", home: "/home/ada" };
  const predicate = predicates({ ...host, ...policy } as Policy<"shell">).find((each) => each.name === name);
  const action = { id: "1", name: "Bash", args: { command } };
  const found = await predicate?.evaluate([], { ...context, action });
  return typeof found === "object" ? found.value : found;
}

describe('a policy with `extends: "default"`', () => {
  const important = { importantFiles: ["documents/**"] };

  it.each([
    ["rm documents/thesis.md", true, true],
    ["rm src/a.js", false, true],
    ["rm -rf dist", false, false],
    ["rm .env", false, true],
  ])("protects its own files and those of the default: %s", async (command, alone, extended) => {
    expect(await answer("is_delete_important_file", command, important)).toBe(alone);
    expect(await answer("is_delete_important_file", command, { extends: "default", ...important })).toBe(extended);
  });

  it("trusts its own hosts and those of the default", async () => {
    const own = { trustedHosts: ["corp.example"] };
    const contacts = (url: string, policy: Policy) => answer("contacts_untrusted_host", `curl ${url}`, policy);
    expect(await contacts("https://pypi.org/a", own)).toBe(true);
    expect(await contacts("https://pypi.org/a", { extends: "default", ...own })).toBe(false);
    expect(await contacts("https://corp.example/a", { extends: "default", ...own })).toBe(false);
    expect(await contacts("https://x.io/a", { extends: "default", ...own })).toBe(true);
  });

  it("adds to one list of sensitive paths without the others", async () => {
    const own = { sensitivePaths: { reading: ["customers/"] } };
    const reads = (path: string, policy: Policy) => answer("reads_sensitive_path", `cat ${path}`, policy);
    expect(await reads("customers/a", { extends: "default", ...own })).toBe(true);
    expect(await reads(".env", own)).toBe(false);
    expect(await reads(".env", { extends: "default", ...own })).toBe(true);
  });

  it("is the only value", () => {
    expect(() => predicates({ extends: "coding-agent" } as unknown as Policy)).toThrow(PolicyError);
  });
});
