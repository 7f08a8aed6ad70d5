/** Functions for the toolkits of other Helve packages: no part of the public API, and not covered by semantic versioning. */
export { requiredKey, withoutKey } from "./api-key.ts";
export { base64Bytes } from "./base64-bytes.ts";
export type { GuardedFetchOptions } from "./guarded-fetch.ts";
export { guardedFetch, guardedFetchOptionNames } from "./guarded-fetch.ts";
export type { HttpRequest } from "./http.ts";
export { httpJson, httpOptionNames, httpRequest, statusError } from "./http.ts";
export { listAt, memberAt, numberAt, textAt } from "./json-members.ts";
export { withoutFence } from "./python-repl/code-fence.ts";
export { outcomeParts } from "./python-repl/outcome-parts.ts";
export type { PythonOptions } from "./python-repl/python-sessions.ts";
export { PythonSessions, pythonOptionNames } from "./python-repl/python-sessions.ts";
export { searchSerper, serperUrl } from "./serper.ts";
export { sandboxPlace, sessionSandbox } from "./session-sandbox.ts";
export { toolkitOptions } from "./toolkit-options.ts";
