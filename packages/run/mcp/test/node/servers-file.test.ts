import { parseServersFile, readServersFile, usableServers } from "@helve/mcp/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configSecrets } from "../../src/node/config-secrets.ts";

describe("parseServersFile", () => {
  it("reads the files of clients", () => {
    const file = {
      mcpServers: {
        files: {
          command: "npx",
          args: ["server-filesystem", "${env:HOME}"],
          env: { KEY: "${KEY}", LOG: "${LOG:-off}", N: 1 },
        },
        web: { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer ${KEY}" } },
        old: { type: "sse", url: "https://example.com/sse", protocol: "2025-06-18" },
        off: { command: "${MISSING}", disabled: true },
      },
    };
    expect(parseServersFile(JSON.stringify(file), { HOME: "/home/ada", KEY: "k" })).toEqual({
      files: { command: "npx", args: ["server-filesystem", "/home/ada"], env: { KEY: "k", LOG: "off", N: "1" } },
      web: { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer k" } },
      old: { type: "sse", url: "https://example.com/sse", protocol: "2025-06-18" },
    });
    const code = { servers: { files: { type: "stdio", command: "npx" } } };
    expect(parseServersFile(JSON.stringify(code))).toEqual({ files: { command: "npx" } });
  });

  it("reports every problem, without a value of the file", () => {
    const file = {
      mcpServers: {
        a: { command: "x", url: "https://a" },
        b: {},
        c: { url: "file:///etc/passwd" },
        d: { command: "x", args: "secret-args", env: ["secret-env"] },
        e: { url: "https://user:secret-password@x/${TOKEN}" },
        f: 5,
        __proto__x: { command: "" },
      },
    };
    const { issues } = readServersFile(JSON.stringify(file), {});
    expect(issues.map(({ path, message }) => [path, message])).toEqual([
      ["/mcpServers/a", '"a" must have a command or a url, not both'],
      ["/mcpServers/b", '"b" must have a command or a url'],
      ["/mcpServers/c/url", '"c".url must be an http or https URL'],
      ["/mcpServers/d/args", '"d".args must be a list of texts'],
      ["/mcpServers/d/env", '"d".env must be an object with texts'],
      ["/mcpServers/e/url", '"e".url names the environment variable "TOKEN", which is not set'],
      ["/mcpServers/e", '"e" must have a command or a url'],
      ["/mcpServers/f", '"f" must be an object with a command or a url'],
      ["/mcpServers/__proto__x/command", '"__proto__x".command must be a text'],
      ["/mcpServers/__proto__x", '"__proto__x" must have a command or a url'],
    ]);
    expect(() => parseServersFile("{")).toThrow("1:2");
    expect(() => parseServersFile("[]")).toThrow('expected an object with the member "mcpServers"');
    expect(() => parseServersFile('{"mcpServers": null}')).toThrow("expected an object");
  });

  it("has the servers that can be used beside others", () => {
    const file = {
      mcpServers: {
        ok: { command: "x" },
        db: { command: "npx", env: { DB_KEY: "${DB_KEY}" } },
        "my-ws": { url: "ws://x.example" },
        socket: { type: "websocket", url: "https://x.example" },
      },
    };
    expect(usableServers(JSON.stringify(file), {}).value).toEqual({
      servers: { ok: { command: "x" } },
      unusable: {
        db: '"db".env.DB_KEY names the environment variable "DB_KEY", which is not set',
        my_ws: '"my-ws".url must be an http or https URL',
        socket: '"socket".type must be "http" or "sse": no other transport is spoken',
      },
    });
  });

  it("reads a server named like a member of a prototype", () => {
    const text = '{"mcpServers": {"__proto__": {"command": "a"}, "constructor": {"command": "b"}}}';
    expect(Object.entries(parseServersFile(text))).toEqual([
      ["__proto__", { command: "a" }],
      ["constructor", { command: "b" }],
    ]);
  });

  it("never throws anything but its error", () => {
    const json = fc.jsonValue().map((value) => JSON.stringify({ mcpServers: value }));
    fc.assert(
      fc.property(fc.oneof(json, fc.string()), (text) => {
        const { value, issues } = readServersFile(text, {});
        expect(value === undefined).toBe(issues.length > 0);
      }),
    );
  });
});

describe("configSecrets", () => {
  it("finds what no log may contain", () => {
    const patterns = configSecrets({
      a: {
        command: "x",
        args: ["--api-key", "argument-1", "--token=argument-2", "--name", "visible"],
        env: { A: "env-1.*+?", B: "on" },
      },
      b: { url: "https://ann:pass%20word@x.org/?key=query-1", headers: { Authorization: "Bearer header-1" } },
    });
    const secrets = ["argument-1", "argument-2", "env-1.*+?", "pass word", "query-1", "header-1"];
    for (const secret of secrets) {
      expect(patterns.reduce((text, pattern) => text.replace(pattern, "*"), `a ${secret} b`)).toBe("a * b");
    }
    for (const text of ["visible", "on", "Bearer", "env-1abc", "ann"]) {
      expect(patterns.reduce((rest, pattern) => rest.replace(pattern, "*"), text)).toBe(text);
    }
  });

  it("finds secrets in arguments of containers and bridges, in connection strings and in keys of several lines", () => {
    const patterns = configSecrets({
      a: {
        command: "docker",
        args: ["run", "-e", "GITHUB_PAT=docker-1", "--env=B_KEY=docker-2", "API_TOKEN=plain-1", "image"],
        env: { DATABASE: "postgres://ann:pg%2Fpass@db/x", PEM: "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG\nend" },
      },
      b: {
        command: "npx",
        args: ["mcp-remote", "--header", "Authorization: Bearer bridge-1", "--header=X-Key: bridge-2"],
      },
      c: { url: "https://user-token-1@x.org/?key=a%2Fb%2Fquery&bad=%E0%A4%A" },
    });
    const secrets = ["docker-1", "docker-2", "plain-1", "pg/pass", "pg%2Fpass", "MIIEvQIBADANBgkqhkiG"];
    for (const secret of [
      ...secrets,
      "bridge-1",
      "bridge-2",
      "user-token-1",
      "a/b/query",
      "a%2Fb%2Fquery",
      "%E0%A4%A",
    ]) {
      expect(patterns.reduce((text, pattern) => text.replace(pattern, "*"), `a ${secret} b`)).toBe("a * b");
    }
    for (const text of ["docker", "mcp-remote", "Authorization", "GITHUB_PAT", "image"]) {
      expect(patterns.reduce((rest, pattern) => rest.replace(pattern, "*"), text)).toBe(text);
    }
  });
});
