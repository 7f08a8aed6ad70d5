import type { ActionReturn, DecodeRecord, GuardRecord, ResolveRecord, ToolCall } from "@helve/core";

/** What observers are told, in this order; every record is plain, and nobody may change it. */
export interface ExecutorEvents {
  /** A call has arrived. */
  readonly "action:start": { readonly call: ToolCall };
  readonly "action:resolved": { readonly call: ToolCall; readonly record: ResolveRecord };
  readonly "action:decoded": { readonly call: ToolCall; readonly record: DecodeRecord };
  /** The guards have spoken; what they say after the run is in the action return. */
  readonly "action:guarded": { readonly call: ToolCall; readonly record: GuardRecord };
  /** A tool says how far it has come: whatever value it gives. */
  readonly "action:progress": { readonly call: ToolCall; readonly update: unknown };
  /** The call has ended, whichever way: every call that started ends. */
  readonly "action:end": { readonly call: ToolCall; readonly actionReturn: ActionReturn };
}

/** Told of one kind of event. What it throws, at once or later, is dropped, and nobody waits for it. */
export type Listener<Name extends keyof ExecutorEvents> = (event: ExecutorEvents[Name]) => unknown;
