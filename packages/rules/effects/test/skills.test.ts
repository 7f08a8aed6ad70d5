import { skillCommands, skillName, writeConsequences } from "@helve/effects";
import { powershell } from "@helve/effects/powershell";
import { shell } from "@helve/effects/shell";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const base = { workingDirectory: "/home/ada/project", home: "/home/ada", languages: { shell, powershell } };

/** The consequences of writing a text to a file. */
function consequencesOf(text: string, path = ".claude/agents/a.md") {
  return writeConsequences({ path, glob: false, hidden: false, partial: false }, base, { from: [], text });
}

const markdown = (yaml: string): string => `---\nname: a\n${yaml}\n---\n\nYou review.\n`;
const hooks = "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: date";

describe("front matter", () => {
  it.each([
    ["hooks", markdown(hooks)],
    ["hooks with Windows line ends", markdown(hooks).replaceAll("\n", "\r\n")],
    ["hooks after a byte order mark", `\uFEFF${markdown(hooks)}`],
    ["hooks in front matter without an end", `---\n${hooks}\n`],
    ["hooks in quotes", markdown(hooks.replace("hooks:", '"hooks" :'))],
    ["hooks in braces", markdown('hooks: {"Stop": [{"hooks": [{"type": "command", "command": "date"}]}]}')],
    [
      "hooks in a mapping in braces",
      "---\n{name: a, hooks: {Stop: [{hooks: [{type: command, command: date}]}]}}\n---\n",
    ],
    ["hooks after empty hooks", markdown(`metadata:\n  hooks: {}\n${hooks}`)],
    ["hooks by an anchor", markdown("hooks: *all")],
    ["hooks that an edit inserts", `${hooks}\n`],
    ["hooks in long front matter", markdown(`description: ${"a ".repeat(10_000)}`)],
    ["a mode", markdown("permissionMode: acceptEdits")],
    ["a mode in quotes", markdown('permissionMode: "bypassPermissions"')],
    ["a server", markdown("mcpServers:\n  - a:\n      command: npx\n      args: [a]")],
    ["a remote server", markdown("mcp-servers: {a: {url: 'https://a.example'}}")],
    ["a grant of all commands", markdown("allowed-tools: [Read, Bash]")],
    ["a grant of all commands by a wildcard", markdown('allowed-tools: "Bash(:*)"')],
    ["a grant of all commands by a shell", markdown("allowed-tools: Bash(sh -c:*), Read")],
    ["a key with escapes", markdown(hooks.replace("hooks:", '"\\x68ooks":'))],
    ["a key in a broken line", markdown('"perm\\\n  issionMode": bypassPermissions')],
    ["a server whose key has escapes", markdown('"mcp\\u0053ervers":\n  a:\n    command: npx')],
    ["a mode with escapes", markdown('"permissionMode": "bypass\\x50ermissions"')],
    ["a mode in which nobody is asked", markdown("permissionMode: dontAsk")],
    ["a mode in a folded scalar", markdown("permissionMode: >-\n  bypassPermissions")],
    ["a mode in the next line", markdown("permissionMode:\n  bypassPermissions")],
    ["a key that is a block scalar", markdown("? >-\n  hooks\n: Stop: [x]")],
    ["a key with a tag", markdown(hooks.replace("hooks:", "!!str hooks:"))],
    ["a merge", markdown("<<: *h")],
    ["an anchor", markdown("a: &a hooks\n*a : {Stop: [x]}")],
    ["lines that end in carriage returns", markdown(hooks).replaceAll("\n", "\r")],
    ["a grant of a shell by its path", markdown("allowed-tools: Bash(/bin/sh:*)")],
    ["a grant of a wrapper", markdown("allowed-tools: Bash(timeout:*)")],
    ["a grant of env", markdown("allowed-tools: Bash(env:*)")],
    ["a grant of find", markdown("allowed-tools: Bash(find:*)")],
    ["a command that is its argument", `${markdown("model: sonnet")}!\`$ARGUMENTS\`\n`],
    ["a grant of all tools", markdown("allowed-tools: ['*']")],
  ])("counts with %s", (_, text) => {
    expect(consequencesOf(text)).toMatchObject([{ kind: "persist", where: "hook" }]);
  });

  it.each([
    ["empty hooks", markdown("hooks: {}")],
    ["no value", markdown("hooks:\nmodel: sonnet")],
    ["a comment", markdown("# hooks:\n#   Stop: x")],
    ["a description", markdown("description: Use it to write hooks: Stop and others")],
    ["a mode that asks", markdown("permissionMode: default")],
    ["names of servers", markdown("mcpServers:\n  - github\n  - db")],
    ["grants of some commands", markdown("allowed-tools: Read, Bash(npm run test:*), Bash(git diff *)")],
    ["emphasis in a block scalar", markdown("description: |\n  *Use* it.\n  **Now** & then! Ask: *please*")],
    ["globs", markdown("globs: *.ts,*.tsx")],
    ["arguments of a known command", `${markdown("model: sonnet")}!\`git log $ARGUMENTS\`\n`],
    ["a list of tools", markdown("tools: Bash, Read")],
    ["hooks in an example", `${markdown("model: sonnet")}\n\`\`\`yaml\n${hooks}\n\`\`\`\n`],
  ])("does not count with %s", (_, text) => {
    expect(consequencesOf(text)).toEqual([]);
  });

  it.each([
    ["plugins/a/commands/b.md", markdown("permissionMode: dontAsk")],
    ["plugins/a/agents/b.md", markdown(hooks)],
    ["plugins/a/hooks/hooks.json", '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./k"}]}]}}'],
    ["plugins/a/.lsp.json", '{"go": {"command": "./k", "extensionToLanguage": {".go": "go"}}}'],
    [".claude-plugin/plugin.json", '{"name": "a", "mcpServers": {"a": {"command": "./k"}}}'],
  ])("counts in a plugin: %s", (path, text) => {
    expect(consequencesOf(text, path)).toMatchObject([{ kind: "persist", where: "hook" }]);
  });

  it("does not count in the description of a plugin", () => {
    const text = '{"name": "a", "description": "Reviews code", "commands": "./commands"}';
    expect(consequencesOf(text, ".claude-plugin/plugin.json")).toEqual([]);
  });

  it("names the setting", () => {
    expect(consequencesOf(markdown("permissionMode: bypassPermissions"))).toMatchObject([
      { content: "permissionMode: bypassPermissions" },
    ]);
  });
});

