/** The subpath `@helve/language-server/node`: the server over standard input and output, with the files on disk. */
export { diskFiles } from "./node/disk-files.ts";
export type { StdioServerOptions } from "./node/run-stdio-server.ts";
export { runStdioServer } from "./node/run-stdio-server.ts";
