export { createClient } from "./client.ts";
export type { OpenToolClient } from "./client.ts";
export type { CallOptions, ClientOptions, RequestOptions } from "./client-options.ts";
export type { StreamEvent } from "./read-events.ts";
export type { ServerDocument } from "./read-document.ts";

export { toolkitFrom } from "./toolkit-from.ts";
export type { RemoteToolkit, RemoteTools, ToolkitFromOptions } from "./toolkit-from.ts";
export { DocumentChangedError } from "./document-changed-error.ts";
export { fingerprintDocument } from "./fingerprint-document.ts";

export {
  ClientOptionsError,
  ErrorNullError,
  InvalidArgumentsError,
  InvalidResponseError,
  NoAccessError,
  RequestError,
  ResponseNullError,
  ResponseTimeoutError,
  ServerCallError,
  UnauthorizedError,
} from "./errors.ts";
