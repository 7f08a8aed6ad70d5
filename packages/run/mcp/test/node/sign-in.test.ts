import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectServer, requiresSignIn, type SignInOptions, signIn, signInFile } from "@helve/mcp/node";

import { describe, expect, it } from "vitest";
import { type ProtectedServer, protectedServer } from "./authorization-server.ts";
import { folderWith } from "./programs.ts";
import { gatewayWith, lineOf, namesOf } from "./scripted-server.ts";

/** A server that asks for a sign-in, and a file for it. */
async function setUp() {
  const server = await protectedServer();
  const path = join(folderWith(), "mcp", "sign-ins.json");
  return { server, path, store: signInFile(path) };
}

/** Signs in as a person who agrees in the browser. */
async function signInTo(server: ProtectedServer, options: Omit<SignInOptions, "open">): Promise<string> {
  const page = Promise.withResolvers<URL>();
  const signedIn = signIn({ url: server.url }, { ...options, open: page.resolve });
  const text = await server.visit(await page.promise);
  await signedIn;
  return text;
}

describe("a sign-in to a server", () => {
  it("gets tokens for this server, by a code with PKCE, and keeps them in a file of the user", async () => {
    const { server, path, store } = await setUp();
    expect(await requiresSignIn({ url: server.url }, { store })).toBe(true);
    expect(await signInTo(server, { store })).toContain("You are signed in.");
    expect(server.resources).toContain(server.url);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toContain(server.url);
    expect(await requiresSignIn({ url: server.url }, { store })).toBe(false);
  });

  it("lets a gateway use the server", async () => {
    const { server, store } = await setUp();
    await signInTo(server, { store });
    const { client } = await gatewayWith({
      mine: (signal) => connectServer({ url: server.url }, { signal, signIns: store }),
    });
    expect(await namesOf(client)).toEqual(["who"]);
    expect(lineOf(await client.callTool({ name: "who", arguments: {} }))).toBe("ada");
  });

  it("is renewed when its token has expired", async () => {
    const { server, store } = await setUp();
    await signInTo(server, { store });
    const before = (await store.load(server.url))?.tokens;
    const { client } = await gatewayWith({
      mine: (signal) => connectServer({ url: server.url }, { signal, signIns: store }),
    });
    expect(await namesOf(client)).toEqual(["who"]);
    server.expire();
    expect(lineOf(await client.callTool({ name: "who", arguments: {} }))).toBe("ada");
    expect(server.renewed).toBe(1);
    const after = (await store.load(server.url))?.tokens;
    expect(after?.access_token).not.toBe(before?.access_token);
  });

  it("says what to do if it can't be renewed", async () => {
    const { server, store } = await setUp();
    await signInTo(server, { store });
    const { tokens } = (await store.load(server.url)) ?? {};
    await (await connectServer({ url: server.url }, { signIns: store })).close();
    server.expire();
    server.revoke();
    const connected = connectServer({ url: server.url }, { signIns: store });
    await expect(connected).rejects.toThrow("the sign-in has expired: sign in again with helve mcp login");
    const error = await connected.catch(String);
    expect(error).not.toContain(tokens?.access_token);
  });

  it("is asked for in the error of a connection without one", async () => {
    const { server, store } = await setUp();
    const connected = connectServer({ url: server.url }, { signIns: store });
    await expect(connected).rejects.toThrow("sign in with helve mcp login");
  });

  it("fails with the reason if the person declines", async () => {
    const { server, path, store } = await setUp();
    const page = Promise.withResolvers<URL>();
    const signedIn = signIn({ url: server.url }, { store, open: page.resolve });
    const declined = expect(signedIn).rejects.toThrow("the person declined");
    expect(await server.visit(await page.promise, "decline")).toContain("refused");
    await declined;
    expect(() => statSync(path)).toThrow("ENOENT");
  });

  it("takes no answer of another page", async () => {
    const { server, store } = await setUp();
    const page = Promise.withResolvers<URL>();
    const controller = new AbortController();
    const signedIn = signIn({ url: server.url }, { store, open: page.resolve, signal: controller.signal });
    const failed = expect(signedIn).rejects.toThrow("nobody came");
    const redirect = (await page.promise).searchParams.get("redirect_uri") ?? "";
    expect((await fetch(`${redirect}?code=stolen&state=guessed`)).status).toBe(400);
    controller.abort(new Error("nobody came"));
    await failed;
  });

  it("is refused for a server that asks for none", async () => {
    const { url } = await gatewayWith({ one: () => Promise.reject(new Error("down")) });
    await expect(signIn({ url }, { ...(await setUp()), open: () => undefined })).rejects.toThrow(
      "does not ask for a sign-in",
    );
  });

  it("is renewed once by several gateways", async () => {
    const { server, store } = await setUp();
    await signInTo(server, { store });
    const clients = await Promise.all([0, 1].map(() => connectServer({ url: server.url }, { signIns: store })));
    server.expire();
    const lists = await Promise.all(clients.map((client) => client.listTools()));
    expect(lists.map(({ tools }) => tools.length)).toEqual([1, 1]);
    expect(server.renewed).toBe(1);
    await Promise.all(clients.map((client) => client.close()));
  });

  it("is kept beside those to other servers, and can be forgotten", async () => {
    const { path, store } = await setUp();
    const tokens = { access_token: "a", token_type: "Bearer" };
    await Promise.all(["https://a.example", "https://b.example"].map((url) => store.update(url, () => ({ tokens }))));
    await store.update("https://a.example", () => undefined);
    expect(await store.load("https://a.example")).toBeUndefined();
    expect(await store.load("https://b.example")).toEqual({ tokens });
    writeFileSync(path, "[]");
    await expect(store.load("https://b.example")).rejects.toThrow("sign in again");
  });
});
