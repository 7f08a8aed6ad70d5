// The subpath `@helve/sandbox/node`: environments that run programs of this machine.

export type { LocalSandboxOptions } from "./node/local.ts";
export { localSandbox } from "./node/local.ts";
