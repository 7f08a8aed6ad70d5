import type { SettingsClient } from "@helve/hooks/node";
// The hook contract of each client by its documentation, written independently of the answers of `@helve/hooks`.

/** A call that the scripted model makes. */
export type ModelCall =
  | { readonly run: string }
  | { readonly write: string; readonly content: string }
  | { readonly edit: string; readonly from: string; readonly to: string };

/** When a client calls hooks. */
export type Moment = "prompt" | "before" | "after";

/** A hook in the settings that the client calls at a moment. */
export interface Hook {
  readonly command: string;
  /** In milliseconds. */
  readonly timeLimit: number;
  /** The entry in the settings, for what else it says. */
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The end of a hook's process. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly timedOut: boolean;
}

/** The client's reaction to a hook, from the strictest to the mildest. */
export type Reaction =
  | { readonly kind: "deny"; readonly reason: string }
  | { readonly kind: "ask"; readonly reason: string }
  | { readonly kind: "rewrite"; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: "proceed" };

/** The data of an event. */
interface Happening {
  readonly moment: Moment;
  readonly cwd: string;
  readonly session: string;
  readonly prompt?: string;
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: string;
}

/** The behavior of a client towards hooks. */
export interface ClientContract {
  readonly client: SettingsClient;
  /** The hooks in its settings at a moment, for a tool. */
  hooks(settings: Readonly<Record<string, unknown>>, moment: Moment, tool: string): readonly Hook[];
  /** The name of the tool and its arguments. */
  toolOf(call: ModelCall): readonly [tool: string, args: Readonly<Record<string, unknown>>];
  /** The event as the client writes it to the hook. */
  event(happening: Happening): object;
  /** The client's reaction when the hook has ended. */
  reaction(ended: Ended, hook: Hook): Reaction;
}

/** The last JSON value that a hook printed; `undefined` if there is none. */
export function printedJson(out: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(out);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** The members of an object, or of nothing. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The elements of an array, or of nothing. */
export function elementsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}
