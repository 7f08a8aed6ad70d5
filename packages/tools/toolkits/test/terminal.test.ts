import { spawnSync } from "node:child_process";
import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { limitAfter } from "@helve/testing/limit-after";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { sandboxes } from "@helve/toolkit-tests/sandboxes";
import { Terminal, terminalUses } from "@helve/toolkits/terminal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const terminalIn = (sandbox: Sandbox, options = {}) => {
  const kit = new Terminal({ sandbox, ...options });
  return (command: string, args: object = {}, context: object = {}) =>
    callTool(kit, "Execute", { command, ...args }, context) as Promise<string>;
};

describe("Terminal", () => {
  testDescriptions({ document: "terminal", create: (locale) => new Terminal({ locale }), uses: terminalUses });

  it("refuses a language without texts", () => {
    expect(() => new Terminal({ locale: "fr" as "en" })).toThrow('"locale" must be "en" or "zh" (got "fr")');
  });

  it.each(["timeout", "maxTimeout", "outputLimit", "maxJobs"])("refuses %s unless it is a number above 0", (name) => {
    for (const value of [0, -1, "5"]) {
      expect(() => new Terminal({ [name]: value })).toThrow(`"${name}" must be a number above 0`);
    }
  });
});

describe.each(sandboxes)("Terminal in $name", ({ create, missing }) => {
  const test = it.skipIf(missing !== undefined);

  test("returns what a command prints, and its exit code unless it is 0", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    expect(await run("echo one; echo two")).toBe("one\ntwo\n");
    expect(await run("echo out; echo problem >&2; false")).toBe("out\n[stderr]\nproblem\n[exit code 1]");
    expect(await run("true")).toBe("[no output]");
    expect(await run("cat")).toBe("[no output]");
  });

  test("keeps the directory and exported variables", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run(`mkdir -p 'a b'; cd 'a b'; export GREETING="it's \\"one\\"
and \\$two" EMPTY=; export GONE=1; unset HOME`);
    expect(await run('basename "$PWD"; echo "$GREETING|$EMPTY|${HOME-none}|$GONE"')).toBe(
      `a b\nit's "one"\nand $two||none|1\n`,
    );
    await run("unset GONE; cd ..");
    expect(await run('echo "${GONE-none}"; ls')).toBe("none\na b\n");
  });

  test("takes no variable from the name of a directory", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("mkdir 'd\nexport EVIL=x' && cd d*");
    expect(await run('echo "${EVIL-none}"')).toContain("none\n");
  });

  test("goes on after a command that ends the shell or can't be parsed", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("mkdir d; cd d");
    await run("if (");
    expect(await run("exit 3")).toMatch(/^\[exit code 3\]/);
    expect(await run("set -e; false; echo never")).toMatch(/^\[exit code 1\]/);
    expect(await run("if (")).toMatch(/\[stderr\]\n.*\n\[exit code [12]\]/);
    expect(await run("set -u; echo $NOTHING")).toMatch(/\[exit code (?:1|2|127)\]/);
    expect(await run('basename "$PWD"')).toBe("d\n");
  });

  test("goes on in the first directory when the last one is gone", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("mkdir d; cd d; rmdir ../d");
    expect(await run("pwd")).toBe(
      `${sandbox.workingDirectory}\n[${sandbox.workingDirectory}/d no longer exists: the command started in ${sandbox.workingDirectory}]`,
    );
    expect(await run("pwd")).toBe(`${sandbox.workingDirectory}\n`);
  });

  test("cuts the middle of long output", async () => {
    await using sandbox = await create();
    expect(await terminalIn(sandbox, { outputLimit: 20 })("seq 1 100")).toBe(
      "1\n2\n3\n4\n5\n\n[… 272 of 292 characters left out …]\n98\n99\n100\n",
    );
  });

  test("reports output while the command runs", async () => {
    await using sandbox = await create();
    const updates: unknown[] = [];
    await terminalIn(sandbox)("echo a; echo b >&2", {}, { progress: (update: unknown) => updates.push(update) });
    expect(updates).toHaveLength(2);
    expect(updates).toContainEqual({ stream: "stdout", text: "a\n" });
    expect(updates).toContainEqual({ stream: "stderr", text: "b\n" });
  });

  test("starts commands in the background, reads and ends them", async () => {
    await using sandbox = await create();
    const kit = new Terminal({ sandbox });
    await callTool(kit, "Execute", { command: "export WORD=hello" });
    expect(await callTool(kit, "Execute", { command: "echo $WORD", background: true })).toBe("Started job_1.");
    await expect
      .poll(() => callTool(kit, "Jobs", {}))
      .toMatchObject([{ job: "job_1", command: "echo $WORD", status: "ended with the exit code 0", unread: 6 }]);
    expect(await callTool(kit, "Output", { job: "job_1" })).toBe("hello\n[job_1: ended with the exit code 0]");
    expect(await callTool(kit, "Output", { job: "job_1" })).toBe("[job_1: ended with the exit code 0]");
    await expect(callTool(kit, "Output", { job: "job_9" })).rejects.toThrow('There is no job "job_9": there is job_1.');
  });

  test("refuses a null byte, which shells drop", async () => {
    await using sandbox = await create();
    await expect(terminalIn(sandbox)("r\0m -rf src")).rejects.toThrow('"command" must not contain a null byte');
  });

  test("refuses a time limit that is none", async () => {
    await using sandbox = await create();
    await expect(terminalIn(sandbox)("ls", { timeout: -1 })).rejects.toThrow(
      'Terminal.Execute: "timeout" must be a number of seconds greater than 0 and at most 3600 (got -1)',
    );
  });
});

