import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

/** An MCP server whose clients sign in at an authorization server, both on this machine. */
export interface ProtectedServer {
  readonly url: string;
  /** The resource indicators (RFC 8707) of the tokens that were issued. */
  readonly resources: readonly unknown[];
  /** How often tokens were renewed. */
  readonly renewed: number;
  /** Expires all access tokens issued so far. */
  expire(): void;
  /** Revokes the refresh tokens, so that access tokens can't be renewed. */
  revoke(): void;
  /** Answers for the person in the browser: signs in and agrees, or declines. */
  visit(page: URL, answer?: "agree" | "decline"): Promise<string>;
}

export async function protectedServer(): Promise<ProtectedServer> {
  const [authorization, resource] = [await listening(), await listening()];
  const url = `${resource.url}/mcp`;
  const resources: unknown[] = [];
  const state = { renewed: 0, isRevoked: false, answer: "agree" };
  const provider = new Provider(authorization.url, {
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, indicator) => {
          resources.push(indicator);
          return { scope: "tools", accessTokenTTL: 3600, accessTokenFormat: "opaque" };
        },
      },
    },
    scopes: ["openid", "offline_access", "tools"],
    clientBasedCORS: () => true,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["test"] },
  });
  provider.on("grant.success", ({ oidc }) => {
    if (oidc.params?.["grant_type"] === "refresh_token") state.renewed++;
  });
  const answer = provider.callback();
  authorization.server.on("request", async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/interaction/")) {
      if (state.isRevoked && request.url === "/token")
        return response.writeHead(400, json).end('{"error":"invalid_grant"}');
      return answer(request, response);
    }
    const { params } = await provider.interactionDetails(request, response);
    if (state.answer === "decline") {
      const error = { error: "access_denied", error_description: "the person declined" };
      return provider.interactionFinished(request, response, error);
    }
    const grant = new provider.Grant({ accountId: "ada", clientId: String(params["client_id"]) });
    grant.addOIDCScope("openid offline_access tools");
    grant.addResourceScope(String(params["resource"]), "tools");
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, { login: { accountId: "ada" }, consent: { grantId } });
  });

  const seen = new Set<string>();
  const expired = new Set<string>();
  resource.server.on("request", async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      const metadata = { resource: url, authorization_servers: [authorization.url], scopes_supported: ["tools"] };
      return response.writeHead(200, json).end(JSON.stringify(metadata));
    }
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const found = await provider.AccessToken.find(token);
    if (found === undefined || expired.has(token)) {
      const challenge = `Bearer resource_metadata="${resource.url}/.well-known/oauth-protected-resource"`;
      return response.writeHead(401, { "www-authenticate": challenge }).end();
    }
    seen.add(token);
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    const answer = answers[method] ?? { error: { code: -32601, message: "unknown method" } };
    return response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  return {
    url,
    resources,
    get renewed(): number {
      return state.renewed;
    },
    expire() {
      for (const token of seen) expired.add(token);
    },
    revoke() {
      state.isRevoked = true;
    },
    visit(page, wanted = "agree") {
      state.answer = wanted;
      return follow(page);
    },
  };
}

/** The answers of the MCP server, by methods. */
const answers: Readonly<Record<string, object>> = {
  initialize: {
    result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
  },
  "tools/list": { result: { tools: [{ name: "who", inputSchema: { type: "object" } }] } },
  "tools/call": { result: { content: [{ type: "text", text: "ada" }] } },
};

const json = { "content-type": "application/json" };

async function listening() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Follows redirects as a browser does, with its cookies. @returns the text of the last page */
async function follow(page: URL): Promise<string> {
  const cookies = new Map<string, string>();
  for (let next = page; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return response.text();
    await response.body?.cancel();
    next = new URL(location, next);
  }
}
