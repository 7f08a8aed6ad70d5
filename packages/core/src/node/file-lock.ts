import { readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { randomId } from "./random-id.ts";

/**
 * Runs a function while it holds a lock that other processes respect. A lock whose process has ended is removed.
 *
 * @param path - of the lock file; it exists only while the lock is held
 * @throws Error if another process holds the lock for too long; the work has not begun then
 */
export async function withFileLock<Result>(
  path: string,
  work: () => Result | Promise<Result>,
  { timeout = 15_000 }: LockOptions = {},
): Promise<Result> {
  const content = JSON.stringify({ pid: process.pid, id: randomId() });
  await acquire(path, content, Date.now() + timeout);
  try {
    return await work();
  } finally {
    // Nobody removes the lock of a process that runs.
    unlinkSync(path);
  }
}

/** How long to wait for a lock. */
interface LockOptions {
  /** In milliseconds; default 15,000. */
  readonly timeout?: number;
}

/** Waits until the lock can be taken. */
async function acquire(path: string, content: string, deadline: number): Promise<void> {
  while (!tryAcquire(path, content)) {
    if (Date.now() > deadline) throw new Error(`another process has held ${path} for too long`);
    await new Promise((resume) => setTimeout(resume, 10 + Math.random() * 30));
  }
}

/** A lock of this process. */
export interface FileLock {
  /** Removes the lock. Called once. */
  release(): void;
}

/** Who holds a lock. */
export interface LockHolder {
  /** `undefined` if the process has just begun to write the lock. */
  readonly owner: number | undefined;
}

/**
 * Acquires a lock that may be held for long, if no other process has it. A lock whose process has ended is removed.
 *
 * @param path - of the lock file
 */
export function tryFileLock(path: string): FileLock | LockHolder {
  const content = JSON.stringify({ pid: process.pid, id: randomId() });
  return tryAcquire(path, content) ? { release: () => unlinkIfPresent(path) } : { owner: ownerOf(path) };
}

/** Creates a lock, and once more after one whose process has ended was removed. */
function tryAcquire(path: string, content: string): boolean {
  if (tryCreate(path, content)) return true;
  removeStale(path);
  return tryCreate(path, content);
}

/** Creates a file that must not exist. */
function tryCreate(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a lock whose process has ended. Only one process does so at a time, and looks again before: otherwise it could remove the lock
 * that another process has created since.
 */
function removeStale(path: string): void {
  if (!isStale(path)) return;
  const guard = `${path}.recovery`;
  if (!tryCreate(guard, JSON.stringify({ pid: process.pid }))) {
    // The process that recovers takes no time; if it has ended within, its guard is removed instead.
    if (isStale(guard)) unlinkIfPresent(guard);
    return;
  }
  try {
    if (isStale(path)) unlinkIfPresent(path);
  } finally {
    unlinkIfPresent(guard);
  }
}

/** The process that holds a lock; `undefined` if it has not written its id, or the lock is gone. */
function ownerOf(path: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(path, "utf8")) as { readonly pid?: unknown };
    return typeof pid === "number" ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process that created a lock has ended. A lock that is being written has no content yet. */
function isStale(path: string): boolean {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return error instanceof SyntaxError && isOld(path);
  }
  const pid: unknown = typeof content === "object" && content !== null && "pid" in content ? content.pid : undefined;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Whether a lock without content was created so long ago that its process must have ended while it wrote. */
function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > writingTime;
}

/** In milliseconds. */
const writingTime = 2000;

function unlinkIfPresent(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
