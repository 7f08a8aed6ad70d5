import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Calls methods of Codex's own server (`codex app-server`), which speaks JSON-RPC on its standard input and output.
 *
 * @throws Error if Codex is missing, or does not answer within 20 seconds
 */
export async function withAppServer<Result>(
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
  work: (call: AppServerCall) => Promise<Result>,
): Promise<Result> {
  const child = spawn(program, ["app-server"], { cwd, env: environment, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (message: AppServerMessage) => void>();
  const failed = new Promise<never>((_, reject) => {
    child.on("error", (error) => reject(new Error(`codex can't be started: ${error.message}`)));
    child.on("exit", () => reject(new Error("codex app-server ended")));
    AbortSignal.timeout(20_000).addEventListener("abort", () => reject(new Error("codex app-server does not answer")));
  });
  // A write after the end is reported by the events above.
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parseMessage(line);
    if (typeof message?.id === "number") waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const call: AppServerCall = (method, params) => {
    const id = ++last;
    const answer = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(`${method}: ${JSON.stringify(error)}`)),
      );
    });
    send({ id, method, params });
    return answer;
  };
  const session = async (): Promise<Result> => {
    await call("initialize", { clientInfo: { name: "helve", title: "Helve", version: "0" }, capabilities: null });
    send({ method: "initialized" });
    return work(call);
  };
  try {
    return await Promise.race([session(), failed]);
  } finally {
    child.removeAllListeners();
    child.on("error", () => undefined);
    child.kill();
  }
}

/** Found on the path of the user. */
const program = "codex";

/** Calls a method, and returns its result. */
export type AppServerCall = (method: string, params: object) => Promise<unknown>;

interface AppServerMessage {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function parseMessage(line: string): AppServerMessage | undefined {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}
