/** The background process that decides about events as `helve hook` does, without the time that a process needs to start. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { replaceFile } from "@helve/core/internal/node";
import { loadLanguages } from "@helve/guard";
import { createPrivateFolder, SessionMemories } from "@helve/hooks/node";
import { decide } from "./hookd/decide.ts";
import {
  type DaemonIdentity,
  type HookRequest,
  longestRequest,
  type RequestHead,
  readHead,
  readRequest,
  writeReply,
} from "./hookd/protocol.ts";
import { buildSnapshot } from "./hookd/snapshot.ts";

/** Options of {@link serveHooks}. */
export interface DaemonOptions {
  /** The state folder about whose events it decides. */
  readonly state: string;
  /** Names the code of the program: events for another version don't come here. */
  readonly build: string;
  /** How long it waits for the next event, in milliseconds; default: 30 minutes. */
  readonly idle?: number;
  /** With more memory in use, it ends, and the next event starts another one; in bytes, default: 150 MB. */
  readonly memory?: number;
  /** When it builds the snapshot from which the full process starts, in milliseconds after its start; by default never. */
  readonly snapshotAfter?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Called when events can come. */
  readonly onReady?: () => void;
}

/** Serves events until it is idle, uses too much memory, gets a signal, or another daemon has taken its place. */
export async function serveHooks(options: DaemonOptions): Promise<void> {
  const { state, build, idle = 30 * 60_000, memory = 150_000_000, snapshotAfter, signal, onReady } = options;
  await loadLanguages();
  createPrivateFolder(state);
  const identity: DaemonIdentity = { build, password: secret(), key: secret() };
  const name = `hookd-${randomBytes(4).toString("hex")}.sock`;
  const place = join(state, `hookd-${build}`);
  const published = `${name}\n${identity.password}\n${identity.key}\n${process.pid}\n`;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  const memories = new SessionMemories();
  const idleTimer = setTimeout(end, idle);
  const server = createServer((socket) => {
    idleTimer.refresh();
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
    serve(socket, { identity, state, memories }, () => {
      if (!usesMore(memory)) return;
      memories.clear();
      if (usesMore(memory)) end();
    });
  });
  await new Promise<void>((listening, failed) => {
    server.on("error", failed).listen(join(state, name), listening);
  });
  chmodSync(join(state, name), 0o600);
  removeUnused(state, name);
  replaceFile(place, published, 0o600);
  rmSync(join(state, "hookd.start"), { recursive: true, force: true });
  const isPublished = (): boolean => existsSync(place) && readFileSync(place, "utf8") === published;
  const checkTimer = setInterval(() => isPublished() || end(), checkedEvery);
  const ending = new AbortController();
  const snapshotTimer =
    snapshotAfter === undefined
      ? undefined
      : // Without a snapshot, the full process only takes longer.
        setTimeout(() => buildSnapshot({ state, build, signal: ending.signal }).catch(ignore), snapshotAfter);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
  process.on("SIGHUP", ignore);
  signal?.addEventListener("abort", () => end());
  onReady?.();
  await ended;
  clearTimeout(idleTimer);
  clearInterval(checkTimer);
  clearTimeout(snapshotTimer);
  ending.abort();
  process.off("SIGHUP", ignore);
  // First, so that later events don't come here.
  if (isPublished()) rmSync(place, { force: true });
  server.close();
  await Promise.all(Array.from(open, (socket) => new Promise((closed) => socket.on("close", closed))));
}

/** Whether the process uses more memory than a limit, after garbage collection. */
function usesMore(limit: number): boolean {
  if (process.memoryUsage.rss() <= limit) return false;
  // Collects at once what would be collected some time. The script starts Node with `--expose-gc`.
  globalThis.gc?.();
  return process.memoryUsage.rss() > limit;
}

/** In milliseconds. */
const checkedEvery = 10_000;

const ignore = (): void => undefined;

/** Creates a random secret. */
function secret(): string {
  return randomBytes(32).toString("hex");
}

/** Removes the sockets that no daemon has published: theirs have ended without removing them. */
function removeUnused(state: string, own: string): void {
  const names = readdirSync(state);
  const published = names.filter((name) => /^hookd-[0-9a-f]{16}$/.test(name));
  const used = published.map((name) => readFileSync(join(state, name), "utf8").split("\n")[0]);
  for (const name of names) {
    if (/^hookd-\w+\.sock$/.test(name) && name !== own && !used.includes(name))
      rmSync(join(state, name), { force: true });
  }
}

interface Service {
  readonly identity: DaemonIdentity;
  readonly state: string;
  readonly memories: SessionMemories;
}

/** Reads one request and answers it. On any error, the connection ends without an answer: the full process decides then. */
function serve(socket: Socket, service: Service, done: () => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let head: RequestHead | "partial" | undefined = "partial";
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (head === "partial") head = readHead(Buffer.concat(chunks), service.identity);
    if (head === undefined || length > longestRequest) socket.destroy();
    else if (head === "partial" || length < head.end) return;
    else if (length > head.end) socket.destroy();
    else void answer(socket, readRequest(Buffer.concat(chunks), head), service).finally(done);
  });
}

/** Answers one request. */
async function answer(socket: Socket, request: HookRequest, { identity, state, memories }: Service): Promise<void> {
  const gone = new AbortController();
  socket.on("close", () => gone.abort());
  try {
    const reply = await decide(request, { state, memories, signal: gone.signal });
    if (reply === undefined) socket.destroy();
    else socket.end(writeReply(reply, request, identity));
  } catch {
    socket.destroy();
  }
}
