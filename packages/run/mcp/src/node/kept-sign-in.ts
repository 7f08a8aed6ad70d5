import { type AuthProvider, auth, extractWWWAuthenticateParams, type OAuthTokens } from "@modelcontextprotocol/client";
import { limitedFetch } from "./limited-fetch.ts";
import type { SignInStore } from "./sign-in-file.ts";
import { SignInProvider } from "./sign-in-provider.ts";

/**
 * The kept sign-in to a server, for the transport of the SDK. Gateways renew it one after the other: an authorization server accepts a refresh
 * token once, and may end the sign-in at a second use.
 */
export class KeptSignIn implements AuthProvider {
  readonly #options: KeptSignInOptions;
  /** The token that the server has refused last. */
  #refused: string | undefined;

  constructor(options: KeptSignInOptions) {
    this.#options = options;
  }

  async token(): Promise<string | undefined> {
    const tokens = await this.#kept();
    if (tokens !== undefined) this.#options.onTokens?.(tokens);
    return tokens?.access_token;
  }

  /** Records that the server has answered a request with 401. @param headers - the request's headers */
  refuse(headers: RequestInit["headers"]): void {
    this.#refused = new Headers(headers).get("authorization")?.replace(/^Bearer /, "");
  }

  /** Renews the tokens, unless somebody has since the request that was refused. @throws SignInRequiredError if they can't be renewed */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const { url, store } = this.#options;
    const refused = this.#refused;
    await store.exclusively(async () => {
      const tokens = await this.#kept();
      if (tokens !== undefined && tokens.access_token !== refused) return;
      const challenge = extractWWWAuthenticateParams(response);
      // The headers of the server are not for the authorization server.
      await auth(new SignInProvider(this.#options), { serverUrl: url, ...challenge, fetchFn: limitedFetch(fetch) });
    });
  }

  async #kept(): Promise<OAuthTokens | undefined> {
    return (await this.#options.store.load(this.#options.url))?.tokens;
  }
}

interface KeptSignInOptions {
  /** The URL of the server. */
  readonly url: string;
  readonly store: SignInStore;
  readonly onTokens?: ((tokens: OAuthTokens) => void) | undefined;
}
