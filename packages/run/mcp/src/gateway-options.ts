/** The options of `openGateway`: the servers, the guards and the accepted tools. */
import type { Action, Guard, ToolPlace } from "@helve/core";
import type { McpEndpointOptions } from "./endpoint-options.ts";
import type { ToolPins, WithheldTool } from "./review-tools.ts";

/** Options of {@link openGateway}. */
export interface GatewayOptions {
  /** Decide about each call; none by default, which allows everything. */
  readonly guards?: readonly Guard[] | undefined;
  /** Whether clients don't see a tool, such as `hiddenTools(program)`; they see all by default. */
  readonly isHidden?: ((name: string) => boolean) | undefined;
  /** Stores the fingerprints of accepted tools; in memory by default, so that they are pinned until the gateway ends. */
  readonly pins?: PinStore | undefined;
  /** Whether tools are named after their servers; by default if there are several servers. */
  readonly prefix?: boolean | undefined;
  /** How long a server may take without an answer or progress, in milliseconds; two minutes by default. */
  readonly idleTimeout?: number | undefined;
  /** The time limit of each call, in milliseconds, also if it reports progress; none by default. */
  readonly timeout?: number | undefined;
  /** How long a list of tools waits for a server that has not answered yet, in milliseconds; ten seconds by default. */
  readonly listTimeout?: number | undefined;
  /**
   * The program of each server, by the name of the server. Two servers of one program may have the same tools, if tools are named after their servers.
   */
  readonly programs?: Readonly<Record<string, string>> | undefined;
  /** Where servers work, by their names, so that rules read relative paths as they do. */
  readonly places?: Readonly<Record<string, ToolPlace>> | undefined;
  /** Options of the endpoint: who is asked, what is recorded. */
  readonly endpoint?: Omit<McpEndpointOptions, GatewayOwned> | undefined;
  /** Receives each call that is allowed, before it is sent to its server. If it throws, the call is not sent. */
  readonly onStart?: ((action: Action) => void | Promise<void>) | undefined;
  /** Receives what happens to the servers. */
  readonly onEvent?: ((event: GatewayEvent) => void) | undefined;
}

type GatewayOwned =
  | "annotations"
  | "capabilities"
  | "listed"
  | "isListed"
  | "listMeta"
  | "onArguments"
  | "onServer"
  | "ready"
  | "resultOf"
  | "unknownTool";

/** Stores the fingerprints of the accepted tools of each server. */
export interface PinStore {
  /** Returns the pins of a server; `undefined` if its tools were never accepted. If it throws, the server's tools are not offered. */
  load(server: string): ToolPins | undefined | Promise<ToolPins | undefined>;
  save(server: string, pins: ToolPins): void | Promise<void>;
}

/** A change of a gateway's server. */
export type GatewayEvent =
  | { readonly kind: "lost"; readonly server: string }
  | { readonly kind: "unreachable" | "invalid"; readonly server: string; readonly message: string }
  | { readonly kind: "withheld"; readonly server: string; readonly tool: WithheldTool };
