/** The subpath `@helve/durable/redis`: a ledger in Redis, for executors without workflows. */
import { type LeasedLedger, type LedgerOptions, leasedLedger, type StoredState } from "./leased-ledger.ts";
import { codeOf, networkCodes, untilReachable } from "./until-reachable.ts";

/**
 * Prevents calls from running twice, by keys of Redis that begin with `prefix`. A run is written before its tool is called. While the server can't
 * be reached, no tool is called, and results wait.
 *
 * The ledger knows what Redis keeps: a server that ends without `appendonly`, or a failover, may lose the last runs, which could then run again.
 *
 * @param client - of `ioredis` or `redis` (connected), for a server that does not evict keys
 * @throws TypeError if an option is invalid; the first run, if the server evicts keys
 *
 * @example
 * const executor = new ActionExecutor([pay], { ledger: redisLedger(new Redis(url)) });
 */
export function redisLedger(
  client: RedisClient,
  { prefix = "{helve}", keep, ...options }: RedisLedgerOptions = {},
): LeasedLedger {
  if (keep !== undefined && !(Number.isSafeInteger(keep) && keep > 0)) {
    throw new TypeError(`keep must be a positive whole number of milliseconds (got ${String(keep)})`);
  }
  const redis = new Redis(client);
  const names = `${prefix}:processes`;
  const processKey = (id: string): string => `${prefix}:process:${id}`;
  /** Remembers processes that were replaced. A process that is neither here nor alive may be about to give a sign of life. */
  const replacedKey = (id: string): string => `${prefix}:replaced:${id}`;
  const runKey = (id: string): string => `${prefix}:run:${id}`;
  const callKey = (session: string, call: string): string => `${prefix}:call:${call}:${session}`;
  let checked: Promise<void> | undefined;

  return leasedLedger(
    {
      async begin({ id, session, call, tool, guard, me }, lost, signal) {
        const ofCall = session === undefined || call === undefined ? [] : [callKey(session, call)];
        const keys = [runKey(id), ...ofCall];
        const args = [me, processKey(""), replacedKey(""), tool, guard, lost ?? ""];
        return stateOf(await redis.script(beginScript, keys, args, signal));
      },
      async end(id, result) {
        await redis.script(endScript, [runKey(id)], [result, keep ?? ""]);
      },
      async forget(id, me) {
        await redis.script(forgetScript, [runKey(id)], [me]);
      },
      async leave(id, me) {
        await redis.script(leaveScript, [runKey(id)], [me]);
      },
      async find(session, call) {
        return textOf(await redis.script(findScript, [callKey(session, call)], []));
      },
      async live({ id, name, lease }) {
        checked ??= checkEviction(redis);
        await checked.catch((error: unknown) => {
          checked = undefined;
          throw error;
        });
        await redis.command(["SET", processKey(id), name ?? "", "PX", String(Math.ceil(lease))]);
        if (name !== undefined) await redis.command(["HSETNX", names, name, id]);
      },
      async replace({ id, name }) {
        await redis.script(replaceScript, [names], [name, id, processKey(""), replacedKey("")]);
      },
      async die({ id, name }) {
        await redis.script(dieScript, [names, processKey(id)], [name ?? "", id]);
      },
      async deadProcesses() {
        const dead = await redis.script(deadScript, [names], [processKey("")]);
        return (dead as readonly string[]).map(String).sort();
      },
      async forgetProcesses(dead) {
        await redis.script(forgetProcessesScript, [names], [processKey(""), replacedKey(""), ...dead]);
      },
    },
    options,
  );
}

/** Options of {@link redisLedger}. */
export interface RedisLedgerOptions extends LedgerOptions {
  /** The prefix of the keys; `{helve}` by default. The braces keep the keys on one node of a cluster. */
  readonly prefix?: string | undefined;
  /** How long a run is remembered after it has ended, in milliseconds; by default, for ever. A run that is forgotten could run again. */
  readonly keep?: number | undefined;
}

/** A client of Redis: of `ioredis`, which has `call`, or of `redis`, which has `sendCommand`. */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

/** Commands and scripts, repeated while the server can't be reached. */
class Redis {
  readonly #client: RedisClient;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  command([name = "", ...rest]: readonly string[], signal?: AbortSignal): Promise<unknown> {
    const client = this.#client;
    const send = () => ("call" in client ? client.call(name, ...rest) : client.sendCommand([name, ...rest]));
    return untilReachable(async () => send(), isUnreachable, signal);
  }

  script(
    text: string,
    keys: readonly string[],
    args: readonly (string | number)[],
    signal?: AbortSignal,
  ): Promise<unknown> {
    return this.command(["EVAL", text, String(keys.length), ...keys, ...args.map(String)], signal);
  }
}

