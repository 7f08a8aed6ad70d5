/** The subpath `@helve/cloudflare-agents/node`: a Durable Object in Node, for tests and examples without workerd. */
export type { NodeDurableObject, NodeStorage, SqlCursor } from "./node/node-durable-object.ts";
export { nodeDurableObject } from "./node/node-durable-object.ts";
export type { ScriptedCall } from "./node/scripted-model.ts";
export { scriptedModel } from "./node/scripted-model.ts";
export { startThink } from "./node/start-think.ts";
