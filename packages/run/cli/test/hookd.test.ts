import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { type DaemonOptions, serveHooks } from "../src/hookd.ts";
import { folderWith } from "./helve.ts";

const build = "0123456789abcdef";

/** A daemon in this process. */
async function daemon({ memory = Number.POSITIVE_INFINITY, idle }: Partial<DaemonOptions> = {}) {
  const home = folderWith();
  const state = join(home, ".local/state/helve");
  mkdirSync(state, { recursive: true });
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
  const controller = new AbortController();
  const ended = serveHooks({ state, build, onReady, signal: controller.signal, memory, idle });
  onTestFinished(() => {
    controller.abort();
    return ended;
  });
  await ready;
  const [socket = "", password = "", key = ""] = readFileSync(join(state, `hookd-${build}`), "utf8").split("\n");
  return { home, state, ended, socket: join(state, socket), password, key };
}

type Daemon = Awaited<ReturnType<typeof daemon>>;

const event = (command: string, cwd: string): string =>
  JSON.stringify({
    ...{ session_id: "s", cwd, permission_mode: "default", hook_event_name: "PreToolUse" },
    ...{ tool_name: "Bash", tool_input: { command }, tool_use_id: command },
  });

/** The part of a request that the script sends after the password. */
function signedPart({ home }: Daemon, { input = event("ls", home), ofBuild = build, state = "" } = {}): Buffer {
  const environment = [`HOME=${home}`, ...(state === "" ? [] : [`XDG_STATE_HOME=${state}`])];
  const header = ["nonce", home, "2", "hook", "claude-code", ...environment].join("\0");
  return Buffer.from(`helve 1 ${ofBuild} ${Buffer.byteLength(header)} ${Buffer.byteLength(input)}\n${header}${input}`);
}

async function send({ socket, password }: Daemon, signed: Buffer, { as = password } = {}): Promise<string> {
  const connection = connect(socket);
  connection.on("error", () => undefined);
  connection.write(Buffer.concat([Buffer.from(`${as}\n`), signed]));
  return text(connection);
}

describe("serveHooks", () => {
  it("signs its answer, the request and its nonce with a key that is not sent", async () => {
    const served = await daemon();
    const signed = signedPart(served, { input: event("helve trust", served.home) });
    const answer = await send(served, signed);
    const [, mac, rest = ""] = /^([0-9a-f]{64}) (.*)$/s.exec(answer) ?? [];
    expect(rest).toMatch(/^0 \d+\n\{.*"permissionDecision":"deny"/);
    const expected = createHash("sha256").update(served.key).update(signed).update(rest).update(served.key);
    expect(mac).toBe(expected.digest("hex"));
    expect(answer).not.toContain(served.key);
  });

  it("answers nothing to a request without its password, of another build, for another state folder, or of another form", async () => {
    const served = await daemon();
    const good = signedPart(served);
    expect(await send(served, good)).toMatch(/ 0 0\n$/);
    expect(await send(served, good, { as: "0".repeat(64) })).toBe("");
    expect(await send(served, signedPart(served, { ofBuild: "f".repeat(16) }))).toBe("");
    expect(await send(served, signedPart(served, { state: "/elsewhere" }))).toBe("");
    expect(await send(served, Buffer.from("GET / HTTP/1.1\n"))).toBe("");
    expect(await send(served, Buffer.from("x".repeat(2000)))).toBe("");
    expect(await send(served, Buffer.concat([good, Buffer.from("more")]))).toBe("");
  });

  it("ends and removes its files when it was idle for long", async () => {
    const served = await daemon({ idle: 50 });
    await served.ended;
    expect(readdirSync(served.state)).toEqual([]);
  });

  it("ends after an answer when it uses too much memory", async () => {
    const served = await daemon({ memory: 1 });
    expect(await send(served, signedPart(served))).toMatch(/ 0 0\n$/);
    await served.ended;
    expect(readdirSync(served.state).filter((name) => name.startsWith("hookd"))).toEqual([]);
  });
});