describe.each(sandboxes.slice(0, 2))("Terminal with programs of $name", ({ create, missing }) => {
  const test = it.skipIf(missing !== undefined);

  test("keeps the directory when a command ends the shell, sets traps or redirects its output", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("mkdir -p a/b/c; cd a; exit 3");
    await run("set -e; cd b; false");
    await run("trap 'echo bye' EXIT; cd c");
    expect(await run("exit")).toMatch(/^bye\n/);
    await run("exec >log 2>&1; echo hi; export A=1");
    expect(await run('cat log; basename "$PWD"; echo $A')).toBe("hi\nc\n1\n");
  });

  test("takes no report from what a command prints", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run(
      "export -p >&2; tr '\\0' ' ' </proc/$$/cmdline >&2; cat </proc/$$/environ >&2; printf() { echo /tmp; }; pwd() { echo /tmp; }",
    );
    await run("exit");
    expect(await run("pwd")).toBe(`${sandbox.workingDirectory}\n`);
  });

  test("ends a command at its time limit, and returns what it printed until then", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("export KEPT=1");
    const progress = limitAfter(500, "begun", "warned");
    const command = "echo begun; echo warned >&2; sleep 60";
    await expect(run(command, { timeout: 0.5 }, { progress })).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringMatching(
        /did not end within 0.5 s and was ended\. Set a longer "timeout", or "background"\.\n\[the shell has ended: .*\]\n\nOutput before that:\nbegun\n\[stderr\]\nwarned\n$/,
      ),
    });
    expect(await run("echo $KEPT")).toBe("1\n");
  });

  test("ends a command when the call is aborted", async () => {
    await using sandbox = await create();
    const controller = new AbortController();
    const progress = () => controller.abort(new Error("enough"));
    await expect(terminalIn(sandbox)("echo a; sleep 60", {}, { signal: controller.signal, progress })).rejects.toThrow(
      "enough",
    );
  });

  test("tells with the next command which jobs have ended", async () => {
    await using sandbox = await create();
    const kit = new Terminal({ sandbox });
    const run = (args: Readonly<Record<string, unknown>>) => callTool(kit, "Execute", args);
    await run({ command: "echo hello; exit 3", background: true });
    await expect.poll(() => callTool(kit, "Jobs", {})).toMatchObject([{ status: "ended with the exit code 3" }]);
    const news = "[job_1: ended with the exit code 3, 6 characters of output are unread]";
    expect(await run({ command: "echo next" })).toBe(`next\n${news}`);
    expect(await run({ command: "echo next" })).toBe("next\n");
  });

  test("ends a job, and all jobs with the sandbox", async () => {
    const sandbox = await create();
    const kit = new Terminal({ sandbox, maxJobs: 2, outputLimit: 10 });
    const run = (command: string) => callTool(kit, "Execute", { command, background: true });
    await run("seq 1 1000; sleep 60");
    await run("sleep 60");
    await expect(run("sleep 60")).rejects.toThrow(
      "2 jobs are running, which is the limit: stop one of job_1, job_2 first.",
    );
    await expect.poll(() => callTool(kit, "Jobs", {})).toMatchObject([{ unread: 3893, status: "running" }, {}]);
    expect(await callTool(kit, "Stop", { job: "job_1" })).toMatch(
      /^1\n2\n3\n\[… 3,883 of 3,893 characters left out …\]\n\n?1000\n\[job_1: ended by SIG\w+\]$/,
    );
    await sandbox.close();
    await expect
      .poll(() => callTool(kit, "Jobs", {}))
      .toMatchObject([{}, { status: expect.stringContaining("ended") }]);
  });
});

