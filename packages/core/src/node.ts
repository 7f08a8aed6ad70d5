/** Functions that packages share in Node: files, locks, folders. Users don't need them. */

export { createFolder } from "./node/create-folder.ts";
export type { FileLock, LockHolder } from "./node/file-lock.ts";
export { tryFileLock, withFileLock } from "./node/file-lock.ts";
export { importUserModule } from "./node/import-user-module.ts";
export { randomId } from "./node/random-id.ts";
export { replaceFile } from "./node/replace-file.ts";
