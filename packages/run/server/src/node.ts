/** The subpath `@helve/server/node`: serves over HTTP on Node, and speaks the conventions of OpenTool's command lines. */
export type { DaemonRegistration, RegisterOptions } from "./node/register-with-daemon.ts";
export { registerWithDaemon } from "./node/register-with-daemon.ts";
export type { RunServerIo, RunServerOptions } from "./node/run-server.ts";
export { documentTools, runServer } from "./node/run-server.ts";
export type { ListeningServer, ServeOptions } from "./node/serve.ts";
export { serve } from "./node/serve.ts";
export type { ServerArguments } from "./node/server-arguments.ts";
export { readServerArguments, ServerArgumentsError } from "./node/server-arguments.ts";
