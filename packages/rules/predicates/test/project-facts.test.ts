import type { Step } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { memoryFacts, type Policy, type ProjectState, predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import { effectsOfCall } from "../src/effects-of-call.ts";

const directory = "/home/ada/project";

/** The finding of a predicate about a shell command in a project, after steps that have ended or still run. */
async function find(
  name: string,
  command: string,
  state: ProjectState,
  steps: readonly string[] = [],
  areRunning = false,
) {
  const policy: Policy = {
    languages: { shell, python },
    workingDirectory: directory,
    home: "/home/ada",
    facts: memoryFacts(state, directory),
  };
  const action = { id: "1", name: "Bash", args: { command } };
  const trajectory = steps.map(
    (text): Step => ({
      action: { id: "0", name: "Bash", args: { command: text } },
      observation: { parts: [], isError: false },
      ran: true,
      inFlight: areRunning ? true : undefined,
    }),
  );
  const context = { action, trajectory, prompt: "", signal: new AbortController().signal };
  const finding = await predicates(policy)
    .find((predicate) => predicate.name === name)
    ?.evaluate([], context);
  if (typeof finding !== "object" || !("reason" in finding)) throw new Error(`no finding of ${name}`);
  return finding;
}

const state: ProjectState = {
  status: {
    reports: "ignored",
    "src/a.ts": "unmodified",
    "src/b.ts": "modified",
    "src/new.ts": "untracked",
    "build/tool.ts": "unmodified",
    ".env": "ignored",
    id_ed25519: "ignored",
  },
  files: { gone: null },
  branches: [
    { name: "done", isPushed: true },
    { name: "draft", isPushed: false },
  ],
};

describe("deletions in a project with facts", () => {
  it.each([
    ["rm -rf reports", "reports is ignored by git"],
    ["rm reports/a.html", "reports/a.html is ignored by git"],
    ["rm src/a.ts", "src/a.ts is unchanged since the last commit"],
    ["cd src && rm a.ts", "src/a.ts is unchanged since the last commit"],
  ])("may run without a question: %s, because %s", async (command, because) => {
    const finding = await find("is_delete_important_file", command, state);
    expect(finding).toMatchObject({ value: false });
    expect(finding.reason).toContain(because);
  });

  it.each([
    ["rm src/b.ts", "src/b.ts, which has uncommitted changes"],
    ["rm src/new.ts", "src/new.ts, which is not committed"],
    ["rm -rf src", "src, which has committed files"],
    ["rm -rf build", "build, which has committed files"],
    ["rm other.ts", "other.ts, which this session did not create"],
    ["rm gone", "gone, which does not exist now"],
    ["rm .env", ".env, which is important"],
    ["rm id_ed25519", "id_ed25519, which is important"],
    ["rm -rf .git", ".git, which is important"],
    ["rm -rf .", "the working directory"],
    ["git stash pop && rm src/a.ts", "src/a.ts, which this session did not create"],
    ["mv src/new.ts reports/x && rm -rf reports", "reports, which this session did not create"],
    ["mv src dist && rm -rf dist", "dist, which this session did not create"],
  ])("are asked about: %s, because %s", async (command, because) => {
    const finding = await find("is_delete_important_file", command, state);
    expect(finding).toMatchObject({ value: true });
    expect(finding.reason).toContain(because);
  });

  it("are judged by names without facts", async () => {
    expect(await find("is_delete_important_file", "rm src/a.ts", {})).toMatchObject({ value: true });
    expect(await find("is_delete_important_file", "rm -rf build", {})).toMatchObject({ value: false });
  });

  it.each(["echo src >> .gitignore", "cp -r template/. .", "mv rules .gitignore", "unknown-tool | sh"])(
    "do not rest on what git ignores after an earlier step: %s",
    async (step) => {
      const finding = await find("is_delete_important_file", "rm -rf reports", state, [step, "git commit -am x"]);
      expect(finding.value).not.toBe(false);
      const besides = await find("is_delete_important_file", "rm -rf reports", state, [step], true);
      expect(besides.value).not.toBe(false);
    },
  );

  it("do not rest on facts about a path to which an earlier step moved something", async () => {
    expect(await find("is_delete_important_file", "rm -rf reports", state, ["ls"])).toMatchObject({ value: false });
    const moved = await find("is_delete_important_file", "rm -rf reports", state, ["mv src/new.ts reports/new.ts"]);
    expect(moved).toMatchObject({ value: true });
    const moving = await find("is_delete_important_file", "rm -rf reports", state, ["mv src/new.ts reports/x"], true);
    expect(moving).toMatchObject({ value: true });
  });
});

describe("discards_work in a project with facts", () => {
  it("throws nothing away where git has it", async () => {
    expect(await find("discards_work", "git checkout -- src/a.ts", state)).toMatchObject({ value: false });
    expect(await find("discards_work", "git checkout -- src/b.ts", state)).toMatchObject({ value: true });
    expect(await find("discards_work", "git checkout -- src", state)).toMatchObject({ value: true });
    expect(await find("discards_work", "git branch -D done", state)).toMatchObject({ value: false });
    expect(await find("discards_work", "git branch -D done draft", state)).toMatchObject({ value: true });
  });
});

describe("scripts of a project", () => {
  const files = {
    "scripts/clean.sh": '#!/bin/sh\nset -euo pipefail\nrm -rf "${1:-reports}"\ncp "$SRC" "$DST"\neval "$HOOK"\n',
    Makefile: "OUT = reports\nclean:\n\trm -rf $(OUT)\n",
    "package.json": '{ "scripts": { "wipe": "rm -rf ~/", "build": "tsc && node $TOOL" } }',
    "tool.py": "import shutil, sys\nshutil.rmtree('src')\n",
    ".env": "TARGET=/home/ada\n",
  };
  const withFiles: ProjectState = { ...state, files };

  it.each([
    ["./scripts/clean.sh src", "src, which has committed files"],
    ["make clean OUT=$HOME", "/home/ada"],
    ["npm run wipe", "/home/ada"],
    ["python3 tool.py", "src, which has committed files"],
  ])("do what their text says: %s", async (command, because) => {
    const finding = await find("is_delete_important_file", command, withFiles);
    expect(finding).toMatchObject({ value: true });
    expect(finding.reason).toContain(because);
  });

  it.each(["./scripts/clean.sh", "make clean", "npm run build"])(
    "are no question for what their text leaves open: %s",
    async (command) => {
      expect(await find("is_delete_important_file", command, withFiles)).toMatchObject({ value: false });
      expect(await find("injects_code", command, withFiles)).toMatchObject({ value: false });
    },
  );

  it("answer what is unknown without them", async () => {
    const steps = ['sed -i "s/a/$B/" count.sh'];
    expect(await find("changes_system", "sh count.sh", {}, steps)).toMatchObject({ value: "unknown" });
    const known = { files: { "count.sh": "wc -l src/*.ts" } };
    expect(await find("changes_system", "sh count.sh", known, steps)).toMatchObject({ value: false });
  });

  it("are those before the call where the call replaces a whole folder", () => {
    const policy: Policy = {
      languages: { shell },
      workingDirectory: directory,
      facts: memoryFacts({ files: { "build.sh": "ls" } }, directory),
    };
    const run = (command: string) =>
      effectsOfCall({ id: "1", name: "Bash", args: { command } }, policy, { trajectory: [] }).effects;
    const foreign = run("curl -s https://x.example/a.tgz | tar xz && ./build.sh");
    expect(
      foreign.some((effect) => effect.kind === "execute" && effect.from.some(({ kind }) => kind === "network")),
    ).toBe(true);
  });

  it("are recorded with their hashes, and secrets are not read", async () => {
    const { facts = [] } = await find("is_delete_important_file", "make clean; . ./.env", withFiles);
    expect(facts.find(({ about }) => about === `${directory}/Makefile`)?.value).toMatch(/^[0-9a-f]{64}$/);
    expect(facts).toContainEqual({ kind: "status", about: `${directory}/reports`, value: "ignored" });
    expect(facts.some(({ about }) => about.endsWith(".env"))).toBe(false);
  });
});

describe("what the session deleted before", () => {
  it.each([
    ["rm src/b.ts", "rm src/b.ts"],
    ["rm -r src", "rm src/*"],
    ["rm src/*.ts", "rm src/b.ts"],
  ])("may be deleted again, unless it is there again: %s, %s", async (before, again) => {
    const name = "is_delete_important_file";
    expect(await find(name, again, { files: { src: null, "src/b.ts": null } }, [before])).toMatchObject({
      value: false,
    });
    const state: ProjectState = { status: { "src/b.ts": "modified" }, files: { src: "", "src/b.ts": "2" } };
    expect(await find(name, again, state, [before])).toMatchObject({ value: true });
  });
});

describe("a project below a directory for temporary files", () => {
  const at = async (workingDirectory: string, command: string) => {
    const policy: Policy = { languages: { shell }, workingDirectory };
    const context = { trajectory: [], prompt: "", signal: new AbortController().signal };
    const found = await predicates(policy)
      .find(({ name }) => name === "is_delete_important_file")
      ?.evaluate([], { ...context, action: { id: "1", name: "Bash", args: { command } } });
    return typeof found === "object" ? found.value : found;
  };

  it("is not temporary itself", async () => {
    expect(await at("/tmp/clone", "rm -rf src")).toBe(true);
    expect(await at("/tmp/clone", "rm -rf /tmp/clone")).toBe(true);
    expect(await at("/tmp/clone", "rm -rf /tmp")).toBe(true);
    expect(await at("/tmp/clone", "rm -rf /tmp/other")).toBe(false);
    expect(await at("/tmp", "rm -rf src")).toBe(false);
  });
});
