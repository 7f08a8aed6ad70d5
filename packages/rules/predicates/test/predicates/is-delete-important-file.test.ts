import type { Step } from "@helve/core";
import fc from "fast-check";
import { minimatch } from "minimatch";
import { describe, expect, it } from "vitest";
import { evaluate, findingOf, predicate } from "../finding.ts";

const name = "is_delete_important_file";
const ada = { workingDirectory: "/home/ada", home: "/home/ada", importantFiles: ["documents/**", "report.md"] };

describe("is_delete_important_file", () => {
  it.each([
    ["rm documents/thesis.md", true],
    ["rm drafts/thesis.md", false],
    ["rm ./documents//old/../thesis.md", true],
    ["rm documents/../drafts/thesis.md", false],
    ["rm /home/ada/documents/thesis.md", true],
    ["rm /home/eve/documents/thesis.md", false],
    ["rm ~/documents/thesis.md", true],
    ['rm "$HOME/documents/thesis.md"', true],
    ["rm '~/documents/thesis.md'", false],
    ["rm ~eve/documents/thesis.md", "unknown"],
    ["cd documents && rm thesis.md", true],
    ["cd drafts && rm report.md", false],
    ["command cd documents && rm thesis.md", true],
    ["eval cd documents; rm thesis.md", true],
    ["f() { cd documents; }; f; rm thesis.md", true],
    ["(cd drafts); rm report.md", true],
    ["cd $x && rm report.md", "unknown"],
    ["cd drafts || exit 1; rm report.md", false],
    ["cd drafts || rm report.md", "unknown"],
    ["test -d drafts && cd drafts; rm report.md", "unknown"],
    ["test -d drafts && cd drafts || exit; rm report.md", false],
    ["f=report.md; rm $f", true],
    ["f=other.md; rm $f", false],
    ["f=other.md; read f; rm $f", "unknown"],
    ["f=other.md; ((f=1)); rm $f", "unknown"],
    ["for f in a report.md; do rm $f; done", true],
    ["for d in a b; do cd $d; rm report.md; cd ..; done", false],
    ["while x; do rm report.md; cd drafts; done", true],
    ['f() { rm "$1"; }; f documents/a', true],
    ['f() { rm "$1"; }; f drafts/a', false],
    ['f() { rm "$1"; }; export -f f', "unknown"],
    ["rm {report,other}.md", true],
    ["rm {a,b}.md", false],
    ["rm documents/*", true],
    ["rm *", true],
    ["rm *.log", false],
    ["rm rep?rt.*", true],
    ["rm [a-z]*.md", true],
    ["rm -r documents", true],
    ["rm -rf .", true],
    ["rm -rf ..", true],
    ["rm -rf /", true],
    ["rm -rf /*", true],
    ["rm -rf doc*", true],
    ["rm -rf cache", false],
    ["rmdir documents", false],
    ["rm $x", "unknown"],
    ["rm $x drafts/a", "unknown"],
    ["ls | xargs rm", "unknown"],
    ["ssh host rm report.md", "unknown"],
    ["echo x > report.md", true],
    ["echo x >> report.md", false],
    ["cat report.md > copy.md", false],
    ["cat < report.md", false],
    ["tee report.md", true],
    ["sed -i d report.md", true],
    ["tee -a report.md", false],
    ["truncate -s 0 report.md", true],
    ["truncate -r report.md other.md", false],
    ["shred -u report.md", true],
    ["dd if=/dev/zero of=report.md", true],
    ["dd if=report.md of=copy.md", false],
    ["mkfs.ext4 /dev/sda1", "unknown"],
    ["git clean -fd", "unknown"],
    ["git -C drafts clean -fd", false],
    ["git checkout -- report.md", true],
    ["git checkout .", "unknown"],
    ["git push -f", false],
    ["rsync -a --delete a/ documents/", "unknown"],
    ["rsync -a --delete documents/ b/", false],
    ["find . -delete", true],
    ["find drafts -delete", false],
    ["find . -mtime +7 -delete", "unknown"],
    ["find logs -name '*.log' -delete", false],
    ["find . -name '*.md' -delete", true],
    ["find . -name '*.log' -exec rm {} +", true],
    ["find logs -exec rm -rf {} \\;", false],
    ["find . -name documents -exec rm -rf {} +", true],
    ["mv report.md /tmp", false],
    ["mv other.md report.md", true],
    ["mv other.md documents", false],
    ["cp report.md copy.md", false],
    ["bash -c 'rm \"$1\"' _ report.md", true],
    ["cp a b && npm test", false],
  ])("%s: %s", async (command, value) => {
    expect(await findingOf(name, command, ada)).toMatchObject({ value });
  });

  it.each([
    ["rm -rf cache", "**/*.md", "unknown"],
    ["rm -rf cache", "cache/keep/*", true],
    ["rm -rf documents", "documents/**/*.md", true],
    ["rm -rf documents/old", "documents/**/*.md", "unknown"],
    ["rm *.md", "*.MD", false],
    ["rm *", ".env", false],
    ["rm .*", ".env", true],
    ["rm [x-z]*", "[a-c]*", "unknown"],
    ["rm photo.jpg", "*.{jpg,png}", true],
    ["rm -r mail/2024", "mail/", true],
    ["rm a*b", "a*c", false],
    ["rm a*c*b", "*d*", true],
    ["rm ~/x", "~/x", true],
    ["rm 'a*b'", "axb", false],
    ["rm 'a*b'", "a\\*b", true],
    ["rm -rf __proto__", "constructor/**", false],
  ])("%s with %s important: %s", async (command, glob, value) => {
    expect(await findingOf(name, command, { ...ada, importantFiles: [glob] })).toMatchObject({ value });
  });

  it.each([
    ["rm /tmp/x.log", "documents/**", false],
    ["rm /tmp/report.md", "report.md", "unknown"],
    ["rm report.md", "/tmp/report.md", "unknown"],
    ["rm report.md", "report.md", true],
    ["rm ../report.md", "report.md", false],
    ["rm ../x/report.md", "report.md", "unknown"],
    ["rm -rf ../x", "report.md", "unknown"],
    ["rm -rf ..", "report.md", true],
    ["rm -rf /", "report.md", true],
    ["rm -rf /tmp", "report.md", "unknown"],
    ["rm ~/report.md", "drafts/**", "unknown"],
    ["cd /tmp && rm x", "/tmp/x", true],
  ])("without a working directory, %s with %s important: %s", async (command, glob, value) => {
    expect(await findingOf(name, command, { importantFiles: [glob] })).toMatchObject({ value });
  });

  it("detects every important file that a deleted glob matches", async () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[ab]"), minLength: 1, maxLength: 4 });
    const glob = fc
      .array(fc.oneof(part, fc.constant("**")), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("/"));
    const path = fc
      .array(fc.stringMatching(/^[ab]{1,3}$/), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("/"));
    const truth = async (target: string, important: string): Promise<unknown> =>
      (await findingOf(name, `rm ${target}`, { importantFiles: [important] })).value;
    await fc.assert(
      fc.asyncProperty(glob, glob, path, async (deleted, important, file) => {
        fc.pre(minimatch(file, deleted) && (await truth(file, important)) === true);
        expect(await truth(deleted, important)).not.toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("is false if importantFiles is empty", async () => {
    expect(await findingOf(name, "rm -rf /", { importantFiles: [] })).toEqual({
      value: false,
      reason: "nothing in the code deletes or overwrites an important file",
      evidence: [],
    });
  });

  it.each([
    ["rm thesis.docx", true],
    ["rm src/a.ts", true],
    ["rm *.ts", true],
    ["rm -rf .git", true],
    ["rm id_ed25519", true],
    ["rm /etc/hosts", true],
    ["rm -rf ~", true],
    ["rm -rf /", true],
    ["rm -rf node_modules dist", false],
    ["rm -f yarn.lock Gemfile.lock", false],
    ["rm -rf packages/*/dist", false],
    ["find . -name '*.pyc' -delete", false],
    ["rm /tmp/x", false],
    ["rm -rf /tmp", true],
    ["rm -rf /private/tmp", true],
    ["rm -rf /tmp/*", true],
    ["rm -rf /tmp/a*", false],
    ["touch a; rm a", true],
    ["echo x > a && rm -f a", false],
    ["echo x > a; rm a; rm -f a", false],
    ["rm a; touch a", true],
    ["mkdir a; rm -rf a", false],
    ["mkdir -p a; rm -rf a", true],
    ["mkdir a; mv thesis.md a; rm -rf a", true],
    ["mkdir a; cp thesis.md a; rm a/*.md", false],
    [`mkdir a; mv thesis.md a/${"b/".repeat(150)}; rm -rf a`, true],
    [`mkdir a; rm -rf a/${"b/".repeat(150)}`, true],
    ["cat a; echo x > a; rm a", true],
    ["[ -d a ] || mkdir a; rm -r a", true],
    ["echo x > notes.md", false],
    ["echo x > .git/config", true],
    ["echo x > /etc/hosts", true],
    ["mv /etc/hosts .", true],
    ["mv x .git/config", true],
    ["mv a b", false],
    ["mv src /tmp/gone", true],
    ["mv dist /tmp/gone", false],
    ['rm "$x"', "unknown"],
  ])("by default, %s: %s", async (command, value) => {
    expect(await findingOf(name, command, { workingDirectory: "/home/ada/project", home: "/home/ada" })).toMatchObject({
      value,
    });
  });

  it.each([
    ["rm -rf src", true],
    ["rm -rf dist", false],
    ["rm -rf /home/ada/build/project/src", true],
    ["rm -rf ../other", true],
  ])("does not take a project in a folder named build for what is built: %s: %s", async (command, value) => {
    const finding = await findingOf(name, command, { workingDirectory: "/home/ada/build/project", home: "/home/ada" });
    expect(finding).toMatchObject({ value });
  });

  it("allows deletion of a file that an earlier step created", async () => {
    const step = (command: string, ran: boolean): Step => ({
      action: { id: "0", name: "Terminal.Execute", args: { command } },
      observation: { parts: [], isError: false },
      ran,
    });
    const value = async (command: string, ...trajectory: readonly Step[]): Promise<unknown> =>
      (await evaluate(predicate(name), [], { command }, { trajectory })).value;
    expect(await value("rm draft.md", step("echo x > draft.md", true))).toBe(false);
    expect(await value("rm draft.md", step("echo x > draft.md", false))).toBe(true);
    expect(await value("rm draft.md", step("echo x >> draft.md", true))).toBe(true);
    expect(await value("rm -r drafts", step("mkdir drafts", true))).toBe(false);
    expect(await value("rm .git/config", step("echo x > .git/config", true))).toBe(true);
  });

  it.each([
    ["gcc -o app main.c; rm app", false],
    ["go build -o bin/app ./cmd; rm bin/app", false],
    ["go build -o bin ./...; rm -r bin", true],
    ["ffmpeg -i a.mov b.mp4; rm b.mp4", false],
    ["tar czf a.tgz src; rm a.tgz", false],
    ["cp a.ts a.ts.bak; rm a.ts.bak", false],
    ["cp a.ts docs; rm -r docs", true],
    ["cp a.ts conf.d; rm -r conf.d", true],
    ["cp a.conf shop.example; rm -r shop.example", true],
    ["tar cf v1.x src; rm -r v1.x", true],
    ["true --outfile=notes.md; rm notes.md", true],
    ["ls --outfile=notes.md; rm notes.md", true],
    ["cat b.mp4; ffmpeg -i a.mov b.mp4; rm b.mp4", true],
    ["ffmpeg -i a.mov b.mp4; rm a.mov", true],
    ["pytest --junitxml=report.xml; rm report.xml", false],
  ])("counts what was compiled, converted or copied to a file as created: %s: %s", async (command, value) => {
    expect(await findingOf(name, command)).toMatchObject({ value });
  });

  it.each([
    ["git rm src/a.ts", false],
    ["git rm -f src/a.ts", true],
    ["git rm -r src", true],
    ["git rm .env", true],
  ])("allows a file that git deletes only if it is committed: %s: %s", async (command, value) => {
    expect(await findingOf(name, command)).toMatchObject({ value });
  });

  it.each([
    [
      "echo; rm -f documents/thesis.md",
      'rm deletes /documents/thesis.md, which is important: it matches "documents/**"',
      "rm -f documents/thesis.md",
    ],
    [
      "echo x > report.md",
      'a redirect overwrites report.md, which is important: it matches "report.md"',
      "> report.md",
    ],
    [
      "find . -mtime +7 -delete",
      'find deletes some files in the working directory, which may include important files: "documents/**"',
      "find . -mtime +7 -delete",
    ],
    ["sudo rm $x", "rm deletes an unknown file", "rm $x"],
  ])("names the file and its position: %s", async (command, reason, text) => {
    const finding = await findingOf(name, command, ada);
    expect(finding.reason).toBe(reason.replace(" /documents", " documents"));
    expect(finding.evidence.map((evidence) => evidence.text)).toEqual([text]);
  });
});

it.each([
  ["rm documents/a.md", true],
  ["rm documents/old/a.md", true],
  ["rm -r documents", true],
  ["rm documents.md", false],
])("%s deletes a file of the directory that importantFiles names: %s", async (command, value) => {
  expect((await findingOf(name, command, { ...ada, importantFiles: ["documents"] })).value).toBe(value);
});

describe("the inspected command", () => {
  const asked = predicate("is_destructive");

  it("is the operand of the rule rather than the argument in the policy", async () => {
    const operand = { value: "rm x", path: "/args/1" };
    expect(await evaluate(asked, [operand], { command: "ls" }, { tool: "Other.Tool" })).toMatchObject({
      value: true,
      reason: "rm deletes x",
      evidence: [{ path: "/args/1", start: 0, end: 4, text: "rm x" }],
    });
    expect(await evaluate(asked, [{ value: "rm x" }], {})).toMatchObject({ value: true, evidence: [] });
  });

  it.each(["Gmail.SendEmail", "toString", "__proto__"])(
    "is absent for %s, so that the answer is false",
    async (tool) => {
      expect(await evaluate(asked, [], { body: "rm x" }, { tool })).toEqual({
        value: false,
        reason: `${tool} has no argument that holds code, a path or an address`,
        evidence: [],
      });
    },
  );

  it("is unknown if the call lacks the argument that the policy names", async () => {
    expect(await evaluate(asked, [], {})).toMatchObject({
      value: "unknown",
      reason: `Terminal.Execute has no argument "command", which the policy's "tools" or a preset names for it`,
    });
  });

  it("makes the answer unknown if the operand of the rule is absent", async () => {
    const reasonOf = async (path: string, args: Record<string, unknown>) =>
      evaluate(asked, [{ value: undefined, path }], args);
    expect(await reasonOf("/Command", { command: "rm x" })).toMatchObject({
      value: "unknown",
      reason: 'Terminal.Execute has no argument "Command" (did you mean "command"?)',
    });
    expect(await reasonOf("/a/texts", { a: { text: 1 } })).toMatchObject({
      reason: 'Terminal.Execute has no argument "a.texts" (did you mean "text"?)',
    });
    expect(await evaluate(asked, [{ value: undefined }], { command: "rm x" })).toMatchObject({ value: "unknown" });
  });

  it("must be one string", async () => {
    expect(await evaluate(asked, [], { command: ["rm", "x"] })).toEqual({
      value: "unknown",
      reason:
        'the code at /command must be a string, not a list: a list needs items: "words" or "programs" in the policy',
      evidence: [],
      unknown: ["code"],
    });
    expect(await evaluate(asked, [{ value: "ls" }, { value: "ls" }], {})).toMatchObject({
      value: "unknown",
      reason: "takes one operand at most, as in is_destructive(args.command); it got 2 operands",
    });
  });
});
