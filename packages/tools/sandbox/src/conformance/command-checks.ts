/** Conformance checks of commands: output, exit codes, time limits. */
import type { Sandbox } from "../sandbox.ts";
import {
  bytes,
  type ConformanceCheck,
  expectBytes,
  expectEqual,
  expectError,
  expectThat,
  removing,
  run,
} from "./check.ts";
import { duration, endsInTime, writesLate } from "./ends-in-time.ts";

const mebibyte = 1024 * 1024;
const inUtf8 = "café résumé €100 中文 😀";

/** Inspect's checks of commands, in its order, and its earlier ones of output limits. */
export const commandChecks: readonly ConformanceCheck[] = [
  check("exec_output", async (sandbox) => {
    const { stdout } = await sandbox.exec(["sh", "-c", "echo foo; echo bar"]);
    expectEqual(stdout, "foo\nbar\n", "stdout");
  }),
  check("exec_stderr", async (sandbox) => {
    const { stdout, stderr } = await sandbox.exec(["sh", "-c", "echo boof; echo baz >&2"]);
    expectEqual([stdout, stderr], ["boof\n", "baz\n"], "the streams");
  }),
  check("exec_output_utf", async (sandbox) => {
    const { stdout } = await sandbox.exec(["sh", "-c", `printf '${octal(inUtf8)}' > utf; cat utf; rm utf`]);
    expectEqual(stdout, inUtf8, "stdout");
  }),
  check("exec_stderr_utf", async (sandbox) => {
    const { stderr } = await sandbox.exec(["sh", "-c", `printf '${octal(inUtf8)}' >&2`]);
    expectEqual(stderr, inUtf8, "stderr");
  }),
  check("exec_returncode", async (sandbox) => {
    const { exitCode, success, stdout } = await sandbox.exec(["sh", "-c", "echo foo; exit 70"]);
    expectEqual([exitCode, success, stdout], [70, false, "foo\n"], "the result");
  }),
  check("exec_timeout", async (sandbox) => {
    await expectError(sandbox.exec(["sleep", "30"], { timeout: 2000 }), "timeout");
  }),
  check("exec_timeout_not_raised_on_fast_signal_death", async (sandbox) => {
    const { exitCode } = await sandbox.exec(["sh", "-c", "kill -TERM $$"], { timeout: 30_000 });
    expectEqual(exitCode, 143, "the exit code");
  }),
  check("exec_timeout_kills_process", async (sandbox) => {
    await endsInTime(sandbox, writesLate, 1000);
  }),
  check("exec_timeout_kills_child_processes", async (sandbox) => {
    await endsInTime(sandbox, `(${writesLate}) & wait`, 1000);
  }),
  check("exec_permission_error", async (sandbox) => {
    await expectError(sandbox.exec(["/etc/passwd"]), "permission");
  }),
  check("exec_env_vars", async (sandbox) => {
    const env = { HELVE_ONE: "chonko zamboodle", HELVE_TWO: "zeddle_zom" };
    const { stdout } = await sandbox.exec(["sh", "-c", 'echo "$HELVE_ONE"; echo "$HELVE_TWO"'], { env });
    expectEqual(stdout, "chonko zamboodle\nzeddle_zom\n", "stdout");
  }),
  check("exec_input_text", async (sandbox) => {
    for (const input of ["hello\nworld\n", ""]) {
      const { success, stdout } = await sandbox.exec(["cat"], { input, timeout: 30_000 });
      expectEqual([success, stdout], [true, input], "the result");
    }
  }),
  check("exec_input_shell_special", async (sandbox) => {
    const input = "$HOME `whoami` 'single' \"double\" \\backslash\nnewline\n";
    expectEqual((await sandbox.exec(["cat"], { input })).stdout, input, "stdout");
  }),
  check("exec_input_binary", async (sandbox) => {
    await removing(sandbox, ["input.file"], async () => {
      const input = bytes(0xc3, 0x28, 0, 0xff, 1, 2, ...new TextEncoder().encode("bytes"));
      await sandbox.exec(["sh", "-c", "cat > input.file"], { input });
      expectBytes(await sandbox.readBytes("input.file"), input, "the input that was written");
    });
  }),
  check("exec_input_large", async (sandbox) => {
    const { stdout } = await sandbox.exec(["wc", "-c"], { input: "a".repeat(50 * mebibyte), timeout: 60_000 });
    expectEqual(stdout.trim(), String(50 * mebibyte), "how many bytes were read");
  }),
  check("exec_large_command", async (sandbox) => {
    const parts = Array.from({ length: 16 }, () => "x".repeat(64 * 1024));
    expectEqual((await sandbox.exec(["printf", "%s", ...parts])).stdout === parts.join(""), true, "all was printed");
  }),
  check("exec_as_user", async (sandbox) => {
    expectEqual((await sandbox.exec(["whoami"], { user: "root" })).stdout.trim(), "root", "the user");
    const asRoot = { user: "root", timeout: 10_000 };
    const added = [
      ["adduser", "-D", "helve-user"],
      ["adduser", "--comment", "conformance", "--disabled-password", "helve-user"],
      ["useradd", "helve-user"],
      ["sh", "-c", "echo helve-user:x:4321:4321::/tmp:/bin/sh >> /etc/passwd"],
    ];
    for (const argv of added) if ((await sandbox.exec(argv, asRoot)).success) break;
    try {
      expectEqual((await sandbox.exec(["whoami"], { user: "helve-user" })).stdout.trim(), "helve-user", "the user");
    } finally {
      await sandbox.exec(
        ["sh", "-c", "deluser helve-user || userdel -r helve-user || sed -i /helve-user/d /etc/passwd"],
        asRoot,
      );
    }
  }),
  check("exec_as_nonexistent_user", async (sandbox) => {
    const { success, stdout, stderr } = await sandbox.exec(["whoami"], { user: "nonexistent" });
    expectEqual(success, false, "whether it succeeded");
    expectThat(`${stdout}${stderr}`.includes("nonexistent"), "the output should name the user");
  }),
  check("cwd_unspecified", async (sandbox) => {
    await removing(sandbox, ["unspecified.file"], async () => {
      await sandbox.writeFile("unspecified.file", "");
      expectThat((await run(sandbox, "ls", "-1")).includes("unspecified.file"), "the file should be listed");
    });
  }),
  check("cwd_custom", async (sandbox) => {
    const { stdout } = await sandbox.exec(["ls"], { cwd: "/usr/bin" });
    expectThat(stdout.split("\n").includes("env"), "/usr/bin should have env in it");
  }),
  check("cwd_relative", async (sandbox) => {
    await removing(sandbox, ["subdirectory"], async () => {
      await sandbox.writeFile("subdirectory/inner.file", "");
      const { stdout } = await sandbox.exec(["ls"], { cwd: "subdirectory" });
      expectEqual(stdout, "inner.file\n", "the listing");
    });
  }),
  check("cwd_absolute", async (sandbox) => {
    await removing(sandbox, ["/tmp/helve_conformance_cwd"], async () => {
      await sandbox.writeFile("/tmp/helve_conformance_cwd/inner.file", "");
      const { stdout } = await sandbox.exec(["ls"], { cwd: "/tmp/helve_conformance_cwd" });
      expectEqual(stdout, "inner.file\n", "the listing");
    });
  }),
  check("exec_stdout_is_limited", (sandbox) => isLimited(sandbox, "stdout")),
  check("exec_stderr_is_limited", (sandbox) => isLimited(sandbox, "stderr")),
];