describe.each(sandboxes.slice(0, 2))("the shell of $name", ({ create, missing }) => {
  const test = it.skipIf(missing !== undefined);

  test("stays: variables, functions, aliases, options and background jobs", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("x=5; twice() { echo $1$1; }; alias hello='echo hi'; set -o noglob; sleep 60 & LAST=$!");
    expect(await run("echo $x *; twice a; hello")).toBe("5 *\naa\nhi\n");
    expect(await run("kill -0 $LAST && jobs | wc -l")).toMatch(/^\s*1\n$/);
  });

  test("is bash where there is one", async ({ skip }) => {
    skip(spawnSync("bash", ["--version"]).status !== 0);
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    const command =
      "a=(1 2 3); [[ ${#a[@]} == 3 ]] && source <(echo 'echo sourced') && echo $'tab\\tend'; set -o pipefail; false | true";
    expect(await run(command)).toBe("sourced\ntab\tend\n[exit code 1]");
  });

  test("prints what a background job prints with the next command", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("(while [ ! -e go ]; do sleep 0.05; done; echo from the job; touch printed) &");
    await sandbox.writeFile("go", "");
    await expect.poll(() => sandbox.stat("printed").catch(() => undefined)).toBeDefined();
    expect(await run("echo now")).toContain("from the job\n");
  });

  test("says plainly that it has ended, and what is lost", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("x=5; export Y=6; mkdir d; cd d");
    expect(await run("exit 4")).toMatch(
      /^\[exit code 4\]\n\[the shell has ended: .*same directory, with the exported variables/,
    );
    expect(await run('echo "${x-lost} $Y $(basename "$PWD")"')).toBe("lost 6 d\n");
    expect(await run("kill -9 $$")).toMatch(/\[exit code 137.*\]\n\[the shell has ended/);
    expect(await run("echo $Y")).toBe("6\n");
  });

  test("goes on after a command whose quotes are open", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    for (const command of ["echo 'a", 'echo "a', "echo `ls", "echo ${a", "echo a \\"]) {
      await run(`x=5; ${command}`);
      await run("x=5");
      expect([await run("echo $x"), await run("echo [$x]")]).toEqual(["5\n", "[5]\n"]);
    }
  });

  test("shows the output again after a command that redirected it for good", async () => {
    await using sandbox = await create();
    const run = terminalIn(sandbox);
    await run("set -v; exec >log 2>&1; echo hi");
    expect(await run("cat log")).toContain("hi\n");
  });

  test("is another one for each instance, and shared by toolkits with the same", async () => {
    await using sandbox = await create();
    const own = [terminalIn(sandbox), terminalIn(sandbox)];
    const shared = [terminalIn(sandbox, { instance: "a" }), terminalIn(sandbox, { instance: "a" })];
    for (const [first, second] of [own, shared]) {
      await first?.("x=1");
      expect(await second?.("echo ${x-none}")).toBe(first === own[0] ? "none\n" : "1\n");
    }
  });

  test("begins anew on request", async () => {
    await using sandbox = await create();
    const kit = new Terminal({ sandbox });
    const run = (command: string) => callTool(kit, "Execute", { command });
    await run("export Y=6; cd /");
    expect(await callTool(kit, "Restart", {})).toContain("the next command starts a new one");
    expect(await run('echo "${Y-none} $PWD"')).toBe(`none ${sandbox.workingDirectory}\n`);
  });
});

