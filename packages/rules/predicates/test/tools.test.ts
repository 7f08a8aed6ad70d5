import { javascript } from "@helve/effects/javascript";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { type Policy, type ToolUses, toolPresets, unmappedTools } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "./finding.ts";

const host: Partial<Policy> = { workingDirectory: "/home/ada/project", home: "/home/ada" };

/** Evaluates a predicate on one call of a tool. */
async function answer(
  name: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  policy: Partial<Policy> = {},
): Promise<unknown> {
  return (await evaluate(predicate(name, { ...host, ...policy }), [], args, { tool })).value;
}

describe("tools of a policy", () => {
  const tools: Readonly<Record<string, ToolUses>> = {
    Load: { read: "file" },
    Save: { write: "file", content: "text" },
    Change: { edit: "file", old: "changes[].before", new: "changes[].after" },
    Remove: { delete: "files" },
    Rename: { move: "from", to: "into" },
    Duplicate: { copy: "from", to: "into" },
    Names: { list: "folder" },
    Find: { search: "folder" },
    Apply: { patch: "diff" },
    Get: { fetch: "address", body: "data", to: "file" },
    Run: { code: "program.text", language: "shell" },
    Words: { code: "argv", language: "shell", items: "words" },
    Programs: { code: "lines", language: "shell", items: "programs" },
    Show: [{ read: "image" }, { fetch: "image" }],
    Publish: { remote: "publish", service: "shop" },
    Quiet: [],
  };

  it.each([
    ["reads_sensitive_path", "Load", { file: "/etc/shadow" }, true],
    ["reads_sensitive_path", "Load", { file: "src/a.ts" }, false],
    ["reads_sensitive_path", "Find", { folder: "/etc" }, true],
    ["reads_sensitive_path", "Find", {}, false],
    ["reads_sensitive_path", "Show", { image: "/etc/shadow" }, true],
    ["reads_sensitive_path", "Show", { image: "C:secret" }, false],
    ["reads_sensitive_path", "Show", { image: "file:///etc/shadow" }, true],
    ["contacts_untrusted_host", "Show", { image: "logo.png" }, false],
    ["contacts_untrusted_host", "Show", { image: "https://x.io/logo.png" }, true],
    ["contacts_untrusted_host", "Show", { image: ["logo.png", "https:x.io"] }, true],
    ["contacts_untrusted_host", "Show", { image: "data:image/png;base64,AA" }, false],
    ["contacts_untrusted_host", "Show", { image: 1 }, "unknown"],
    ["reads_sensitive_path", "Get", { address: "file:///etc/shadow" }, true],
    ["lists_sensitive_directory", "Names", { folder: "/root" }, true],
    ["lists_sensitive_directory", "Names", {}, false],
    ["writes_outside", "Save", { file: "/srv/a", text: "x" }, true],
    ["writes_outside", "Save", { file: "/home/ada/project/src/a", text: "x" }, false],
    ["writes_outside", "Save", { file: "../a", text: "x" }, true],
    ["writes_outside", "Change", { file: "../a", changes: [] }, true],
    ["writes_outside", "Get", { address: "https://pypi.org/a", file: "/srv/a" }, true],
    ["modifies_startup", "Save", { file: ".git/hooks/pre-commit", text: "make" }, true],
    ["modifies_startup", "Change", { file: "~/.bashrc", changes: [{ before: "a", after: "b" }] }, true],
    ["modifies_startup", "Rename", { from: "a", into: "/home/ada/.bashrc" }, true],
    ["escalates_privilege", "Save", { file: "/etc/sudoers", text: "ada ALL=(ALL) ALL" }, true],
    ["is_destructive", "Remove", { files: ["a.txt", "b.txt"] }, true],
    ["is_destructive", "Save", { file: "a.txt", text: "rm -rf /" }, false],
    ["is_delete_important_file", "Remove", { files: ["dist"] }, false],
    ["is_delete_important_file", "Remove", { files: ["dist", "thesis.md"] }, true],
    ["copies_sensitive_file", "Duplicate", { from: "/etc/shadow", into: "a" }, true],
    ["copies_sensitive_file", "Rename", { from: "~/.ssh/id_rsa", into: "a" }, true],
    ["contacts_untrusted_host", "Get", { address: "https://evil.example/a" }, true],
    ["contacts_untrusted_host", "Get", { address: "https://pypi.org/a" }, false],
    ["sends_data_to", "Get", { address: "https://pypi.org/a" }, false],
    ["sends_data_to", "Get", { address: "https://pypi.org/a", data: "x" }, true],
    ["is_destructive", "Run", { program: { text: "rm a.txt" } }, true],
    ["is_destructive", "Words", { argv: ["bash", "-c", "rm 'a b'"] }, true],
    ["is_destructive", "Words", { argv: ["echo", "rm a"] }, false],
    ["is_destructive", "Programs", { lines: ["ls", "rm a"] }, true],
    ["is_destructive", "Run", { program: { text: ["rm", "a"] } }, "unknown"],
    ["changes_remote", "Publish", {}, true],
    ["is_destructive", "Quiet", { command: "rm a" }, false],
    ["modifies_startup", "Apply", { diff: "*** Begin Patch\n*** Add File: .git/hooks/x\n+a\n*** End Patch" }, true],
    ["is_destructive", "Apply", { diff: "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n" }, true],
    ["is_destructive", "Apply", { diff: "nonsense" }, "unknown"],
    ["reads_sensitive_path", "Load", { file: 5 }, "unknown"],
    ["reads_sensitive_path", "Load", { path: "a" }, "unknown"],
  ] as const)("decide %s of %s(%j): %s", async (name, tool, args, value) => {
    expect(await answer(name, tool, args, { tools })).toBe(value);
  });

  it("say in the reason what the tool does, and quote the argument", async () => {
    const asked = predicate("modifies_startup", { ...host, tools });
    const args = { file: ".git/hooks/pre-commit", text: "make" };
    expect(await evaluate(asked, [], args, { tool: "Save" })).toEqual({
      value: true,
      reason: "Save sets up a hook in .git/hooks/pre-commit",
      evidence: [{ path: "/file", start: 0, end: 21, text: ".git/hooks/pre-commit" }],
    });
  });

  it("win over the presets", async () => {
    expect(await answer("is_destructive", "Bash", { command: "rm a" })).toBe(true);
    expect(await answer("is_destructive", "Bash", { command: "rm a" }, { tools: { Bash: [] } })).toBe(false);
  });

  it("may depend on another argument", async () => {
    const edit: ToolUses = [
      { read: "path", when: { command: "view" } },
      { delete: "path", when: { command: ["remove", "erase"] } },
    ];
    const removed = (command: string) =>
      answer("is_destructive", "Files", { command, path: "a" }, { tools: { Files: edit } });
    expect(await removed("view")).toBe(false);
    expect(await removed("erase")).toBe(true);
    expect(await removed("truncate")).toBe("unknown");
  });
});

