/** The subpath `@helve/sandbox/node`: environments that run programs of this machine. */
export type { BubblewrapOptions } from "./node/bubblewrap.ts";
export { bubblewrapSandbox } from "./node/bubblewrap.ts";
export type { SetupProblem, SetupReport } from "./node/bubblewrap-doctor.ts";
export { bubblewrapDoctor } from "./node/bubblewrap-doctor.ts";
export type { ContainerOptions } from "./node/container.ts";
export { containerSandbox } from "./node/container.ts";
export type { ContainerEngineOptions } from "./node/container-engine.ts";
export { removeLeftoverContainers } from "./node/container-engine.ts";
export type { CredentialHeaders, EgressCredential } from "./node/egress-credentials.ts";
export type { NetworkAccess } from "./node/egress-proxy.ts";
export { removeLeftoverFolders } from "./node/host-folder.ts";
export type { LocalSandboxOptions } from "./node/local.ts";
export { localSandbox } from "./node/local.ts";
export type { RuntimeSandboxOptions } from "./node/runtime.ts";
export { runtimeSandbox } from "./node/runtime.ts";
