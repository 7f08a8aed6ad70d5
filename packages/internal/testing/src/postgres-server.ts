/** Starts a PostgreSQL server of its own for a test. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProgram } from "./end-program.ts";
import { freePort } from "./port.ts";

/** Where Debian has the programs of PostgreSQL; `undefined` if it is not installed: `apt-get install postgresql`. */
export const postgresPrograms: string | undefined = installedPrograms();

/** A server of PostgreSQL of its own, in a temporary folder, on a port of the loopback interface. */
export class PostgresServer {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "helve-postgres-"));
    const { uid, gid } = serverUser();
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    const options = ["-D", join(folder, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
    execFileSync(program("initdb"), options, { cwd: folder, uid, gid, stdio: ["ignore", "ignore", "pipe"] });
    const server = new PostgresServer(folder, await freePort());
    await server.begin();
    return server;
  }

  /** Begins to serve, after `end`. */
  async begin(): Promise<void> {
    const { uid, gid } = serverUser();
    const options = ["-D", join(this.#folder, "data"), "-k", this.#folder, "-h", "127.0.0.1", "-p", String(this.#port)];
    const settings = ["-c", "fsync=off", "-c", "max_connections=200"];
    this.#process = spawn(program("postgres"), [...options, ...settings], {
      cwd: this.#folder,
      uid,
      gid,
      stdio: "ignore",
    });
    while (!(await isReady(this.#port))) {
      if (this.#process.exitCode !== null) throw new Error(`postgres ended with ${this.#process.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends all connections and the server, as a restart does. */
  async end(): Promise<void> {
    await endProgram(this.#process, "SIGINT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function installedPrograms(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((left, right) => Number(right) - Number(left)) : [];
  return versions.map((version) => join(root, version, "bin")).find((folder) => existsSync(join(folder, "initdb")));
}

/** Whether the server takes connections. While it starts, it only listens. */
function isReady(port: number): Promise<boolean> {
  const options = ["-h", "127.0.0.1", "-p", String(port), "-q"];
  return new Promise((resolve) => execFile(program("pg_isready"), options, (error) => resolve(error === null)));
}

/** Returns the path of a program of PostgreSQL, such as `initdb`. */
function program(name: string): string {
  return join(postgresPrograms ?? "", name);
}

/** Returns the user for PostgreSQL, which does not run as root. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string): number => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
