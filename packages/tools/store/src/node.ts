/** The subpath `@helve/store/node`: backends that keep stores on the disk. */
export { fileBackend } from "./node/file-backend.ts";
export { sqliteBackend } from "./node/sqlite-backend.ts";
