// What packages share that needs Node, but users don't need.

export { createFolder } from "./node/create-folder.ts";
export type { FileLock, LockHolder } from "./node/file-lock.ts";
export { tryFileLock, withFileLock } from "./node/file-lock.ts";
