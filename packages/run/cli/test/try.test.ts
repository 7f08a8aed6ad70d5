import { rulePresets } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { presetNames } from "../src/preset-text.ts";
import { folderWith, helve } from "./helve.ts";

const imaginary = ["--cwd", "/home/ada/project", "--home", "/home/ada"];

describe("helve try", () => {
  it("says the verdict, the reasons and the effects", async () => {
    const { code, out } = await helve(["try", "rm -rf src && cat ~/.ssh/id_rsa", ...imaginary], "/");
    expect(code).toBe(1);
    expect(out).toBe(`a person is asked by preset coding-agent
  rule @inspect_deletion (line 39): is_delete_important_file is true: rm deletes src, which this session did not create ("rm -rf src")
  rule @inspect_sensitive_reading (line 106): reads_sensitive_path is true: cat reads /home/ada/.ssh/id_rsa, which is sensitive: it matches "~/.ssh/" ("cat ~/.ssh/id_rsa")
  This can't be undone.
  safer: what is moved away, or to the trash, can be brought back
Effects
  the code runs rm
  rm deletes src
  the code runs cat
  cat reads /home/ada/.ssh/id_rsa
`);
  });

  it("says why a call that deletes or sends is allowed", async () => {
    const command =
      "rm -rf dist; mktemp -d; rm -rf /tmp/x; echo a > new.txt; rm new.txt; git push; npm publish --dry-run";
    const { out } = await helve(["try", command, "--json", ...imaginary], "/");
    expect(JSON.parse(out)).toMatchObject({
      kind: "allow",
      why: [
        "dist can be created again",
        "/tmp/x is temporary",
        "new.txt was created in this session",
        "the project's settings name the host",
      ],
    });
    const stopped = await helve(["try", "rm -rf src dist", "--json", ...imaginary], "/");
    expect(JSON.parse(stopped.out).why).toBeUndefined();
  });

  it("judges programs, tool calls and queries", async () => {
    const kindOf = async (...args: readonly string[]) =>
      JSON.parse((await helve(["try", ...args, ...imaginary, "--json"], "/")).out).kind;
    expect(await kindOf("git status")).toBe("allow");
    expect(await kindOf("--lang", "python", "import shutil\nshutil.rmtree('src')")).toBe("pending");
    expect(await kindOf("--tool", "Write", "--args", '{"file_path": "/etc/hosts", "content": "x"}')).toBe("pending");
    expect(await kindOf(":(){ :|:& };:")).toBe("stop");
  });

  it("has all presets of @helve/predicates", () => {
    expect(presetNames.toSorted()).toEqual(Object.keys(rulePresets).toSorted());
  });

  it("takes hosts, presets, rules and a policy from its options", async () => {
    const folder = folderWith({
      "mine.agentspec": 'rule @no_ls trigger any check args.command contains "ls" enforce stop("not here") end',
      "policy.json": '{"trustedHosts": ["x.io"]}',
    });
    const judged = async (...args: readonly string[]) =>
      JSON.parse((await helve(["try", ...args, "--json"], folder)).out);
    expect((await judged("wget https://x.io/a", ...imaginary)).kind).toBe("pending");
    expect((await judged("wget https://x.io/a", "--trusted-host", "x.io")).kind).toBe("allow");
    expect((await judged("wget https://x.io/a", "--preset", "relaxed")).kind).toBe("allow");
    expect((await judged("wget https://x.io/a", "--policy", "policy.json")).kind).toBe("allow");
    expect((await judged("ls", "--rules", "mine.agentspec")).rules).toEqual(["no_ls"]);
  });

  it("reads the scripts of a project", async () => {
    const folder = folderWith({ Makefile: "OUT = dist\nclean:\n\trm -rf $(OUT)\n" });
    const judged = async (code: string) => {
      const options = ["--project", folder, "--home", "/home/ada", "--preset", "coding-agent", "--json"];
      return JSON.parse((await helve(["try", code, ...options], "/")).out);
    };
    expect(await judged("make clean")).toMatchObject({ kind: "allow" });
    expect((await judged("make clean OUT=$HOME")).reasons.join()).toContain("rm deletes /home/ada");
    expect(await helve(["try", "ls", "--project", "none"], folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining("--project must be a directory (got none)"),
    });
  });

  it("takes facts about the project from a line of a batch", async () => {
    const status = { "notes.txt": "modified", reports: "ignored" };
    const lines = [
      { code: "rm notes.txt", facts: { status } },
      { code: "rm -rf reports", facts: { status } },
      { code: "rm -rf reports" },
      { code: "./clean.sh", facts: { files: { "clean.sh": "rm -rf src" } } },
    ].map((line) => JSON.stringify({ lang: "shell", ...line }));
    const folder = folderWith({
      "calls.jsonl": lines.join("\n"),
      "wrong.jsonl": '{"code": "ls", "facts": {"status": {"a": "clean"}}}',
    });
    const { out } = await helve(["try", "--batch", "calls.jsonl", ...imaginary], folder);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { kind: "pending", reasons: [expect.stringContaining("notes.txt, which has uncommitted changes")] },
      { kind: "allow", facts: ["reports is ignored by git"] },
      { kind: "pending" },
      { kind: "pending", reasons: [expect.stringContaining("rm deletes src")] },
    ]);
    expect((await helve(["try", "--batch", "wrong.jsonl"], folder)).err).toContain(
      '"facts".status["a"] must be one of ignored, unmodified, modified, untracked, tracked folder (got "clean")',
    );
  });

  it("uses the rules of the project, unless an option says what it is judged by", async () => {
    const folder = folderWith({
      "helve/rules.agentspec": "rule @all trigger any check enforce stop end",
      "src/a.ts": "",
    });
    const kinds = [[], ["--cwd", "/home/ada/project"]].map(async (args) => {
      return JSON.parse((await helve(["try", "ls", "--json", ...args], `${folder}/src`)).out).kind;
    });
    expect(await Promise.all(kinds)).toEqual(["stop", "allow"]);
  });

  it("names the rules that are about other tools than the one that runs code", async () => {
    const rule = 'rule @no_commit trigger Bash check args.command starts_with "git commit" enforce stop end';
    const folder = folderWith({ "helve/rules.agentspec": rule });
    expect(await helve(["try", "git commit"], folder)).toMatchObject({
      out: expect.stringMatching(/^allowed by /),
      err: "helve: @no_commit is about other tools than Terminal.Execute: name one with --tool\n",
    });
    const bash = await helve(["try", "--tool", "Bash", "--args", '{"command": "git commit"}'], folder);
    expect(bash).toMatchObject({ out: expect.stringMatching(/^stopped by /), err: "" });
    expect((await helve(["try", "git commit", "--json"], folder)).err).toBe("");
  });

  it("refuses broken rules and policies", async () => {
    const folder = folderWith({ "a.agentspec": "rule", "p.json": "{", "q.json": '{"trustedHost": []}' });
    expect((await helve(["try", "ls", "--rules", "a.agentspec"], folder)).err).toContain("a.agentspec:1:5: expected");
    expect((await helve(["try", "ls", "--policy", "p.json"], folder)).err).toContain("p.json:1:2: not JSON: expected");
    expect((await helve(["try", "ls", "--policy", "q.json"], folder)).err).toMatch(
      /^helve: q.json:1:2: .*did you mean "trustedHosts"/,
    );
  });
});

