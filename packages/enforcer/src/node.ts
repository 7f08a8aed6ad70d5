// The entry `@helve/enforcer/node`: what needs Node.js, which is the inspector that asks a person at the terminal.
export type { TerminalInspectorOptions } from "./node/terminal-inspector.ts";
export { terminalInspector } from "./node/terminal-inspector.ts";
