import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Comparison, changedFiles } from "@helve/predicates/node";
import { afterAll, beforeAll, expect, it } from "vitest";

let root: string;

function git(...args: readonly string[]): void {
  const env = { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...author, ...args], { cwd: root, env, stdio: "ignore" });
}

function commit(name: string, text: string): void {
  writeFileSync(join(root, name), text);
  git("add", "-A");
  git("commit", "-m", name);
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "changes-")));
  git("init");
  commit("a", "1");
  git("branch", "old");
  commit("a", "2");
  git("checkout", "-b", "side");
  commit("b", "1");
  git("checkout", "main");
  commit("c", "1");
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const changed = (revision: string, by: Comparison["by"], directory = root): readonly string[] | undefined =>
  changedFiles(directory, { revision, by }, { timeLimit: 5000 })?.map((path) => path.slice(root.length + 1));

it.each<[string, Comparison["by"], readonly string[]]>([
  ["old", "commit", ["a", "c"]],
  ["side", "commit", ["b", "c"]],
  ["side", "branch", ["b"]],
  ["old", "branch", []],
  ["side", "change", ["b"]],
  ["HEAD~2", "change", ["a"]],
  ["old", "change", ["a"]],
  ["old..side", "change", ["a", "b"]],
  ["main", "commit", []],
])("%s as a %s changes %j", (revision, by, names) => {
  expect(changed(revision, by)).toEqual(names);
});

it("changes nothing by a word that names no commit, or without a repository", () => {
  expect(changed("src/a.ts", "commit")).toEqual([]);
  expect(changed("--output=x", "commit")).toEqual([]);
  expect(changed("main", "commit", tmpdir())).toEqual([]);
});

it("does not know what git does not answer in time", () => {
  expect(changedFiles(root, { revision: "old", by: "commit" }, { timeLimit: 0 })).toBeUndefined();
});
