/** The subpath `@helve/mcp/node`: the gateway of `helve mcp`: MCP servers that run as programs, pins and an audit log in files. */
export type { AcceptOptions } from "./node/accept-tools.ts";
export { acceptWithheldTools } from "./node/accept-tools.ts";
export type { AuditRecorder, AuditRecorderOptions } from "./node/audit-recorder.ts";
export { auditRecorder } from "./node/audit-recorder.ts";
export type { BuiltInRules } from "./node/built-in-guard.ts";
export type { ConnectServerOptions } from "./node/connect-server.ts";
export { connectServer } from "./node/connect-server.ts";
export { untilEnded } from "./node/end-signal.ts";
export { userSignIns } from "./node/gateway-files.ts";
export { FileInUseError } from "./node/lock-file.ts";
export { PinFileError, pinFile } from "./node/pin-file.ts";
export { privateFolder, StateFolderError } from "./node/private-folder.ts";
export { requiresSignIn } from "./node/requires-sign-in.ts";
export type { RunGatewayOptions } from "./node/run-gateway.ts";
export { runGateway } from "./node/run-gateway.ts";
export type { RunServerOptions } from "./node/run-server.ts";
export { runServer, ToolModuleError } from "./node/run-server.ts";
export type { HttpServer, ServeHttpOptions } from "./node/serve-http.ts";
export { serveHttp } from "./node/serve-http.ts";
export type { ServeStdioOptions } from "./node/serve-stdio.ts";
export { serveStdio } from "./node/serve-stdio.ts";
export type { ServerConfig, ServerProgram, ServerUrl, UsableServers } from "./node/servers-file.ts";
export {
  parseServersFile,
  readServersFile,
  ServersFileError,
  serversMember,
  usableServers,
} from "./node/servers-file.ts";
export { sessionFiles } from "./node/session-files.ts";
export type { SignInOptions } from "./node/sign-in.ts";
export { SignInError, signIn } from "./node/sign-in.ts";
export type { SignInRecord, SignInStore } from "./node/sign-in-file.ts";
export { SignInFileError, signInFile } from "./node/sign-in-file.ts";
export { toolNames } from "./tool-names.ts";