describe.each(["bash", "sh"])("the lines around a command in %s", (shell) => {
  it("are not traced by set -x", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell });
    expect(await run("set -x")).toBe("[no output]");
    expect(await run("echo hi; false")).toMatch(/^hi\n\[stderr\]\n\+{1,2} echo hi\n\+{1,2} false\n\[exit code 1\]$/);
    expect(await run("exit 3")).toMatch(/^\[stderr\]\n\+{1,2} exit 3\n\[exit code 3\]/);
  });

  it("are not printed by set -v", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell });
    await run("set -v");
    expect(await run("echo hi")).toMatch(/^hi\n(?:\[stderr\]\necho hi\n)?$/);
  });

  it("leave the exit code of the last command in $?", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell });
    await run("(exit 7)");
    expect(await run("echo $?")).toBe("7\n");
    expect(await run("echo $?")).toBe("0\n");
  });

  it("end the shell at once if it executes nothing more, or can't report", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell, timeout: 60 });
    await run("export Y=6");
    expect(await run("set -n")).toMatch(/^\[exit code 2\]\n\[the shell has ended: .* from before this command;/);
    expect(await run("echo $Y")).toBe("6\n");
    expect(await run("unset -f __helve_state; echo hi")).toMatch(/^hi\n\[exit code 2\]\n\[the shell has ended: /);
    expect(await run("echo $Y; x=5")).toBe("6\n");
    expect(await run("echo $x")).toBe("5\n");
  });

  it("do not use aliases and functions with the names of the shell's commands", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell });
    await run("mkdir d; cd d");
    await run("for name in eval exec set unset [ cd printf pwd export; do alias $name=true 2>/dev/null; done");
    expect(await run("echo aliased; \\unalias -a; false")).toBe("aliased\n[exit code 1]");
    if (shell === "bash") {
      await run(
        "eval() { :; }; exec() { :; }; unset() { :; }; cd() { :; }; printf() { :; }; pwd() { :; }; export() { :; }; set() { :; }",
      );
    }
    expect(await run("echo functions; false")).toBe("functions\n[exit code 1]");
    expect(await run("basename $PWD")).toBe("d\n");
  });
});

describe("the lines around a command in bash", () => {
  it("leave the descriptors with one digit to the commands", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell: "bash" });
    expect(await run("exec 9>lock 8>log; echo hi")).toBe("hi\n");
    expect(await run("echo kept >&8; exec 8>&- 9>&-")).toBe("[no output]");
    expect(await run("cat lock log")).toBe("kept\n");
  });

  it("run a command in a new shell if the last one ended after its command", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell: "bash" });
    expect(await run("mkdir d; cd d; set -t")).toBe("[no output]");
    expect(await run('basename "$PWD"')).toMatch(/^d\n\[the shell had ended: this command ran in a new one/);
    expect(await run("echo hi")).toBe("hi\n");
  });
});

it("says that a command in the background has no time limit", async () => {
  await using sandbox = await localSandbox();
  const started = await terminalIn(sandbox)("true", { background: true, timeout: 5 });
  expect(started).toBe(
    'Started job_1. [a command in the background has no time limit: "timeout" was ignored, and Terminal.Stop ends the job]',
  );
});

it("says that a sandbox in memory keeps only the directory and exported variables, if a command needs more", async () => {
  await using sandbox = await memorySandbox();
  const run = terminalIn(sandbox);
  expect(await run("x=5")).toBe(
    "[this sandbox keeps the working directory and exported variables for the next call, but no other variables, functions, aliases or options]",
  );
  expect(await run("export Y=6")).toBe("[no output]");
  expect(await run("echo ${x-none} $Y")).toBe("none 6\n");
});

