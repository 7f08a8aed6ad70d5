import type { Step } from "@helve/core";
import { powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { describe, expect, it } from "vitest";
import { effectsOfCall, type Policy, predicates } from "../src/index.ts";

const policy: Policy = { languages: { shell, python }, workingDirectory: "/srv", home: "/home/ada" };
const past = { trajectory: [] };

describe("effectsOfCall", () => {
  it("lists effects, programs, and what is written", () => {
    const action = { id: "1", name: "Bash", args: { command: "echo hi > a.txt; rm b" } };
    const { effects, commands, written, isKnownTool } = effectsOfCall(action, policy, past);
    expect(effects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["write", "delete"]));
    expect(effects.map(({ kind }) => kind)).not.toContain("command");
    expect(commands.map(({ words }) => words[0]?.text)).toEqual(["echo", "rm"]);
    expect(written.get("a.txt")?.text).toBe("hi\n");
    expect(isKnownTool).toBe(true);
  });

  it("names code of another language as a program", () => {
    const action = { id: "1", name: "PythonREPL.Run", args: { code: "print(1)" } };
    expect(effectsOfCall(action, policy, past).commands).toMatchObject([
      { words: [{ text: "python" }, { text: "print(1)", isCode: true }], isModeled: false },
    ]);
  });

  it("reads programs of one call where those before them led: one that stays there changes no directory", () => {
    const programs: Policy = {
      ...policy,
      languages: { shell, python, powershell },
      tools: {
        Shell: { code: "programs", language: "shell", items: "programs" },
        PowerShell: { code: "programs", language: "powershell", items: "programs" },
        Python: { code: "programs", language: "python", items: "programs" },
      },
    };
    const deleted = (name: string, ...texts: readonly string[]) =>
      effectsOfCall({ id: "1", name, args: { programs: texts } }, programs, past).effects.flatMap((effect) =>
        effect.kind === "delete" ? [effect.target?.path] : [],
      );
    expect(deleted("Shell", "cd documents", "echo a > b", "rm c")).toEqual(["documents/c"]);
    expect(deleted("PowerShell", "cd documents", "Set-Content b a", "Remove-Item c")).toEqual(["documents/c"]);
    const moves = ["import os\nos.chdir('documents')", "open('b', 'w').write('a')", "import os\nos.remove('c')"];
    expect(deleted("Python", ...moves)).toEqual(["documents/c"]);
  });

  describe("after other steps", () => {
    const step = (command: string, more: object = {}, status: Step["status"] = "success"): Step => ({
      action: { id: "0", name: "Bash", args: { command, ...more } },
      observation: { parts: [], isError: false },
      ran: true,
      status,
    });
    const after = (...trajectory: readonly Step[]) =>
      effectsOfCall({ id: "1", name: "Bash", args: { command: "ls" } }, policy, { trajectory });

    it("lists the files that they wrote", () => {
      expect(after(step("echo hi > a.txt")).earlierFiles.get("a.txt")?.text).toBe("hi\n");
    });

    it("lists the code that may still run, and where it started", () => {
      expect(after(step("cd a; ls"), step("sleep 5; sh w.sh &")).running).toContainEqual({
        language: "shell",
        code: "sleep 5; sh w.sh &",
        directory: "a",
      });
      expect(after(step("npm start", { run_in_background: true })).running).toMatchObject([{ code: "npm start" }]);
      expect(after(step("npm start", {}, "timed_out")).running).toMatchObject([{ code: "npm start" }]);
      const { action, observation } = step("npm start");
      expect(after({ action, observation, ran: false, inFlight: true }).running).toMatchObject([{ code: "npm start" }]);
    });

    it("lists the code of the call itself that may still run", () => {
      const action = { id: "1", name: "Bash", args: { command: "(sleep 5; sh w.sh) & echo hi > w.sh" } };
      expect(effectsOfCall(action, policy, past).running).toMatchObject([{ code: action.args.command }]);
    });

    it("lists the links that the session and the call have created", () => {
      const action = { id: "1", name: "Bash", args: { command: 'ln -s c d; ln -s "$X" e' } };
      const { links } = effectsOfCall(action, policy, { trajectory: [step("ln -s a b")] });
      expect(Object.fromEntries(links)).toEqual({ b: "a", d: "c", e: null });
    });

    it.each<[string, Step["action"]]>([
      ["an edit", { id: "0", name: "Edit", args: { file_path: "/srv/a.sh", old_string: "a", new_string: "b" } }],
      [
        "a patch",
        {
          id: "0",
          name: "apply_patch",
          args: { input: "*** Begin Patch\n*** Update File: a.sh\n@@\n-a\n+b\n*** End Patch\n" },
        },
      ],
    ])("lists a file that %s has changed without its text, also after a checkpoint", (_what, action) => {
      const trajectory = [{ action, observation: { parts: [], isError: false }, ran: true }];
      const [memory] = predicates(policy).flatMap((predicate) => predicate.memory ?? []);
      const earlier = [memory?.snapshot({ trajectory }) ?? null];
      for (const steps of [{ trajectory }, { trajectory: [], earlier }]) {
        const { earlierFiles } = effectsOfCall({ id: "1", name: "Bash", args: { command: "ls" } }, policy, steps);
        expect(earlierFiles.get("a.sh")).toMatchObject({ from: [{ kind: "file", target: { path: "a.sh" } }] });
      }
    });

    it("lists no code that has ended", () => {
      expect(after(step("npm test"), step("npm start", { run_in_background: false })).running).toEqual([]);
    });
  });

  it("says that nothing is known of a tool", () => {
    const action = { id: "1", name: "mcp__x__save", args: { where: "/etc/passwd" } };
    expect(effectsOfCall(action, policy, past)).toMatchObject({ effects: [], commands: [], isKnownTool: false });
  });

  describe("with fileText", () => {
    const read = (command: string, disk: Readonly<Record<string, string>>, trajectory: readonly Step[] = []) =>
      effectsOfCall(
        { id: "1", name: "Bash", args: { command } },
        policy,
        { trajectory },
        { fileText: (path) => disk[path] },
      )
        .effects.filter(({ kind }) => kind === "delete")
        .map((effect) => (effect.kind === "delete" ? effect.target?.path : undefined));
    const step = (command: string): Step => ({
      action: { id: "0", name: "Bash", args: { command } },
      observation: { parts: [], isError: false },
      ran: true,
    });

    it.each([
      ["sh a.sh", "/srv/a.sh", "rm x"],
      ["sh ~/a.sh", "/home/ada/a.sh", "rm x"],
      ["cd /opt && ./a", "/opt/a", "rm /srv/x"],
      ["make clean", "/srv/Makefile", "clean:\n\trm x\n"],
      ["npm run clean", "/srv/package.json", '{"scripts":{"clean":"rm x"}}'],
      ["python3 -c 'import a'", "/srv/a.py", "import os\nos.remove('x')"],
    ])("%s reads %s", (command, path, text) => {
      expect(read(command, { [path]: text }).map((each) => each?.replace("/srv/", ""))).toEqual(["x"]);
      expect(read(command, {})).toEqual([]);
    });

    it("reads what a step or the call itself wrote instead of the disk", () => {
      const disk = { "/srv/a.sh": "rm disk" };
      expect(read("sh a.sh", disk, [step("echo rm step > a.sh")])).toEqual(["step"]);
      expect(read("echo rm call > a.sh; sh a.sh", disk)).toEqual(["call"]);
      expect(read("rm a.sh; sh a.sh", disk)).toEqual(["a.sh"]);
    });

    it("reads the disk where the content that a step wrote is unknown", () => {
      expect(read("sh a.sh", { "/srv/a.sh": "rm disk" }, [step("unknown-program > a.sh")])).toEqual(["disk"]);
    });
  });
});
