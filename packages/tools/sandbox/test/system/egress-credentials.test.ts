import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { ExecOptions, Sandbox } from "@helve/sandbox";
import { bubblewrapSandbox, type EgressCredential } from "@helve/sandbox/node";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bubblewrap } from "../environments.ts";

const programs = ["socat", "curl", "rg", "python3", "openssl"].filter(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0,
);
const missing = bubblewrap.missing ?? (programs.length > 0 ? `${programs.join(", ")} is missing` : undefined);

it.runIf(missing !== undefined)(`credentials at the egress are not tested: ${missing}`, ({ skip }) => skip(missing));

describe.runIf(missing === undefined)("credentials at the egress", () => {
  const token = "tok-5f2a91c07be344d1";
  const received: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  const respond: RequestListener = (request, response) => {
    const { url = "", headers } = request;
    received.push({ url, headers });
    const to = new URL(url, "http://localhost").searchParams.get("to");
    if (to !== null) response.writeHead(302, { location: to }).end();
    else response.end(url.includes("/echo") ? JSON.stringify(headers) : "ok");
  };
  const certificate = selfSigned();
  const tls = createTlsServer(certificate, respond);
  const plain = createServer(respond);
  const certificatesBefore = getCACertificates("default");
  let tlsOrigin: string;
  let plainOrigin: string;
  let otherOrigin: string;

  beforeAll(async () => {
    await once(tls.listen(0, "127.0.0.1"), "listening");
    await once(plain.listen(0, "127.0.0.1"), "listening");
    tlsOrigin = `https://localhost:${(tls.address() as AddressInfo).port}`;
    const { port } = plain.address() as AddressInfo;
    plainOrigin = `http://localhost:${port}`;
    otherOrigin = `http://127.0.0.1:${port}`;
    // The proxy verifies the server: for this process, its certificate is one to trust.
    setDefaultCACertificates([...certificatesBefore, certificate.cert]);
  });
  afterAll(() => {
    setDefaultCACertificates(certificatesBefore);
    tls.close();
    plain.close();
  });
  beforeEach(() => {
    received.length = 0;
  });

  /** A sandbox whose requests to `/v1/` get the token, with and without TLS. */
  const open = (credential: Partial<EgressCredential> = {}) =>
    bubblewrapSandbox({
      network: {
        allow: ["127.0.0.1"],
        credentials: [
          {
            urls: [`${tlsOrigin}/v1/*`, `${plainOrigin}/v1/*`],
            headers: { authorization: `Bearer ${token}` },
            variables: ["API_TOKEN"],
            ...credential,
          },
        ],
      },
      readOnly: [dirname(dirname(process.execPath))],
      // Without it, programs connect to local names without the proxy.
      env: { NO_PROXY: "", no_proxy: "" },
    });
  const curl = (sandbox: Sandbox, args: readonly string[], options?: ExecOptions) =>
    sandbox.exec(["curl", "-sS", "--max-time", "10", ...args], options);
  const tokens = () => received.map(({ headers }) => headers.authorization);

  it.each(["tls", "plain"])(
    "reaches the server from curl, Python and Node, and none of them has it: %s",
    async (kind) => {
      await using sandbox = await open();
      const url = `${kind === "tls" ? tlsOrigin : plainOrigin}/v1/items`;
      const python = `import os, urllib.request
request = urllib.request.Request(${JSON.stringify(url)}, headers={"Authorization": "Bearer " + os.environ["API_TOKEN"]})
print(urllib.request.urlopen(request).read().decode())`;
      const node = `const headers = { authorization: "Bearer " + process.env.API_TOKEN };
const { get } = await import(${JSON.stringify(kind === "tls" ? "node:https" : "node:http")});
get(${JSON.stringify(url)}, { headers }, (response) => response.pipe(process.stdout));
await (await fetch(${JSON.stringify(url)}, { headers })).text();`;
      const results = [
        await sandbox.exec(["sh", "-c", `curl -sS -H "Authorization: Bearer $API_TOKEN" ${url}`]),
        await sandbox.exec(["python3", "-c", python]),
        await sandbox.exec([process.execPath, "--input-type=module", "-e", node]),
      ];
      expect(results.map(({ stdout, stderr }) => stdout.trim() + stderr.trim())).toEqual(["ok", "ok", "ok"]);
      expect(tokens()).toEqual(Array(4).fill(`Bearer ${token}`));
      const { stdout } = await sandbox.exec(["sh", "-c", "env; cat /proc/*/environ /run/* 2>/dev/null || true"]);
      expect(stdout).toMatch(/API_TOKEN=placeholder-[\w-]{36}/);
      expect(stdout).not.toMatch(/tok-|\*{8}/);
      expect(sandbox.description).toContain(`requests to ${tlsOrigin}/v1/*, ${plainOrigin}/v1/* get their credentials`);
    },
  );

  it("is not sent to another path, port or host, nor after a redirect", async () => {
    await using sandbox = await open();
    const placeholder = (await sandbox.exec(["sh", "-c", "echo $API_TOKEN"])).stdout.trim();
    const header = ["-H", `Authorization: Bearer ${placeholder}`];
    await curl(sandbox, [...header, `${tlsOrigin}/v2/items`, `${plainOrigin}/v1`, `${otherOrigin}/v1/items`]);
    expect(tokens()).toEqual(Array(3).fill(`Bearer ${placeholder}`));

    received.length = 0;
    const target = encodeURIComponent(`${otherOrigin}/stolen`);
    await curl(sandbox, ["-L", "--location-trusted", ...header, `${tlsOrigin}/v1/go?to=${target}`]);
    expect(received.map(({ url, headers }) => [url.replace(/\?.*/, ""), headers.authorization])).toEqual([
      ["/v1/go", `Bearer ${token}`],
      ["/stolen", `Bearer ${placeholder}`],
    ]);
  });

  it.each([
    "/v1/../admin",
    "/v1/%2e%2e/admin",
    "/v1/..%2fadmin",
    "/v1/%252e%252e%2fadmin",
    "/v1/..;/admin",
    "/V1/items",
  ])("is not sent to %s, which leads to another path", async (path) => {
    await using sandbox = await open();
    await curl(sandbox, ["--path-as-is", `${tlsOrigin}${path}`]);
    await curl(sandbox, ["--path-as-is", `${plainOrigin}${path}`]);
    expect(tokens().filter((value) => value !== undefined)).toEqual([]);
  });

  it("can't be overridden by headers, or sent elsewhere by them", async () => {
    await using sandbox = await open();
    const own = [
      "Authorization: Bearer mine",
      "authorization: Basic bWluZTptaW5l",
      "X-Api-Key: mine",
      "Cookie: a=mine",
    ];
    await curl(sandbox, [
      ...own.flatMap((header) => ["-H", header]),
      "-H",
      "Connection: authorization",
      `${tlsOrigin}/v1/a`,
    ]);
    expect(tokens()).toEqual([`Bearer ${token}`]);
    expect(JSON.stringify(received)).not.toContain("mine");

    received.length = 0;
    const other = await curl(sandbox, [
      "-w",
      "%{http_code}",
      "-o",
      "/dev/null",
      "-H",
      "Host: example.org",
      `${tlsOrigin}/v1/a`,
    ]);
    const trace = await curl(sandbox, ["-X", "TRACE", `${tlsOrigin}/v1/a`]);
    // A tunnel that the proxy can't read: SOCKS, on the same port.
    const socks = 'curl -sS -k --max-time 5 --proxy "$(echo "$HTTP_PROXY" | sed s/http:/socks5h:/)" "$1"';
    const tunnel = await sandbox.exec(["sh", "-c", socks, "sh", `${tlsOrigin}/v1/a`]);
    expect({ other: other.stdout, tunnel: tunnel.success, received }).toEqual({
      other: "421",
      tunnel: false,
      received: [],
    });
    expect(trace.stdout + trace.stderr).not.toContain(token);
  });

  it("checks plain HTTP in a tunnel, as Node's fetch sends it, like other requests", async () => {
    await using sandbox = await open();
    const tunnel = (args: readonly string[]) => curl(sandbox, ["--proxytunnel", "-w", " %{http_code}", ...args]);
    const body = "x".repeat(100_000);
    const results = [
      await tunnel([`${plainOrigin}/v1/a`, `${plainOrigin}/v1/b`]),
      await tunnel([`${plainOrigin}/v2/a`]),
      await tunnel([`${otherOrigin}/v1/a`]),
      await tunnel(["--path-as-is", `${plainOrigin}/v1/..%2fadmin`]),
      await tunnel(["-H", `Host: ${otherOrigin.slice(7)}`, `${plainOrigin}/v1/c`]),
      await tunnel(["-X", "TRACE", `${plainOrigin}/v1/d`]),
      await sandbox.exec([
        "sh",
        "-c",
        `printf %s ${body} | curl -sS --proxytunnel --data-binary @- ${plainOrigin}/v1/e`,
      ]),
    ];
    expect(received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v1/a", `Bearer ${token}`],
      ["/v1/b", `Bearer ${token}`],
      ["/v2/a", undefined],
      ["/v1/a", undefined],
      ["/v1/..%2fadmin", undefined],
      ["/v1/e", `Bearer ${token}`],
    ]);
    expect(results[4]?.stdout).toContain("421");
    expect(results.map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain(token);
  });

  it("refuses tunnels to other hosts, and those with other protocols", async () => {
    await using sandbox = await open();
    const denied = await curl(sandbox, ["--proxytunnel", "http://example.org/"]);
    expect(denied.stderr).toContain("403");
    const { port } = new URL(plainOrigin);
    const ssh = `import os, socket, urllib.parse, base64
proxy = urllib.parse.urlparse(os.environ["http_proxy"])
auth = base64.b64encode(f"{proxy.username}:{proxy.password}".encode()).decode()
s = socket.create_connection((proxy.hostname, proxy.port), 5)
s.sendall(f"CONNECT localhost:${port} HTTP/1.1\\r\\nHost: localhost:${port}\\r\\nProxy-Authorization: Basic {auth}\\r\\n\\r\\n".encode())
print(s.recv(1000).split(b"\\r\\n")[0])
s.sendall(b"SSH-2.0-x\\r\\n")
print(s.recv(1000))`;
    const { stdout, stderr } = await sandbox.exec(["python3", "-c", ssh]);
    expect(stdout + stderr).toMatch(/200/);
    expect(stdout.trim().split("\n").at(-1)).toBe("b''");
    expect(received).toEqual([]);
  });

  it("is masked where a server repeats it, in output and in files", async () => {
    await using sandbox = await open();
    const { stdout } = await curl(sandbox, [`${tlsOrigin}/v1/echo`]);
    expect(stdout).toContain(`"authorization":"Bearer ${"*".repeat(token.length)}"`);
    await curl(sandbox, ["-o", "answer.json", `${tlsOrigin}/v1/echo`]);
    expect(await sandbox.readFile("answer.json")).toBe(stdout);
    expect(tokens()).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
  });

  it("can be a function, whose errors the sandbox doesn't see", async () => {
    const answers = [{ "x-api-key": "first-secret-1" }, { "x-api-key": "second-secret-2" }];
    const headers = async () => answers.shift() ?? Promise.reject(new Error(`expired: ${token}`));
    await using sandbox = await open({ headers });
    const args = ["-w", "%{http_code}", `${tlsOrigin}/v1/echo`];
    const first = await curl(sandbox, args);
    const second = await curl(sandbox, args);
    const third = await curl(sandbox, args);
    expect(received.map(({ headers }) => headers["x-api-key"])).toEqual(["first-secret-1", "second-secret-2"]);
    expect(first.stdout + second.stdout).not.toMatch(/secret/);
    expect(third.stdout).toBe("The credential for this URL is not available\n502");
  });
});

/** A certificate for localhost that signs itself. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  if (missing !== undefined) return { key: "", cert: "" };
  const folder = mkdtempSync(join(tmpdir(), "helve-tls-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    spawnSync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      key,
      "-out",
      cert,
      ...names,
    ]);
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
