export type { HttpServer, ServeHttpOptions } from "./node/serve-http.ts";
export { serveHttp } from "./node/serve-http.ts";
export type { ServeStdioOptions } from "./node/serve-stdio.ts";
export { serveStdio } from "./node/serve-stdio.ts";