describe("the variables of a terminal", () => {
  it.each(["sh", "bash", "dash", "busybox sh"])("have any text as a value in %s", async (shell) => {
    await using sandbox = await localSandbox();
    if (!(await sandbox.exec(["sh", "-c", `command -v ${shell}`])).success) return;
    await sandbox.writeFile("shell", `#!/bin/sh\nexec ${shell} "$@"\n`);
    await sandbox.exec(["chmod", "+x", "shell"]);
    const run = terminalIn(sandbox, { shell: `${sandbox.workingDirectory}/shell` });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 20 }), async (drawn) => {
        const value = drawn.replaceAll("\0", "").replace(/\n+$/, "");
        const quoted = value.replaceAll("'", "'\\''");
        await run(`export VALUE='${quoted}'`);
        await run('printf %s "$VALUE" >value');
        expect(await sandbox.readFile("value")).toBe(value);
      }),
      { numRuns: 15 },
    );
  });

  it("are not those that bash allows nobody to set", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell: "bash" });
    await run("export UID EUID PPID SHELLOPTS BASHOPTS BASH_VERSINFO NAME=Ada");
    expect(await run("echo $NAME")).toBe("Ada\n");
  });

  it("are no arrays of bash, which programs don't get", async () => {
    await using sandbox = await localSandbox();
    const run = terminalIn(sandbox, { shell: "bash" });
    await run("declare -ax LIST=(1 $'2\nexport EVIL=1' '3 4'); declare -Ax MAP=([a b]=1); declare -ix NUMBER=5; exit");
    expect(await run('echo "$LIST $MAP $EVIL $NUMBER"')).toBe("   5\n");
  });

  it("are those of the sandbox of a call", async () => {
    await using one = await memorySandbox();
    await using other = await memorySandbox();
    const kit = new Terminal();
    const run = (sandbox: Sandbox, command: string) =>
      callTool(kit, "Execute", { command }, { sandbox: async () => sandbox });
    await run(one, "export NAME=one");
    expect(await run(other, "echo ${NAME-none}")).toBe("none\n");
    expect(await run(one, "echo $NAME")).toBe("one\n");
    await expect(callTool(kit, "Execute", { command: "ls" })).rejects.toThrow(
      "This tool needs a sandbox, and the session has none.",
    );
  });
});

it("lists a job as running while a process that it has put into the background runs", async () => {
  await using sandbox = await localSandbox();
  const kit = new Terminal({ sandbox });
  await callTool(kit, "Execute", { command: "sleep 60 & echo started; (exit 3)", background: true });
  await expect.poll(() => callTool(kit, "Jobs", {})).toMatchObject([{ unread: 8 }]);
  expect(await callTool(kit, "Output", { job: "job_1" })).toBe("started\n[job_1: running]");
  expect(await callTool(kit, "Stop", { job: "job_1" })).toMatch(/^\[job_1: ended by SIG\w+\]$/);
});

describe("a shell that does not read its input", () => {
  /** A command that is longer than the buffer of a pipe. */
  const long = `true ${"x".repeat(2_000_000)}`;

  const deafShell = async (sandbox: Sandbox) => {
    await sandbox.writeFile("deaf", "#!/bin/sh\nexec sleep 60\n");
    await sandbox.exec(["chmod", "+x", "deaf"]);
    return terminalIn(sandbox, { shell: `${sandbox.workingDirectory}/deaf` });
  };

  it("ends a command at its time limit", async () => {
    await using sandbox = await localSandbox();
    const run = await deafShell(sandbox);
    await expect(run(long, { timeout: 0.2 })).rejects.toThrow("the command did not end within 0.2 s");
    await expect(run(long, { timeout: 0.2 })).rejects.toThrow("the command did not end within 0.2 s");
  });

  it("ends a command when the call is aborted, and starts a job at once", async () => {
    await using sandbox = await localSandbox();
    const run = await deafShell(sandbox);
    await expect(run(long, {}, { signal: AbortSignal.timeout(200) })).rejects.toThrow("timeout");
    expect(await run(long, { background: true })).toBe("Started job_1.");
  });
});

it("has no time limit if it is longer than any timer", async () => {
  await using sandbox = await localSandbox();
  const run = terminalIn(sandbox, { timeout: Number.POSITIVE_INFINITY, maxTimeout: Number.POSITIVE_INFINITY });
  expect(await run("sleep 0.05; echo done")).toBe("done\n");
});
