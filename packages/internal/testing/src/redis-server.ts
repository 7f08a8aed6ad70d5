/** Starts a Redis server of its own for a test. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { endProgram } from "./end-program.ts";
import { accepts, freePort } from "./port.ts";

/** Whether Debian's server is installed: `apt-get install redis-server`. */
export const hasRedis: boolean = (process.env["PATH"] ?? "")
  .split(delimiter)
  .some((folder) => existsSync(join(folder, "redis-server")));

/** A server of Redis of its own, which writes each command to a file, on a port of the loopback interface. */
export class RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(mkdtempSync(join(tmpdir(), "helve-redis-")), await freePort());
    await server.begin();
    return server;
  }

  /** Begins to serve, after `end`. */
  async begin(): Promise<void> {
    const place = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder];
    const settings = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
    this.#process = spawn("redis-server", [...place, ...settings], { stdio: "ignore" });
    while (!(await accepts(this.port))) {
      if (this.#process.exitCode !== null) throw new Error(`redis-server ended with ${this.#process.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends without notice. */
  async end(): Promise<void> {
    await endProgram(this.#process, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