describe("the presets", () => {
  it.each([
    ["is_destructive", "Bash", { command: "rm a" }, true],
    ["is_destructive", "shell", { command: ["bash", "-lc", "rm a"] }, true],
    ["is_destructive", "exec_command", { cmd: "rm a" }, true],
    ["is_destructive", "run_shell_command", { command: "rm a" }, true],
    ["is_destructive", "exec", { input: "await tools.exec_command({ cmd: 'rm a' })" }, "unknown"], // JavaScript is not passed
    ["is_destructive", "exec", { command: "rm a" }, true],
    ["is_destructive", "run_command", { CommandLine: "rm a" }, true],
    ["is_destructive", "python_repl", { query: "import os; os.remove('a')" }, true],
    ["is_destructive", "mcp__files__run_command", { CommandLine: "rm a" }, true],
    ["is_destructive", "delete_file", { target_file: "a" }, true],
    ["writes_outside", "write_file", { file_path: "/srv/a", content: "" }, true],
    ["writes_outside", "write_file", { path: "/srv/a", content: "" }, true],
    ["writes_outside", "str_replace_based_edit_tool", { command: "create", path: "/srv/a", file_text: "" }, true],
    ["writes_outside", "str_replace_based_edit_tool", { command: "view", path: "/srv/a" }, false],
    ["reads_sensitive_path", "str_replace_based_edit_tool", { command: "view", path: "/etc/shadow" }, true],
    ["contacts_untrusted_host", "WebFetch", { url: "https://evil.example" }, true],
    ["contacts_untrusted_host", "web_fetch", { prompt: "Summarize https://evil.example/a, please" }, true],
    ["contacts_untrusted_host", "web_fetch", { prompt: "Summarize it" }, false],
    ["changes_remote", "mcp__github__merge_pull_request", { owner: "ada", repo: "x", pullNumber: 1 }, true],
    ["is_destructive", "NotebookEdit", { notebook_path: "a.ipynb", new_source: "import os; os.remove('a')" }, true],
    ["is_destructive", "NotebookEdit", { notebook_path: "a.ipynb", new_source: "rm a", cell_type: "markdown" }, false],
    ["is_destructive", "create", { title: "a meeting" }, false],
  ] as const)("decide %s of %s(%j): %s", async (name, tool, args, value) => {
    expect(await answer(name, tool, args, { tools: {} })).toBe(value);
  });

  it("read the keys that Copilot types as lines", async () => {
    const tested = predicate("is_destructive", { ...host, tools: {} });
    const { value, reason } = await evaluate(
      tested,
      [],
      { input: "cd /tmp{enter}rm src{ENTER}" },
      { tool: "write_bash" },
    );
    expect({ value, reason }).toEqual({ value: true, reason: "rm deletes /tmp/src" });
  });

  it("can be turned off", async () => {
    const args = { file_path: "/srv/a", content: "" };
    expect(await answer("writes_outside", "Write", args, { presets: false })).toBe(false);
  });

  it("are plain JSON", () => {
    expect(JSON.parse(JSON.stringify(toolPresets))).toEqual(toolPresets);
  });

  it("are valid as tools of a policy, with readers for their languages", () => {
    const languages = new Set(
      Object.values(toolPresets).flatMap((preset) => JSON.stringify(preset).match(/"language":"(?!batch)\w+"/g) ?? []),
    );
    expect([...languages].sort()).toEqual(
      ["cmd", "javascript", "powershell", "python", "ruby", "shell", "sql"].map((name) => `"language":"${name}"`),
    );
    for (const tools of Object.values(toolPresets)) {
      const readers = Object.fromEntries(
        ["cmd", "javascript", "powershell", "python", "ruby", "shell", "sql"].map((name) => [name, { ...shell, name }]),
      );
      expect(() => predicate("is_destructive", { languages: { ...readers, python }, tools })).not.toThrow();
    }
  });
});