/** The additions to Inspect's checks of commands. */
export const moreCommandChecks: readonly ConformanceCheck[] = [
  addition("exec_timeout_ends_children_that_hold_the_output", async (sandbox) => {
    await endsInTime(sandbox, `echo started; (${writesLate}) & sleep 30`, 1000);
  }),
  addition("exec_timeout_ends_daemons", async (sandbox) => {
    await endsInTime(sandbox, `(setsid sh -c '${writesLate}' > /dev/null 2>&1 &); sleep 30`, 1000);
  }),
  addition("exec_timeout_ends_what_ignores_signals", async (sandbox) => {
    await endsInTime(sandbox, `trap '' TERM INT HUP; sleep 1; ${writesLate}`, 1000);
  }),
  addition("exec_timeout_ends_what_has_hardly_started", async (sandbox) => {
    await endsInTime(sandbox, writesLate, 1);
  }),
  addition("exec_timeout_keeps_partial_output", async (sandbox) => {
    const timeout = 5000 + 5 * (await duration(sandbox.exec(["true"]))); // on a busy machine a command starts late
    const running = sandbox.exec(["sh", "-c", "echo before; echo problem >&2; sleep 60"], { timeout });
    const { partialOutput } = await expectError(running, "timeout");
    expectEqual(partialOutput, { stdout: "before\n", stderr: "problem\n" }, "the partial output");
  }),
  addition("exec_abort", async (sandbox) => {
    const reason = new Error("the user canceled");
    const controller = new AbortController();
    const onOutput = () => controller.abort(reason);
    const timer = setTimeout(onOutput, 2000); // output may arrive only at the end
    const error = await sandbox
      .exec(["sh", "-c", "echo started; sleep 20"], { signal: controller.signal, onOutput })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    clearTimeout(timer);
    expectThat(error === reason, "exec should reject with the reason of the signal");
  }),
  addition("exec_output_arrives_while_it_runs", async (sandbox) => {
    const seen: string[] = [];
    const { stdout } = await sandbox.exec(["sh", "-c", "echo one; echo two"], {
      onOutput: ({ stream, text }) => seen.push(`${stream}:${text}`),
    });
    expectEqual(seen.join("").replaceAll("stdout:", ""), stdout, "the pieces");
  }),
  addition("exec_missing_program", async (sandbox) => {
    const { exitCode, success } = await sandbox.exec(["helve-no-such-program"]);
    expectEqual([exitCode, success], [127, false], "the result");
  }),
  addition("exec_missing_directory", async (sandbox) => {
    await expectError(sandbox.exec(["true"], { cwd: "no-such-directory" }), "not_found", "no-such-directory");
  }),
  addition("exec_arguments_are_not_expanded", async (sandbox) => {
    const argv = ["$HOME", "`id`", "a b", "*", "", "'", '"', "\\", "\n", "-n", "~"];
    const { stdout } = await sandbox.exec(["printf", "[%s]", ...argv]);
    expectEqual(stdout, argv.map((argument) => `[${argument}]`).join(""), "the arguments");
  }),
  addition("exec_null_byte", async (sandbox) => {
    await expectError(sandbox.exec(["echo", "a\0b"]), "invalid_argument", "null byte");
  }),
  addition("exec_host_environment_is_hidden", async (sandbox) => {
    const names = (await run(sandbox, "env")).split("\n").map((line) => line.split("=")[0] ?? "");
    expectThat(
      !names.some((name) => /npm_|VITEST|NODE_|SECRET|TOKEN/.test(name)),
      `got the variables ${names.join(", ")}`,
    );
  }),
  addition("exec_variables_do_not_last", async (sandbox) => {
    await sandbox.exec(["sh", "-c", "cd /; export LASTS=1"], { env: { LASTS: "1" } });
    const { stdout } = await sandbox.exec(["sh", "-c", 'echo "[$LASTS]"; pwd']);
    expectEqual(stdout, `[]\n${sandbox.workingDirectory}\n`, "what a later command sees");
  }),
  addition("exec_output_exactly_at_limit", async (sandbox) => {
    const print = (count: number) => sandbox.exec(["sh", "-c", `printf %0${count}d 0`], { outputLimit: 1000 });
    expectEqual((await print(1000)).stdout.length, 1000, "an output of exactly the limit");
    await expectError(print(1001), "output_limit", "limit of 1000 bytes was exceeded");
  }),
  addition("exec_overflow_head_tail_middle", async (sandbox) => {
    const kept = { head: "0123", tail: "6789", middle: "01\n… 6 bytes omitted …\n89" };
    for (const [overflow, expected] of Object.entries(kept)) {
      const options = { outputLimit: 4, overflow: overflow as keyof typeof kept };
      const { stdout, truncated } = await sandbox.exec(["printf", "0123456789"], options);
      expectEqual([stdout, truncated], [expected, { stdout: { kept: 4, total: 10 } }], `the ${overflow}`);
    }
  }),
  addition("exec_overflow_file", async (sandbox) => {
    await removing(sandbox, [".helve-output"], async () => {
      const { truncated } = await sandbox.exec(["printf", "0123456789"], { outputLimit: 4, overflow: "file" });
      expectEqual(await sandbox.readFile(truncated?.stdout?.file ?? "none"), "0123456789", "the file");
    });
  }),
  addition("exec_limit_cuts_no_character", async (sandbox) => {
    const { stdout } = await sandbox.exec(["printf", "aé€😀"], { outputLimit: 8, overflow: "head" });
    expectEqual(stdout, "aé€", "the output");
  }),
  addition("exec_output_not_utf8", async (sandbox) => {
    const print = ["printf", "a\\303\\050"];
    await expectError(sandbox.exec(print), "not_utf8", "stdout");
    expectEqual((await sandbox.exec(print, { invalidUtf8: "replace" })).stdout, "a\ufffd(", "the output");
  }),
  addition("exec_input_that_is_not_read", async (sandbox) => {
    const { success } = await sandbox.exec(["true"], { input: "a".repeat(5 * mebibyte), timeout: 30_000 });
    expectEqual(success, true, "whether it succeeded");
  }),
  addition("exec_fifty_at_once", async (sandbox) => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(index));
    const results = await Promise.all(numbers.map((number) => sandbox.exec(["echo", number], { timeout: 60_000 })));
    expectEqual(
      results.map(({ stdout }) => stdout.trim()),
      numbers,
      "the outputs",
    );
  }),
  addition("exec_background_process_does_not_delay", async (sandbox) => {
    const started = performance.now();
    const { stdout } = await sandbox.exec(["sh", "-c", "sleep 20 & echo done"], { timeout: 30_000 });
    expectEqual(stdout, "done\n", "stdout");
    expectThat(performance.now() - started < 15_000, "exec waited for a process in the background");
  }),
  addition("exec_background_process_goes_on", async (sandbox) => {
    await removing(sandbox, ["background.file"], async () => {
      await sandbox.exec(["sh", "-c", "(sleep 1; echo later > background.file) > /dev/null 2>&1 &"]);
      await sandbox.exec(["sh", "-c", "until [ -s background.file ]; do sleep 0.1; done"], { timeout: 30_000 });
      expectEqual(await sandbox.readFile("background.file"), "later\n", "what it wrote");
    });
  }),
  addition("spawn", async (sandbox) => {
    const process = await sandbox.spawn(["sh", "-c", "read line; echo got $line; exit 3"], { stdin: true });
    const writer = process.stdin?.getWriter();
    await writer?.write(new TextEncoder().encode("hello\n"));
    await writer?.close();
    expectEqual(await new Response(process.stdout).text(), "got hello\n", "stdout");
    expectEqual((await process.wait()).exitCode, 3, "the exit code");
  }),
  addition("spawn_kill", async (sandbox) => {
    const process = await sandbox.spawn(["sleep", "30"]);
    const started = performance.now();
    await process.kill();
    expectThat((await process.wait()).exitCode !== 0, "a killed process has no exit code 0");
    expectThat(performance.now() - started < 15_000, "kill should end the process at once");
  }),
];

/** Checks that more than 10 MiB on a stream is an error with the output so far. */
async function isLimited(sandbox: Sandbox, stream: "stdout" | "stderr"): Promise<void> {
  const redirect = stream === "stderr" ? " >&2" : "";
  const running = sandbox.exec(["sh", "-c", `cat${redirect}`], { input: new Uint8Array(11_000_000), timeout: 60_000 });
  const { partialOutput } = await expectError(running, "output_limit", "limit of 10 MiB was exceeded");
  expectEqual(partialOutput?.[stream].length, 10 * mebibyte, "how much was kept");
}

/** A text as escapes that `printf` understands, so that no other character passes through the command line. */
function octal(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** Creates a check that Inspect has, too. */
function check(name: string, run: ConformanceCheck["run"]): ConformanceCheck {
  return { name, source: "inspect", run };
}

/** Creates a check that Inspect does not have. */
function addition(name: string, run: ConformanceCheck["run"]): ConformanceCheck {
  return { name, source: "helve", run };
}
