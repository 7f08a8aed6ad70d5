/** Reads from a client's request who sent it, and to which session it belongs. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** The surroundings of a request of a client. */
export interface CallScope {
  readonly server: Server;
  readonly context: ServerContext;
  readonly connection: object;
}

/** The key in the `_meta` of a request whose value is the handle of the session that the call belongs to. */
export const sessionMetaKey = "dev.helve/session";

/**
 * The handle of the session in a request; `undefined` if not found.
 *
 * @throws ProtocolError if it is not 1 to 128 letters, digits, `.`, `_`, `:` or `-`
 */
export function handleOf({ mcpReq }: ServerContext): string | undefined {
  const handle = mcpReq._meta?.[sessionMetaKey];
  if (handle === undefined) return undefined;
  if (typeof handle === "string" && /^[\w.:-]{1,128}$/.test(handle)) return handle;
  const rule = "must be 1 to 128 letters, digits, dots, colons, hyphens or underscores";
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `_meta["${sessionMetaKey}"] ${rule}`);
}

/** Returns the authenticated client of a request, so that no client uses another's sessions. */
export function clientOf({ http }: ServerContext): string {
  return http?.authInfo?.clientId ?? "";
}

/** The client's capabilities. Since version 2026-07-28 of the protocol, each request contains them. */
export function capabilitiesOf({ server, context }: Pick<CallScope, "server" | "context">): ClientCapabilities {
  const envelope: Partial<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return declared ?? server.getClientCapabilities() ?? {};
}

/** Whether a client can ask a person by a form. Older clients declare `elicitation` without saying how. */
export function asksByForm({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
