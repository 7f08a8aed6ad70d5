import { parseProgram } from "@helve/agentspec";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { predicates } from "@helve/predicates";
import { guarded } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { describe, expect, it } from "vitest";

const program = parseProgram(`
rule @keep_documents
trigger any.any
check is_delete_important_file
enforce stop
end

rule @no_exfiltration
trigger any.any
check exfiltrates
enforce stop
end

rule @ask
trigger any.any
check reads_sensitive_path
enforce user_inspection("Credentials!")
end
`);

const policy = {
  ...{ languages: { shell }, workingDirectory: "/workspace", home: "/home/user" },
  importantFiles: ["documents/**"],
};

describe("guarded with the rules of an engine", () => {
  const files = { "documents/a.md": "a", "b.md": "b", ".env": "KEY=1" };

  it.each<readonly [string, (sandbox: Awaited<ReturnType<typeof memorySandbox>>) => Promise<unknown>]>([
    ["a command", (sandbox) => sandbox.exec(["rm", "-rf", "documents"])],
    ["a command in a directory", (sandbox) => sandbox.exec(["rm", "a.md"], { cwd: "documents" })],
    ["a script on the standard input", (sandbox) => sandbox.exec(["sh"], { input: "cd documents\nrm a.md" })],
    ["a variable", (sandbox) => sandbox.exec(["sh", "-c", 'rm "$F"'], { env: { F: "documents/a.md" } })],
    [
      "a function that a shell imports from its environment",
      (sandbox) => sandbox.exec(["bash", "-c", "ls"], { env: { "BASH_FUNC_ls%%": "() { rm -rf documents; }" } }),
    ],
    ["a process", (sandbox) => sandbox.spawn(["mv", "b.md", "documents/a.md"])],
    ["a file that is overwritten", (sandbox) => sandbox.writeFile("documents/a.md", "")],
    ["a file that is removed", (sandbox) => sandbox.remove("documents/a.md")],
    ["a question that nobody answers", (sandbox) => sandbox.readFile(".env")],
    [
      "a script that an earlier operation wrote",
      async (sandbox) => {
        await sandbox.writeFile("x.sh", "rm -r documents");
        return sandbox.exec(["sh", "x.sh"]);
      },
    ],
  ])("denies %s", async (_what, work) => {
    await using inner = await memorySandbox({ files });
    const sandbox = guarded(inner, new Engine(program, { predicates: predicates(policy), warn: () => undefined }));
    await expect(work(sandbox)).rejects.toMatchObject({ code: "denied" });
    expect(await inner.readFile("documents/a.md")).toBe("a");
  });

  it("lets everything else pass", async () => {
    await using inner = await memorySandbox({ files });
    const sandbox = guarded(inner, new Engine(program, { predicates: predicates(policy), warn: () => undefined }));
    await sandbox.remove("b.md");
    expect((await sandbox.exec(["cat", "documents/a.md"])).stdout).toBe("a");
    expect((await sandbox.list(".")).map(({ name }) => name)).toEqual([".env", "documents"]);
  });
});
