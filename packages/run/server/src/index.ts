export { createServer } from "./create-server.ts";
export type { OpenToolServer } from "./create-server.ts";
export type { Caller, CallSession, ServerHost, ServerOptions } from "./server-options.ts";
export type { AccessEntry } from "./access-entry.ts";
export { ServerError } from "./server-error.ts";
