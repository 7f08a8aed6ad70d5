import { HelveError } from "@helve/core";
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { SignInStore } from "./sign-in-file.ts";

/**
 * Signs in to a server by OAuth 2.1 for the MCP SDK (MCP §Authorization): an authorization code with PKCE, a client that is registered
 * at the first sign-in, and tokens that are renewed and stored.
 *
 * Without `person`, the kept tokens are used and renewed, and nobody is asked.
 */
export class SignInProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #options: SignInProviderOptions;
  #verifier = "";
  /** The metadata of the authorization server. A code is redeemed at the server that issued it. */
  #discovery: OAuthDiscoveryState | undefined;
  /** The client of this sign-in. Another one may be registered for another redirect. */
  #client: StoredOAuthClientInformation | undefined;
  /** The tokens that were used last. */
  #tokens: StoredOAuthTokens | undefined;

  constructor(options: SignInProviderOptions) {
    this.#options = options;
    this.redirectUrl = options.person?.redirectUrl ?? "http://127.0.0.1/callback";
    const { clientId } = options.person ?? {};
    if (clientId !== undefined) this.#client = { client_id: clientId };
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Helve",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  state(): string {
    return this.#options.person?.state ?? "";
  }

  async clientInformation(context?: OAuthClientInformationContext): Promise<StoredOAuthClientInformation | undefined> {
    if (this.#options.person !== undefined) return this.#client;
    const { client } = (await this.#load()) ?? {};
    return context === undefined || client?.issuer === undefined || client.issuer === context.issuer
      ? client
      : undefined;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    if (this.#options.person === undefined) this.#tokens = (await this.#load())?.tokens;
    return this.#tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    this.#tokens = tokens;
    this.#options.onTokens?.(tokens);
    await this.#options.store.update(this.#options.url, (known) => ({ client: this.#client ?? known?.client, tokens }));
  }

  /** Sends the person to the authorization server. @throws SignInRequiredError if nobody is there */
  redirectToAuthorization(url: URL): void {
    const { person } = this.#options;
    if (person === undefined)
      throw new SignInRequiredError("the sign-in has expired: sign in again with helve mcp login");
    person.open(url);
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#discovery = discovery;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Forgets what the authorization server refuses; not the tokens that another process has got meanwhile. */
  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "verifier" || scope === "discovery") return;
    const refused = this.#tokens?.access_token;
    if (scope !== "tokens") this.#client = undefined;
    this.#tokens = undefined;
    await this.#options.store.update(this.#options.url, (known) => {
      if (known?.tokens !== undefined && known.tokens.access_token !== refused) return known;
      return scope === "tokens" ? { ...known, tokens: undefined } : undefined;
    });
  }

  #load() {
    return this.#options.store.load(this.#options.url);
  }
}

interface SignInProviderOptions {
  /** The URL of the server. */
  readonly url: string;
  readonly store: SignInStore;
  /** Receives new tokens, so that no log shows them. */
  readonly onTokens?: ((tokens: StoredOAuthTokens) => void) | undefined;
  /** The person who signs in. */
  readonly person?: SigningPerson | undefined;
}

interface SigningPerson {
  /** Where the authorization server sends the person's browser back to. */
  readonly redirectUrl: string;
  /** The `state` that the redirect must return. */
  readonly state: string;
  /** The client, if it is registered already. */
  readonly clientId: string | undefined;
  /** Opens the page of the authorization server. */
  readonly open: (url: URL) => void;
}

/** Nobody has signed in to a server, or the sign-in has expired. */
export class SignInRequiredError extends HelveError {
  override readonly code = "sign_in_required";
}
