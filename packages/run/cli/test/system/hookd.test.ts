import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledProgram } from "../bundle.ts";
import { kill } from "../daemon-process.ts";
import { folderWith } from "../helve.ts";
import { type Ended, start } from "../loosening/home.ts";
import { type HookdHome, hookdHome } from "./hookd-home.ts";

const bash = (command: string, id = command): object => ({
  ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id: id },
});
const result = (command: string, text: string): object => {
  return { ...bash(command), hook_event_name: "PostToolUse", tool_response: text };
};
const prompt = (text: string): object => ({ hook_event_name: "UserPromptSubmit", prompt: text });

const allowed: Ended = { code: 0, out: "", err: "" };
const isDenied = ({ code, out }: Ended): boolean => code === 2 || out.includes('"permissionDecision":"deny"');
const denied = "helve trust";

/** A home whose daemon runs. */
async function withDaemon(): Promise<HookdHome & { readonly pid: number }> {
  const home = hookdHome();
  await home.hook({ hook_event_name: "SessionStart" });
  return { ...home, pid: await home.daemon() };
}

describe.skipIf(process.platform === "win32")("helve hookd", () => {
  it("answers a session as full processes do, byte for byte", async () => {
    const events = [
      prompt("Clean up."),
      bash("git status"),
      result("git status", "clean"),
      bash("echo 'rm -rf ~' > x.sh"),
      result("echo 'rm -rf ~' > x.sh", ""),
      bash("sh x.sh"),
      bash("rm -rf /etc"),
      bash(denied),
      bash(`python3 -c 'import shutil; shutil.rmtree("/etc")'`),
      { ...bash("ls"), tool_name: "Unknown", tool_input: { path: "/etc/passwd" } },
      { hook_event_name: "PreToolUse" },
      { hook_event_name: "PostToolBatch", tool_calls: [] },
    ];
    const answersOf = async (home: HookdHome, send: (event: object) => Promise<Ended>): Promise<readonly Ended[]> => {
      const answers: Ended[] = [];
      for (const event of events) answers.push(await send(event));
      // The folders, and the names of questions, are other ones.
      return answers.map((answer) => ({
        ...answer,
        out: answer.out.replaceAll(home.folder, "HOME").replace(/helve allow \w+/, "helve allow ID"),
        err: answer.err.replaceAll(home.folder, "HOME"),
      }));
    };
    const home = await withDaemon();
    const other = hookdHome();
    await other.process({ hook_event_name: "SessionStart" });
    expect(await answersOf(home, home.hook)).toEqual(await answersOf(other, other.process));
    expect(logOf(home)).toEqual(logOf(other));
  });

  it("is started again after it was killed, and the events in between are decided about", async () => {
    const { hook, pid, daemon } = await withDaemon();
    kill(pid, "SIGKILL");
    expect(await hook(bash("git status"))).toEqual(allowed);
    expect(isDenied(await hook(bash(denied)))).toBe(true);
    await expect.poll(daemon).not.toBe(pid);
  });

  it("does not hold up decisions while it is suspended: the full process decides, and another daemon takes its place", async () => {
    const { hook, pid, daemon } = await withDaemon();
    kill(pid, "SIGSTOP");
    onTestFinished(() => kill(pid, "SIGKILL"));
    expect(isDenied(await hook(bash(denied)))).toBe(true);
    await expect.poll(daemon).not.toBe(pid);
    expect(await hook(bash("git status"))).toEqual(allowed);
  });

  it("is not replaced by a program that answers allow at its socket without its key", async () => {
    const home = await withDaemon();
    kill(home.pid, "SIGKILL");
    const [published = ""] = home.files("hookd-").filter((name) => !name.includes("."));
    const [socket = ""] = readFileSync(join(home.state, published), "utf8").split("\n");
    const requests: string[] = [];
    const answers = ["", "0 0\n", `${"0".repeat(64)} 0 0\n`, "HTTP/1.1 200 OK\r\n\r\n"];
    const impostor = createServer((connection) => {
      connection
        .on("error", () => undefined)
        .on("data", (bytes) => {
          if (requests.push(bytes.toString()) > 0) connection.end(answers[requests.length % answers.length] ?? "");
        });
    });
    rmSync(join(home.state, socket));
    await new Promise<void>((ready) => impostor.listen(join(home.state, socket), ready));
    onTestFinished(() => void impostor.close());
    // Otherwise, another daemon takes its place.
    cpSync(join(home.state, published), join(home.state, "kept"));
    for (const _ of answers) {
      cpSync(join(home.state, "kept"), join(home.state, published));
      expect(isDenied(await home.hook(bash(denied)))).toBe(true);
    }
    expect(requests).not.toEqual([]);
    expect(requests.join()).not.toContain(readFileSync(join(home.state, "kept"), "utf8").split("\n")[2] ?? "");
  });

  it.each([
    ["a link", (path: string): void => symlinkSync("elsewhere", path)],
    ["readable by others", (path: string) => writeFileSync(path, `x.sock\np\n${"0".repeat(64)}\n`, { mode: 0o644 })],
    ["garbage", (path: string) => writeFileSync(path, "../../tmp/x\n\n\n", { mode: 0o600 })],
  ])("is not asked where the file that names its socket is %s", async (_, replace) => {
    const home = await withDaemon();
    const [published = ""] = home.files("hookd-").filter((name) => !name.includes("."));
    kill(home.pid, "SIGKILL");
    rmSync(join(home.state, published));
    replace(join(home.state, published));
    expect(isDenied(await home.hook(bash(denied)))).toBe(true);
    expect(await home.hook(bash("git status"))).toEqual(allowed);
  });

  it("is not asked by another version of the program, which starts its own", async () => {
    const installed = folderWith();
    cpSync(bundledProgram(), installed, { recursive: true });
    const home = hookdHome(join(installed, "dist"));
    await home.hook({ hook_event_name: "SessionStart" });
    const pid = await home.daemon();
    onTestFinished(() => kill(pid, "SIGKILL"));
    const [before] = home.files("hookd-").filter((name) => !name.includes("."));
    writeFileSync(join(installed, "dist/build-id"), "0123456789abcdef\n");
    expect(await home.hook(bash("git status"))).toEqual(allowed);
    await expect.poll(() => home.files("hookd-0123456789abcdef")).toHaveLength(1);
    expect(home.files(before ?? "")).toHaveLength(1);
  });

  it("decides about 50 calls at once, and records every one that it allows", async () => {
    const home = await withDaemon();
    const commands = Array.from({ length: 50 }, (_, nth) => (nth % 10 === 9 ? denied : `echo ${nth}`));
    const answers = await Promise.all(commands.map((command, nth) => home.hook(bash(command, `c${nth}`))));
    // On a machine that is busy enough, one may be denied because it took too long.
    expect(answers.filter((answer, nth) => commands[nth] === denied && !isDenied(answer))).toEqual([]);
    const decided = answers.filter(({ code }) => code === 0);
    const calls = logOf(home).filter((entry) => entry.includes('"type":"call"'));
    expect(new Set(calls.map((entry) => JSON.parse(entry).call)).size).toBeGreaterThanOrEqual(decided.length);
  });

  it("denies an event of 20 MB at once, which may take too long to read", async () => {
    const home = await withDaemon();
    const content = "a\n".repeat(10_000_000);
    const { code, err } = await home.hook({
      ...bash("w"),
      tool_name: "Write",
      tool_input: { file_path: "a", content },
    });
    expect([code, err]).toEqual([2, expect.stringContaining("the event is too long")]);
  });

  it("denies on a full disk, and leaves no unfinished files", async () => {
    const home = hookdHome();
    // No process that this one starts can write to a file, as on a disk without space.
    const { code, out } = await home.hook(bash("git status"), 'ulimit -f 0; exec "$@"');
    expect([code, out]).toEqual([2, ""]);
    expect(home.files("clock.json")).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")("keeps 20 sessions in all languages in 150 MB", async () => {
    const home = await withDaemon();
    const commands = [
      "npm test 2>&1 | tail -20",
      `python3 -c 'import shutil; shutil.rmtree("build")'`,
      `node -e 'require("fs").rmSync("build")'`,
      `php -r 'unlink("a");'`,
      `psql -c 'delete from t'`,
      `pwsh -c 'Remove-Item a'`,
    ];
    for (let session = 0; session < 20; session++) {
      for (const command of commands) {
        const event = { ...bash(command), session_id: `s${session}` };
        await home.hook(event);
        await home.hook({ ...event, hook_event_name: "PostToolUse", tool_response: "x".repeat(10_000) });
      }
    }
    // A daemon that uses more ends, and the next event starts another one.
    await home.hook(bash("ls"));
    const pid = await home.daemon();
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    expect(Number(kilobytes) * 1024).toBeLessThan(150_000_000);
  });

  it("is what helve hook doctor shows, with its time, and with the time of the snapshot without it", async () => {
    const home = hookdHome();
    const program = join(bundledProgram(), "dist/main.js");
    const helve = (...args: readonly string[]): Promise<Ended> =>
      start([process.execPath, program, "hook", ...args], {
        cwd: home.folder,
        environment: { HOME: home.folder, PATH: "/usr/bin:/bin" },
      });
    await helve("install", "claude-code", "--user", "--yes");
    const { out } = await helve("doctor", "claude-code");
    expect(out).toMatch(/^ok {7}helve hookd answers, in \d+\.\d+ s$/m);
    expect(out).toMatch(
      /^ok {7}without helve hookd, Node starts (?:from a snapshot, in \d+\.\d+ s|without a snapshot)/m,
    );
  });

  it("ends if it can't publish its socket", async () => {
    const home = hookdHome();
    mkdirSync(join(home.state, `hookd-${readFileSync(join(bundledProgram(), "dist/build-id"), "utf8").trim()}`), {
      recursive: true,
    });
    const { code, err } = await start([process.execPath, join(bundledProgram(), "dist/main.js"), "hookd"], {
      cwd: home.folder,
      environment: { HOME: home.folder },
    });
    expect([code, err]).toEqual([2, expect.stringContaining("helve hookd can't start: ")]);
  });

  it("denies where the state can't be written any more", async () => {
    const home = await withDaemon();
    const sessions = join(home.state, "sessions");
    rmSync(sessions, { recursive: true });
    writeFileSync(sessions, "");
    const answer = await home.hook(bash("git status"));
    expect([answer.code, answer.out]).toEqual([2, ""]);
    expect(answer.err).toContain("helve denies the call");
  });

  it("denies if nobody reads the decision", async () => {
    const home = await withDaemon();
    const { code, err } = await home.hook(bash(denied), 'exec "$@" >/dev/null');
    expect([code, err]).toEqual([2, expect.stringContaining("nobody reads standard output")]);
  });
});

/** The log of the only session, without times and random names. */
function logOf({ state, folder }: HookdHome): readonly string[] {
  const [log = ""] = readdirSync(join(state, "sessions")).filter((name) => name.endsWith(".jsonl"));
  return readFileSync(join(state, "sessions", log), "utf8")
    .replaceAll(folder, "HOME")
    .replace(/"(?:at|id|digest|effects)":(?:\d+|"\w+"),?/g, "")
    .trim()
    .split("\n");
}
