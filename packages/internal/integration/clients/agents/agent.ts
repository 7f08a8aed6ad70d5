import type { HookClient } from "@helve/hooks";
import type { CachedPackage } from "@helve/testing/cached-package";
import type { ModelCall, WireFormat } from "../model-server.ts";

/** A coding agent that is started for real. */
export interface Agent {
  readonly client: HookClient;
  readonly format: WireFormat;
  /** Its package on npm, in a fixed version; `bin` is a path from `node_modules/.bin`. */
  readonly install: CachedPackage & { readonly bin: string };
  /** The files of the home directory with which it uses the model at a URL. */
  home(modelUrl: string): Readonly<Record<string, string>>;
  /** The files of the home directory with which it calls a command as its hook, without what `helve hook install` adds for safety. */
  bareHook(command: string, timeoutSeconds: number): Readonly<Record<string, string>>;
  /** The arguments with which it calls a hook that nobody has trusted. */
  readonly untrustedHook?: readonly string[];
  readonly environment?: (modelUrl: string) => Readonly<Record<string, string>>;
  /** The arguments with which it works on a request and ends. */
  args(request: string): readonly string[];
  /** The name of its tool for commands, as rules know it. */
  readonly shellTool: string;
  /** The call of its tool that runs a command. */
  shell(command: string): AgentCall;
  /** The call of its tool that creates a file of the project. */
  write(path: string, content: string): AgentCall;
}

/** A call of a tool by its name in the model's requests. */
export type AgentCall = Pick<ModelCall, "name" | "args">;