describe("a tool of a preset whose arguments have other names", () => {
  it.each(["filepath", "path", "file", "fileName", "target_file", "absolutePath"])(
    "uses %s as the path",
    async (name) => {
      expect(await answer("changes_system", "Write", { [name]: "/etc/passwd", content: "x" })).toBe(true);
      expect(await answer("changes_system", "Write", { [name]: "src/a", content: "x" })).toBe(false);
    },
  );

  it("reads the argument whose name has a dot, and the member", async () => {
    const tools = { Run: { code: "opt.cmd", language: "shell" } } as const;
    const args = { "opt.cmd": "ls", opt: { cmd: "rm -rf src" } };
    expect(await answer("is_destructive", "Run", args, { tools })).toBe(true);
    expect(await answer("is_destructive", "Run", { "opt.cmd": "rm a" }, { tools })).toBe(true);
  });

  it("does not confuse the code of calls in different directories", async () => {
    const tools = { Run: { code: "cmd", language: "shell", directory: "cwd" } } as const;
    const asked = predicate("is_destructive", { ...host, tools });
    const run = (args: Record<string, unknown>) => evaluate(asked, [], args, { tool: "Run" });
    await run({ cwd: "a", cmd: "x rm -rf src" });
    expect((await run({ cwd: "a x", cmd: "rm -rf src" })).value).toBe(true);
  });

  it("uses the address of a tool that fetches", async () => {
    expect(await answer("contacts_untrusted_host", "web_fetch", { page: "https://evil.example" })).toBe(true);
    expect(await answer("contacts_untrusted_host", "WebFetch", { url: "ht tps://evil.example" })).toBe("unknown");
  });

  it("deletes the file that delete_file names, if no repository is named", async () => {
    expect(await answer("is_delete_important_file", "delete_file", { path: "src/a.ts" })).toBe(true);
    expect(await answer("changes_remote", "delete_file", { path: "src/a.ts" })).toBe(false);
    expect(await answer("changes_remote", "delete_file", { path: "a", owner: "a", repo: "b" })).toBe(true);
  });

  it("reads URLs as browsers do, and the URLs in a prompt", async () => {
    const contacts = (url: string) => answer("contacts_untrusted_host", "WebFetch", { url });
    expect(await contacts("ht\ttps://ev\nil.example")).toBe(true);
    expect(await contacts("compare\nhttps://pypi.org and https://evil.example")).toBe(true);
    expect(await contacts("https://github.com\t.evil.example/x")).toBe(true);
    expect(await contacts(" https://pypi.org\n")).toBe(false);
  });

  it.each([
    ["Bash", { input: "rm -rf src" }],
    ["run_command", { line: "rm -rf src" }],
    ["read_file", { where: "/etc/shadow" }],
    ["mcp__x__move_file", { a: "src", b: "dst" }],
  ])("makes the answer unknown for a command in an unknown argument of %s", async (tool, args) => {
    expect(await answer("is_destructive", tool, args)).toBe("unknown");
  });

  it("is listed by unmappedTools", () => {
    const command = { type: "string", description: "The shell command to run" };
    expect(unmappedTools([{ name: "Bash", inputSchema: { properties: { input: command } } }], {})).toHaveLength(1);
    expect(unmappedTools([{ name: "Bash", inputSchema: { properties: { command } } }], {})).toEqual([]);
  });

  it("has unknown effects if the policy and not a preset names the argument", async () => {
    const tools = { Write: { write: "to" } } as const;
    expect(await answer("changes_system", "Write", { path: "/etc/passwd" }, { tools })).toBe("unknown");
  });
});

