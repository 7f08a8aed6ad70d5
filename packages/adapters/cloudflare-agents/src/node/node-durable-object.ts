import { registerHooks } from "node:module";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/**
 * Creates the context of a Durable Object in Node, for tests without workerd: storage with SQL, in memory, and the names of the module
 * `cloudflare:workers`, so that classes such as `ThinkHarness` can be imported after it. Nothing is evicted, and no alarm fires.
 *
 * @param earlier - an object whose storage the new one has, as after an eviction
 *
 * @example
 * const ctx = nodeDurableObject();
 * const { ThinkHarness } = await import("agents/harness/think");
 */
export function nodeDurableObject(earlier?: NodeDurableObject): NodeDurableObject {
  emulateModules();
  const storage = earlier?.storage ?? nodeStorage();
  return {
    id: { name: "test", toString: () => "test" },
    storage,
    blockConcurrencyWhile: (run) => run(),
    waitUntil: (promise) => void promise.catch(() => undefined),
    getWebSockets: () => [],
    abort: (reason) => {
      throw new Error(reason ?? "the object was aborted");
    },
  };
}

/** The emulated part of a `DurableObjectState`. */
export interface NodeDurableObject {
  readonly id: { readonly name: string; toString(): string };
  readonly storage: NodeStorage;
  blockConcurrencyWhile<Result>(run: () => Promise<Result>): Promise<Result>;
  waitUntil(promise: Promise<unknown>): void;
  getWebSockets(): readonly never[];
  abort(reason?: string): never;
}

/** The emulated part of a `DurableObjectStorage`. */
export interface NodeStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  list(options?: { readonly prefix?: string }): Promise<Map<string, unknown>>;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  sync(): Promise<void>;
  transactionSync<Result>(run: () => Result): Result;
  readonly sql: { exec(query: string, ...values: readonly unknown[]): SqlCursor };
}

/** The rows of a query. */
export interface SqlCursor extends Iterable<Readonly<Record<string, unknown>>> {
  readonly columnNames: readonly string[];
  readonly rowsRead: number;
  readonly rowsWritten: number;
  toArray(): readonly Readonly<Record<string, unknown>>[];
  one(): Readonly<Record<string, unknown>>;
}

let isEmulated = false;

/** Defines the modules of workerd that a Durable Object imports, such as `cloudflare:workers`. */
function emulateModules(): void {
  if (isEmulated) return;
  isEmulated = true;
  const names = ["DurableObject", "RpcTarget", "WorkerEntrypoint", "WorkflowEntrypoint"];
  const source = names.map(
    (name) => `export class ${name} { constructor(ctx, env) { this.ctx = ctx; this.env = env; } }`,
  );
  const url = `data:text/javascript,${encodeURIComponent(`${source.join("\n")}\nexport const exports = {}, env = {};`)}`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "cloudflare:workers" ? { url, shortCircuit: true } : next(specifier, context),
  });
}

function nodeStorage(): NodeStorage {
  const database = new DatabaseSync(":memory:");
  const values = new Map<string, unknown>();
  let alarm: number | null = null;
  let depth = 0;
  return {
    get: async (key) => structuredClone(values.get(key)),
    put: async (key, value) => void values.set(key, structuredClone(value)),
    delete: async (key) => values.delete(key),
    list: async ({ prefix = "" } = {}) => {
      const found = [...values].filter(([key]) => key.startsWith(prefix));
      return structuredClone(new Map(found.sort(([a], [b]) => (a < b ? -1 : 1))));
    },
    getAlarm: async () => alarm,
    setAlarm: async (time) => {
      alarm = time;
    },
    deleteAlarm: async () => {
      alarm = null;
    },
    sync: async () => undefined,
    transactionSync: (run) => {
      const name = `helve_${depth++}`;
      database.exec(`SAVEPOINT ${name}`);
      try {
        const result = run();
        database.exec(`RELEASE ${name}`);
        return result;
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
        throw error;
      } finally {
        depth--;
      }
    },
    sql: { exec: (query, ...bound) => cursor(database, query, bound as readonly SQLInputValue[]) },
  };
}

/** Runs an SQL query, and returns its rows as the storage of a Durable Object does. */
function cursor(database: DatabaseSync, query: string, values: readonly SQLInputValue[]): SqlCursor {
  const statement = database.prepare(query);
  const columnNames = statement.columns().map(({ name }) => name);
  const isRead = columnNames.length > 0;
  const rows = isRead ? statement.all(...values).map((row) => ({ ...row })) : [];
  const rowsWritten = isRead ? 0 : Number(statement.run(...values).changes);
  return {
    columnNames,
    rowsRead: rows.length,
    rowsWritten,
    toArray: () => rows,
    one: () => {
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one`);
      return row;
    },
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  };
}