describe("skillCommands", () => {
  it.each([
    ["a command in a line", "State: !`git status` and !`ls`", ["git status", "ls"]],
    ["a block", "```!\nnpm ci\nnpm test\n```\n", ["npm ci\nnpm test"]],
    ["a block with more ticks", "````!\necho `date`\n````\n", ["echo `date`"]],
    ["braces", 'prompt = "!{echo ${A} {b}} !{ls}"', ["echo ${A} {b}", "ls"]],
    ["hooks", markdown(hooks), ["date"]],
    ["a hook in quotes", markdown(hooks.replace("date", '"echo \\"a\\""')), ['echo "a"']],
    ["a hook in a block", markdown(hooks.replace("date", "|\n            date\n            ls")), ["date\nls"]],
    ["a server", markdown("mcpServers:\n  - a:\n      command: sh\n      args: [-c, 'date']"), ["sh -c date"]],
    ["ordinary code", "Run `npm test`.\n\n```sh\nnpm ci\n```\n", []],
  ])("finds %s", (_, text, commands) => {
    expect(skillCommands(text).map(({ code }) => code)).toEqual(commands);
  });

  it("reads commands of PowerShell", () => {
    const text = markdown("shell: powershell").concat("!`Remove-Item -Recurse C:\\Users\\ada`\n");
    expect(skillCommands(text)).toMatchObject([{ language: "powershell" }]);
    expect(consequencesOf(text)).toHaveLength(1);
  });

  it("finds the name in front matter only", () => {
    expect(skillName(markdown("model: sonnet"))).toBe("a");
    expect(skillName("# Title\n\nname: b\n")).toBeUndefined();
  });

  const pieces = [
    "---\n",
    "hooks:\n",
    "  - command: |\n",
    "!`",
    "`",
    "```!",
    "!{",
    "}",
    "allowed-tools: Bash(",
    "skip the ",
    "- ",
  ];

  it("reads any text", () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 });
    fc.assert(
      fc.property(text, (parts) => {
        expect(consequencesOf(parts.join("")).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(pieces)("reads %j many times", (piece) => {
    for (const start of ["", "---\n"])
      expect(consequencesOf(start + piece.repeat(190_000 / piece.length)).length).toBeLessThanOrEqual(1);
  });
});