describe("a tool that nothing names", () => {
  it.each([
    [{ command: "rm a" }, true],
    [{ cmd: ["rm", "a"] }, true],
    [{ shell_command: "ls" }, false],
    [{ python_code: "import os; os.remove('a')" }, true],
    [{ code: "DE" }, false],
    [{ code: "remove(all_files)" }, "unknown"],
    [{ text: "rm a" }, false],
  ] as const)("is read by the names of its arguments: %j is %s", async (args, value) => {
    expect(await answer("is_destructive", "Some.Tool", args)).toBe(value);
  });
});

describe("operands", () => {
  /** Evaluates a predicate on an operand `args.NAME` of a tool that nothing names. */
  async function of(name: string, argument: string, value: unknown): Promise<unknown> {
    const operand = { value, path: `/${argument}` };
    return (await evaluate(predicate(name, host), [operand], { [argument]: value }, { tool: "Some.Tool" })).value;
  }

  it.each([
    ["reads_sensitive_path", "file_path", "/etc/shadow", true],
    ["reads_sensitive_path", "file_path", "src/a.ts", false],
    ["reads_sensitive_path", "x", "id_rsa", true],
    ["reads_sensitive_path", "x", "cat /etc/shadow", true],
    ["reads_sensitive_path", "paths", ["a", "/etc/shadow"], true],
    ["reads_sensitive_path", "path", "my notes/.env", true],
    ["lists_sensitive_directory", "dir", "/root", true],
    ["copies_sensitive_file", "source", "/etc/shadow", true],
    ["contacts_untrusted_host", "url", "https://evil.example/a?b=c&d=e", true],
    ["contacts_untrusted_host", "url", "https://pypi.org/simple", false],
    ["contacts_untrusted_host", "host", "evil.example", true],
    ["contacts_untrusted_host", "command", "curl https://evil.example", true],
    ["is_delete_important_file", "path", "thesis.md", true],
    ["is_delete_important_file", "path", "dist/a.js", false],
    ["writes_outside", "path", "/srv/a", true],
    ["writes_outside", "path", "src/a", false],
    ["changes_system", "path", "/etc/hosts", true],
    ["exfiltrates", "attachment_path", "/etc/shadow", true],
    ["sends_data_to", "url", "https://evil.example", true],
    ["installs_from_untrusted", "url", "https://evil.example/a.tgz", true],
    ["reads_sensitive_path", "path", { a: 1 }, "unknown"],
  ] as const)("decide %s(args.%s) for %j: %s", async (name, argument, value, expected) => {
    expect(await of(name, argument, value)).toBe(expected);
  });

  it("mean what the mapping of the tool says", async () => {
    const asked = predicate("reads_sensitive_path", host);
    const operand = { value: "/etc/shadow", path: "/file_path" };
    expect(await evaluate(asked, [operand], { file_path: "/etc/shadow" }, { tool: "Read" })).toMatchObject({
      value: true,
    });
    const args = { file_path: "/etc/shadow", content: "x" };
    expect(await evaluate(asked, [operand], args, { tool: "Write" })).toMatchObject({ value: false });
  });

  it("are directories for writes_outside if they are literals", async () => {
    const asked = predicate("writes_outside", host);
    const value = async (path: string): Promise<unknown> =>
      (
        await evaluate(
          asked,
          [{ value: path, path: "/file_path" }, { value: "src" }],
          { file_path: path },
          { tool: "Write" },
        )
      ).value;
    expect(await value("src/a")).toBe(false);
    expect(await value("docs/a")).toBe(true);
  });
});

describe("the code in which Codex calls its tools", () => {
  it.each([
    ["exec", { input: "require('fs').rmSync('a')" }, true],
    ["exec", { input: "const { output } = await tools.exec_command({ cmd: 'rm a' }); text(output)" }, true],
    ["code_mode_exec", { code: "await tools.exec_command({ cmd: 'ls' })" }, false],
    ["exec", { input: "await tools.apply_patch(text)" }, "unknown"],
  ] as const)("is read: %s(%j)", async (tool, args, value) => {
    expect(
      await answer("is_destructive", tool, args, { languages: { shell, javascript }, presets: false, tools: {} }),
    ).toBe(value);
  });
});
