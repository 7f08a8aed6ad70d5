import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFacts } from "@helve/predicates/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let root: string;

function git(...args: readonly string[]): void {
  const env = { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...author, ...args], { cwd: root, env, stdio: "ignore" });
}

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "facts-")));
  git("init");
  write(".gitignore", "reports\n*.log\n!keep.log\n");
  write("src/a.ts", "a\n");
  write("src/b.ts", "b\n");
  write("src/ä ö.ts", "umlauts\n");
  write("src/crlf.txt", "one\ntwo\n");
  symlinkSync("src/a.ts", join(root, "link"));
  git("add", "-A");
  git("commit", "-m", "first");
  write("reports/r.html", "report\n");
  write("src/b.ts", "changed\n");
  write("src/new.ts", "new\n");
  write("src/crlf.txt", "one\r\ntwo\r\n");
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("projectFacts", () => {
  const statusOf = (path: string) => projectFacts(root, { timeLimit: 20_000 }).status?.(join(root, path));

  it.each([
    ["src/a.ts", "unmodified"],
    ["src/ä ö.ts", "unmodified"],
    ["src/crlf.txt", "unmodified"],
    ["link", "unmodified"],
    ["src/b.ts", "modified"],
    ["src/new.ts", "untracked"],
    ["src", "tracked folder"],
    ["reports", "ignored"],
    ["reports/r.html", "ignored"],
    [".git/config", undefined],
    ["none", undefined],
  ])("says that %s is %s", (path, status) => {
    expect(statusOf(path)).toBe(status);
  });

  it("knows nothing outside of the repository, and nothing where there is none", () => {
    expect(statusOf("../other")).toBeUndefined();
    expect(projectFacts("/", { timeLimit: 20_000 }).status?.("/etc/hosts")).toBeUndefined();
  });

  it("is not changed by the index: what is only added is not committed, and a flag hides no change", () => {
    write("src/added.ts", "added\n");
    git("add", "src/added.ts");
    git("update-index", "--assume-unchanged", "src/b.ts");
    expect(statusOf("src/added.ts")).toBe("untracked");
    expect(statusOf("src/b.ts")).toBe("modified");
    git("rm", "-q", "--cached", "src/added.ts");
  });

  it("counts as ignored only what a committed .gitignore lists", () => {
    write("secret/.gitignore", "*\n");
    write("secret/a", "a");
    write(".git/info/exclude", "src/new.ts\n");
    write("mine", "src/new.ts\n");
    git("config", "core.excludesFile", join(root, "mine"));
    expect(statusOf("secret/a")).toBe("untracked");
    expect(statusOf("src/new.ts")).toBe("untracked");
    write(".gitignore", "reports\n*.log\nsrc/new.ts\n");
    expect(statusOf("src/new.ts")).toBe("untracked");
    // The list itself is changed: nothing that it says counts.
    expect(statusOf("reports")).toBe("untracked");
    git("checkout", "--", ".gitignore");
    expect(statusOf("reports")).toBe("ignored");
  });

  it("knows nothing of another repository inside of the project", () => {
    write("reports/clone/.git/HEAD", "ref: refs/heads/main\n");
    write("reports/clone/a", "a");
    expect(statusOf("reports/clone")).toBeUndefined();
    expect(statusOf("reports/clone/a")).toBeUndefined();
    expect(statusOf("reports")).toBeUndefined();
    rmSync(join(root, "reports/clone"), { recursive: true });
  });

  it("runs no git of the project and no program that its settings name", () => {
    write("bin/git", "#!/bin/sh\ntouch ran\nexec git-real\n");
    chmodSync(join(root, "bin/git"), 0o755);
    git("config", "core.fsmonitor", "touch ran; false");
    git("config", "filter.x.clean", "touch ran; cat");
    write(".git/info/attributes", "* filter=x\n");
    const facts = projectFacts(root, {
      timeLimit: 20_000,
      environment: { ...process.env, PATH: `${join(root, "bin")}:.:${process.env["PATH"]}`, GIT_DIR: "/nowhere" },
    });
    expect(facts.status?.(join(root, "src/b.ts"))).toBe("modified");
    expect(facts.status?.(join(root, "src/a.ts"))).toBe("unmodified");
    expect(facts.exists?.(join(root, "ran"))).toBe(false);
    git("config", "--unset", "core.fsmonitor");
  });

  it("knows nothing when git takes too long", () => {
    const facts = projectFacts(root, { timeLimit: 0 });
    expect(facts.status?.(join(root, "src/a.ts"))).toBeUndefined();
    expect(facts.exists?.(join(root, "src/a.ts"))).toBe(true);
  });

  it("lists branches and whether they are pushed, and remotes", () => {
    git("branch", "pushed");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    git("remote", "add", "origin", "https://example.org/a.git");
    git("checkout", "-q", "-b", "draft");
    git("commit", "--allow-empty", "-m", "second");
    const facts = projectFacts(root, { timeLimit: 20_000 });
    expect(facts.branches?.()).toEqual(
      expect.arrayContaining([
        { name: "draft", isPushed: false },
        { name: "pushed", isPushed: true },
      ]),
    );
    expect(facts.remotes?.()).toEqual({ origin: "https://example.org/a.git" });
  });

  it("reads texts of small files, and none of the system", () => {
    const facts = projectFacts(root);
    expect(facts.text?.(join(root, "src/new.ts"))).toBe("new\n");
    expect(facts.text?.("/etc/passwd")).toBeUndefined();
  });
});
