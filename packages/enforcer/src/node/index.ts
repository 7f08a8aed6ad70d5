export type { TerminalInspectorOptions } from "./terminal-inspector.ts";
export { terminalInspector } from "./terminal-inspector.ts";
