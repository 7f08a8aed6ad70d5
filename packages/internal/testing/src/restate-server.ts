import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedPackage } from "./cached-package.ts";
import { endProgram } from "./end-program.ts";
import { accepts, freePort } from "./port.ts";

const installed = await cachedPackage({
  name: `@restatedev/restate-server-${process.platform}-${process.arch}`,
  version: "1.7.12",
});

/** Why the server can't be started on this machine; `undefined` if it can. */
export const missingRestate: string | undefined = "missing" in installed ? installed.missing : undefined;

const program =
  "missing" in installed
    ? ""
    : join(
        installed.folder,
        `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
      );

/** A server of Restate of its own, in a temporary folder, and before the workers a port that leads to any of them. */
export class RestateServer {
  readonly ingress: string;
  readonly admin: string;
  readonly #folder: string;
  readonly #ports: readonly [ingress: number, admin: number, node: number];
  readonly #workers: WorkerPort;
  #process: ChildProcess | undefined;

  private constructor(folder: string, ports: readonly [number, number, number], workers: WorkerPort) {
    this.#folder = folder;
    this.#ports = ports;
    this.#workers = workers;
    this.ingress = `http://127.0.0.1:${ports[0]}`;
    this.admin = `http://127.0.0.1:${ports[1]}`;
  }

  static async start(): Promise<RestateServer> {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const folder = mkdtempSync(join(tmpdir(), "helve-restate-"));
    const server = new RestateServer(folder, ports, await WorkerPort.open());
    await server.begin();
    return server;
  }

  /** Reserves a port on which a worker may serve. */
  async workerPort(): Promise<number> {
    return this.#workers.add(await freePort());
  }

  /** Tells the server where the workers are. One of them has to run. */
  async register(): Promise<void> {
    const body = JSON.stringify({ uri: `http://127.0.0.1:${this.#workers.port}`, force: true });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${this.admin}/deployments`, { method: "POST", body, headers });
    if (!response.ok) throw new Error(`no deployment: ${await response.text()}`);
  }

  /** Begins to serve, after `end`. */
  async begin(): Promise<void> {
    const [ingress, admin, node] = this.#ports.map((port) => `127.0.0.1:${port}`);
    const settings = {
      RESTATE_INGRESS__BIND_ADDRESS: ingress,
      RESTATE_ADMIN__BIND_ADDRESS: admin,
      RESTATE_BIND_ADDRESS: node,
      RESTATE_ADVERTISED_ADDRESS: `http://${node}`,
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_DEFAULT_NUM_PARTITIONS: "2",
      RESTATE_DEFAULT_RETRY_POLICY__MAX_INTERVAL: "300ms",
    };
    this.#process = spawn(program, ["--base-dir", this.#folder, "--node-name", "test"], {
      env: { ...process.env, ...settings },
      stdio: "ignore",
    });
    while (!(await this.#isReady())) {
      if (this.#process.exitCode !== null) throw new Error(`restate-server ended with ${this.#process.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Ends without notice. */
  async end(): Promise<void> {
    await endProgram(this.#process, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    this.#workers.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    const isHealthy = (url: string): Promise<boolean> =>
      fetch(url).then(
        (each) => each.ok,
        () => false,
      );
    return (await isHealthy(`${this.admin}/health`)) && (await isHealthy(`${this.ingress}/restate/health`));
  }
}

/** A port whose connections lead to a worker that runs. */
class WorkerPort {
  readonly port: number;
  readonly #server: Server;
  readonly #ports: number[];
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, port: number, ports: number[], sockets: Set<Socket>) {
    this.#server = server;
    this.port = port;
    this.#ports = ports;
    this.#sockets = sockets;
  }

  static async open(): Promise<WorkerPort> {
    const ports: number[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => void lead(socket, ports, sockets));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return new WorkerPort(server, port, ports, sockets);
  }

  add(port: number): number {
    this.#ports.push(port);
    return port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

/** Connects a client's socket to one of the ports that accept connections, chosen at random. */
async function lead(socket: Socket, ports: readonly number[], sockets: Set<Socket>): Promise<void> {
  socket.on("error", () => undefined);
  for (const port of [...ports].sort(() => Math.random() - 0.5)) {
    if (!(await accepts(port))) continue;
    const worker = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [socket, worker],
      [worker, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return;
  }
  socket.destroy();
}
