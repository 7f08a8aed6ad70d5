import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorJson, HelveError } from "@helve/core";
import { quote } from "@helve/core/internal";
import { type AuthOptions, type AuthResult, auth, extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import { limitedFetch } from "./limited-fetch.ts";
import { probeServer } from "./probe-server.ts";
import type { ServerUrl } from "./servers-file.ts";
import type { SignInStore } from "./sign-in-file.ts";
import { SignInProvider } from "./sign-in-provider.ts";

/**
 * Signs a person in to a server by OAuth (MCP §Authorization): finds its authorization server, registers a client, opens the page on which the person
 * agrees, and waits for the browser at an address of this machine. The tokens are kept in the store.
 *
 * @throws SignInError if the server asks for no sign-in, the authorization server fails, or the person declines or does not answer within five minutes;
 *   the reason of the signal
 */
export async function signIn(config: ServerUrl, options: SignInOptions): Promise<void> {
  const { store, open, clientId, port = 0, signal } = options;
  const answer = await probeServer(config, 10_000).catch((cause: unknown) => {
    throw new SignInError("the server can't be reached", { cause });
  });
  if (answer.status !== 401) throw new SignInError(`the server does not ask for a sign-in (HTTP ${answer.status})`);
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  const state = crypto.randomUUID();
  const callback = await openCallback(port, state);
  const openPage = (page: URL): void => {
    // The server says where its authorization server is.
    if (!/^https?:$/.test(page.protocol))
      throw new SignInError(`the page of the sign-in is no web page: ${page.protocol}`);
    open(page);
  };
  try {
    const person = { redirectUrl: callback.url, state, clientId, open: openPage };
    const provider = new SignInProvider({ url: config.url, store, person });
    const request = { serverUrl: config.url, resourceMetadataUrl, scope, fetchFn: limitedFetch(fetch, 1024 * 1024) };
    if ((await authorized(provider, request)) === "AUTHORIZED") return;
    const limits = [AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])];
    const { code, iss } = await callback.answer(AbortSignal.any(limits));
    await authorized(provider, { ...request, authorizationCode: code, iss });
  } finally {
    callback.close();
  }
}

/**
 * Runs the SDK's OAuth steps for a server.
 *
 * @throws SignInError that says what the authorization server, or the discovery of it, has failed with
 */
async function authorized(provider: SignInProvider, options: AuthOptions): Promise<AuthResult> {
  try {
    return await auth(provider, options);
  } catch (cause) {
    if (cause instanceof HelveError) throw cause;
    const { message } = errorJson(cause);
    const hint = /registration/i.test(message) ? ": give the id of a client that is registered" : "";
    throw new SignInError(`the sign-in has failed: ${message}${hint}`, { cause });
  }
}

/** Options of {@link signIn}. */
export interface SignInOptions {
  readonly store: SignInStore;
  /** Opens the page of the authorization server in the person's browser. */
  readonly open: (url: URL) => void;
  /** The client, for authorization servers where clients can't register themselves. */
  readonly clientId?: string | undefined;
  /** The port for the browser's answer, for clients that are registered with one; by default any. */
  readonly port?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Nobody was signed in. */
export class SignInError extends HelveError {
  override readonly code = "sign_in_failed";
}

/** How long the person may take, in milliseconds. */
const patience = 300_000;

interface Callback {
  readonly url: string;
  /** Waits for the answer of the authorization server. */
  answer(signal: AbortSignal): Promise<{ readonly code: string; readonly iss: string | undefined }>;
  close(): void;
}

/** Waits for the browser at an address of this machine (RFC 8252 §7.3). What does not have the state is not for it. */
async function openCallback(port: number, state: string): Promise<Callback> {
  const answered = Promise.withResolvers<{ code: string; iss: string | undefined }>();
  answered.promise.catch(() => undefined);
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const send = (status: number, text: string): void => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(text);
    };
    if (request.method !== "GET" || pathname !== "/callback") return send(404, "not found\n");
    if (searchParams.get("state") !== state) return send(400, "this page belongs to no sign-in that runs\n");
    const code = searchParams.get("code");
    const reason = searchParams.get("error_description") ?? searchParams.get("error") ?? "no reason";
    if (code === null) {
      answered.reject(new SignInError(`the authorization server refused the sign-in: ${quote(reason.slice(0, 500))}`));
      return send(200, "The sign-in was refused. You can close this page.\n");
    }
    answered.resolve({ code, iss: searchParams.get("iss") ?? undefined });
    send(200, "You are signed in. You can close this page.\n");
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, "127.0.0.1", listening.resolve);
  await listening.promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    async answer(signal) {
      const aborted = Promise.withResolvers<never>();
      const abort = (): void => {
        const isLate = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
        const late = `the browser has not come back within ${patience / 60_000} minutes`;
        aborted.reject(isLate ? new SignInError(late) : signal.reason);
      };
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await Promise.race([answered.promise, aborted.promise]);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
