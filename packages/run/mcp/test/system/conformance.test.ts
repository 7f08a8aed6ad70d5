// The official conformance suite of MCP, whose versions are 2025-03-26 to 2026-07-28.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serveHttp } from "@helve/mcp/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { conformanceEndpoint } from "../node/conformance-server.ts";

const suite = join(
  dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"))),
  "dist/index.js",
);

/** The scenarios that do not apply, with the reason. A name may end with `*`. */
const left = {
  server: [
    ["the deprecated logging is no part of an endpoint", "logging-set-level", "tools-call-with-logging"],
    ["sampling is no part of an endpoint", "tools-call-sampling"],
    [
      "only guards ask persons, by a form of their own",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "input-required-result-*",
    ],
    ["an endpoint has no resources and no prompts", "resources-*", "prompts-*", "completion-complete", "caching"],
    ["it needs tools that ask, log and stream", "server-stateless"],
    ["tasks are those of 2025-11-25, not of the extension", "tasks-*"],
  ],
  client: [
    ["a person signs in once, by a command", "auth/scope-step-up", "auth/scope-retry-limit"],
    ["a sign-in is not moved to another authorization server", "auth/authorization-server-migration"],
    ["clients register themselves, or have an id", "auth/basic-cimd"],
    ["schemas of tools are not sent back", "json-schema-2020-12-preservation"],
    ["clients have no secrets and no keys", "auth/pre-registration", "auth/client-credentials-*", "auth/dpop*"],
    ["an organization signs in, not a person", "auth/enterprise-managed-authorization", "auth/wif-jwt-bearer"],
    ["skills are not read", "sep-2640-*"],
  ],
};

/** Runs the suite, and returns its exit code with what it printed. */
async function conformance(args: readonly string[]) {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, printed: out + err };
}

/** The scenarios of the suite that apply, as the suite lists them itself. */
async function scenarios(side: "server" | "client"): Promise<readonly string[]> {
  const { printed } = await conformance(["list"]);
  const [server = "", client = ""] = printed.split(/^(?:Client|Authorization server) scenarios/m);
  const listed = [...(side === "server" ? server : client).matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
  const others = left[side].flatMap(([, ...names]) => names);
  const isLeft = (name: string): boolean =>
    others.some((other) => (other.endsWith("*") ? name.startsWith(other.slice(0, -1)) : name === other));
  return listed.filter((name) => !isLeft(name));
}

const serverScenarios = await scenarios("server");
const clientScenarios = await scenarios("client");

describe("the conformance suite", () => {
  it.each(serverScenarios)("accepts the server in the scenario %s", async (scenario) => {
    const { url, close } = await serveHttp(conformanceEndpoint());
    onTestFinished(close);
    const { code, printed } = await conformance(["server", "--url", url, "--scenario", scenario]);
    expect([code, printed]).toEqual([0, expect.stringMatching(/ 0 failed/)]);
  });

  it.each(clientScenarios)("accepts the client in the scenario %s", async (scenario) => {
    const program = fileURLToPath(new URL("conformance-client.ts", import.meta.url));
    const command = `${process.execPath} --conditions=@helve/source --no-warnings ${program}`;
    const { code, printed } = await conformance([
      "client",
      "--timeout",
      "120000",
      "--command",
      command,
      "--scenario",
      scenario,
    ]);
    expect([code, printed]).toEqual([0, expect.stringMatching(/ 0 failed/)]);
  });
});