/** Whether there was no connection, or a server that starts, or that another one replaces. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (networkCodes.has(codeOf(error))) return true;
  return (
    /^(LOADING|TRYAGAIN|MASTERDOWN|CLUSTERDOWN|READONLY|BUSY) /.test(error.message) ||
    /^(Connection is closed|Reached the max retries|Command timed out|Stream isn't writeable|Socket closed|The client is (closed|offline)|Connection timeout|Disconnects client|Socket timeout)/i.test(
      error.message,
    )
  );
}

/** Refuses a Redis server that evicts keys, because it would forget runs. @throws Error if it does */
async function checkEviction(redis: Redis): Promise<void> {
  const memory = textOf(await redis.command(["INFO", "memory"])) ?? "";
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  const limit = /^maxmemory:(\d+)/m.exec(memory)?.[1];
  if (limit === "0" || policy === "noeviction") return;
  throw new Error(
    `the server of Redis must not evict keys, or calls could run twice: set maxmemory-policy to noeviction (it is ${policy ?? "unknown"})`,
  );
}

/** Reads a reply of Redis as text; undefined if not found. */
function textOf(reply: unknown): string | undefined {
  return reply === null || reply === undefined ? undefined : String(reply);
}

/** Reads the state of a stored call from the reply of a script in Redis. */
function stateOf(reply: unknown): StoredState {
  const [kind, value] = (reply as readonly unknown[]).map(String);
  if (kind === "ended") return { kind, result: value ?? "" };
  if (kind === "unknown") return { kind, startedAt: Number(value) };
  if (kind === "lost") return { kind, process: value ?? "" };
  return kind === "running" ? { kind, isOwn: value === "own" } : { kind: "begun" };
}

/** A script is atomic, and its `TIME` is the server's. */
const beginScript = `
  local me, processes, replaced, tool, guard, lost = unpack(ARGV)
  if redis.call("EXISTS", KEYS[1]) == 0 then
    local now = redis.call("TIME")
    local startedAt = string.format("%d", now[1] * 1000 + math.floor(now[2] / 1000))
    redis.call("HSET", KEYS[1], "tool", tool, "guard", guard, "process", me, "startedAt", startedAt)
    if KEYS[2] then
      redis.call("SET", KEYS[2], KEYS[1])
      redis.call("HSET", KEYS[1], "call", KEYS[2])
    end
    return {"begun"}
  end
  local run = redis.call("HMGET", KEYS[1], "result", "process", "startedAt")
  if run[1] then return {"ended", run[1]} end
  if run[2] == me then return {"running", "own"} end
  if run[2] ~= "" then
    if redis.call("EXISTS", processes .. run[2]) == 1 then return {"running"} end
    if run[2] ~= lost and redis.call("EXISTS", replaced .. run[2]) == 0 then return {"lost", run[2]} end
  end
  redis.call("HSET", KEYS[1], "process", me)
  return {"unknown", run[3]}`;

/** Also of a run that another process has taken over: what is known now counts. */
const endScript = `
  if redis.call("EXISTS", KEYS[1]) == 0 or redis.call("HEXISTS", KEYS[1], "result") == 1 then return 0 end
  redis.call("HSET", KEYS[1], "result", ARGV[1], "process", "")
  if ARGV[2] ~= "" then
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    local call = redis.call("HGET", KEYS[1], "call")
    if call then redis.call("PEXPIRE", call, ARGV[2]) end
  end
  return 1`;

const isMine = `redis.call("HGET", KEYS[1], "process") == ARGV[1] and redis.call("HEXISTS", KEYS[1], "result") == 0`;

const forgetScript = `if ${isMine} then redis.call("DEL", KEYS[1]) end return 1`;

const leaveScript = `if ${isMine} then redis.call("HSET", KEYS[1], "process", "") end return 1`;

const findScript = `
  local run = redis.call("GET", KEYS[1])
  return run and redis.call("HGET", run, "guard")`;

/** The process that had the name has ended, because another one has started. */
const replaceScript = `
  local before = redis.call("HGET", KEYS[1], ARGV[1])
  if before and before ~= ARGV[2] then
    redis.call("DEL", ARGV[3] .. before)
    redis.call("SET", ARGV[4] .. before, "", "EX", 86400)
  end
  redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
  return 1`;

const dieScript = `
  redis.call("DEL", KEYS[2])
  if redis.call("HGET", KEYS[1], ARGV[1]) == ARGV[2] then redis.call("HDEL", KEYS[1], ARGV[1]) end
  return 1`;

const deadScript = `
  local dead = {}
  local names = redis.call("HGETALL", KEYS[1])
  for i = 1, #names, 2 do
    if redis.call("EXISTS", ARGV[1] .. names[i + 1]) == 0 then dead[#dead + 1] = names[i] end
  end
  return dead`;

const forgetProcessesScript = `
  for i = 3, #ARGV do
    local id = redis.call("HGET", KEYS[1], ARGV[i])
    if id and redis.call("EXISTS", ARGV[1] .. id) == 0 then
      redis.call("HDEL", KEYS[1], ARGV[i])
      redis.call("SET", ARGV[2] .. id, "", "EX", 86400)
    end
  end
  return 1`;