describe("helve try --batch", () => {
  async function batch(lines: readonly unknown[], ...args: readonly string[]) {
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const { code, out, err } = await helve(["try", "--batch", "-", ...imaginary, ...args], "/", text);
    const verdicts = out.split("\n").filter((line) => line !== "");
    return { code, err, verdicts: verdicts.map((line) => JSON.parse(line)) };
  }

  it("judges one object a line, and prints one verdict a line", async () => {
    const { code, verdicts } = await batch([
      { id: "a", lang: "bash", code: "ls" },
      { id: 2, lang: "python", code: "import os\nos.system('rm -rf src')" },
      { tool: "Write", args: { file_path: "/etc/hosts", content: "" } },
    ]);
    expect(code).toBe(1);
    expect(verdicts.map(({ id, kind }) => [id, kind])).toEqual([
      ["a", "allow"],
      [2, "pending"],
      [3, "pending"],
    ]);
    expect(verdicts[1].rules).toEqual(["inspect_deletion"]);
    expect(verdicts[1].reasons[0]).toContain("rm deletes src");
    expect(Object.keys(verdicts[0])).toEqual(["id", "kind", "rules", "reasons"]);
  });

  it("groups lines of a session to one trajectory", async () => {
    const script = { session: "s", tool: "Bash", args: { command: "echo 'rm -rf src' > x.sh" } };
    const runs = { tool: "Bash", args: { command: "sh x.sh" } };
    const { verdicts } = await batch([script, { ...runs, session: "s" }, { ...runs, session: "other" }]);
    expect(verdicts[1].rules).toContain("inspect_deletion");
    expect(verdicts[2].reasons.join()).not.toContain("rm deletes src");
  });

  it("gives rules the prompt, the results, the statuses and the times", async () => {
    const folder = folderWith({
      "r.agentspec": `rule @limit trigger Bank.Transfer check count(Bank.Transfer within 1h) >= 1 enforce stop end
rule @foreign trigger Gmail.SendEmail check !(args.to only from prompt) enforce user_inspection end`,
    });
    const lines = [
      { session: "s", tool: "Bank.Transfer", args: { n: 1 }, at: "2026-01-01T10:00:00Z" },
      { session: "s", tool: "Bank.Transfer", args: { n: 2 }, status: "failed", at: "2026-01-01T10:30:00Z" },
      { session: "s", tool: "Bank.Transfer", args: { n: 3 }, at: "2026-01-01T11:10:00Z" },
      { session: "m", prompt: "write to bob@home.example", tool: "Gmail.SendEmail", args: { to: "bob@home.example" } },
      { session: "m", tool: "Gmail.SendEmail", args: { to: "eve@evil.example" } },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const { out } = await helve(["try", "--batch", "-", "--rules", "r.agentspec"], folder, text);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).kind),
    ).toEqual([...["allow", "stop", "allow"], ...["allow", "pending"]]);
  });

  it("names every line that can't be read", async () => {
    const deep = `{"tool": "X", "args": {"a": ${"[".repeat(9000)}${"]".repeat(9000)}}}`;
    const lines = [
      '\uFEFF{"code": "ls"}',
      '{"code": "ls", "tool": "X"}',
      deep,
      ...Array.from({ length: 40 }, () => "5"),
    ];
    const { code, err } = await helve(["try", "--batch", "-"], "/", lines.join("\r\n"));
    const [both, deeply, ...others] = err.trim().split("\n");
    expect(both).toBe('helve: -:2: expected either "code" or "tool" (got both)');
    expect(deeply).toBe("-:3: it is nested too deeply: expected at most 1000 levels");
    expect(others).toEqual(others.map((_, index) => `-:${index + 4}: expected a JSON object`));
    expect([code, others.length]).toEqual([2, 40]);
  });

  it("judges nothing if a line can't be read, and says all that is wrong", async () => {
    const { code, out, err } = await helve(
      ["try", "--batch", "-"],
      "/",
      '{"lang": "bash", "code": "ls"}\nnope\n{"id": 1}\n{"lang": "cobol", "code": "x"}\n{"tool": "X", "args": []}\n{"tool": "X", "status": "fine"}\n{"tool": "X", "at": "soon"}',
    );
    expect([code, out]).toEqual([2, ""]);
    expect(err.split("\n").map((line) => line.replace(/ \(Unexpected.*/, ""))).toEqual([
      "helve: -:2: expected a JSON object",
      '-:3: expected "lang" and "code", or "tool" and "args"',
      '-:4: "lang" must be a language (got "cobol")',
      '-:5: "args" must be an object',
      '-:6: "status" must be one of success, failed, timed_out, stopped (got "fine")',
      '-:7: "at" must be a time in ISO 8601 or in milliseconds (got "soon")',
      "",
    ]);
  });
});
