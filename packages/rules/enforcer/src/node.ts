/** The subpath `@helve/enforcer/node`: an inspector that asks a person at the terminal. */
export type { TerminalInspectorOptions } from "./node/terminal-inspector.ts";
export { terminalInspector } from "./node/terminal-inspector.ts";
