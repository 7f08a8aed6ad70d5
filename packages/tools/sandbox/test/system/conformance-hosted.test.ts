import { type HostedProvider, hostedSandbox } from "@helve/sandbox/hosted";
import { type Environment, local } from "../environments.ts";
import { standInEnvironment } from "../hosted-stand-ins.ts";
import { testConformance } from "../test-conformance.ts";

// One that passes on bytes, and one that passes on text.
testConformance(standInEnvironment("microsandbox", local));
testConformance(standInEnvironment("e2b", local));

/** The providers that the environment of this process has an account for. Cloudflare's SDK runs only in a Worker. */
const accounts: Readonly<Record<string, { readonly variable: string; create(): Promise<HostedProvider> }>> = {
  e2b: {
    variable: "E2B_API_KEY",
    create: async () => ({ provider: "e2b", sandbox: await (await import("e2b")).Sandbox.create() }),
  },
  daytona: {
    variable: "DAYTONA_API_KEY",
    async create() {
      const { Daytona } = await import("@daytona/sdk");
      return { provider: "daytona", sandbox: await new Daytona().create() };
    },
  },
  vercel: {
    variable: "VERCEL_OIDC_TOKEN",
    create: async () => ({ provider: "vercel", sandbox: await (await import("@vercel/sandbox")).Sandbox.create() }),
  },
  microsandbox: {
    variable: "HELVE_TEST_MICROSANDBOX_IMAGE",
    async create() {
      const { Sandbox } = await import("microsandbox");
      const image = process.env["HELVE_TEST_MICROSANDBOX_IMAGE"] ?? "";
      return {
        provider: "microsandbox",
        sandbox: await Sandbox.builder(`helve-${crypto.randomUUID()}`).image(image).create(),
      };
    },
  },
};

for (const [name, { variable, create }] of Object.entries(accounts)) {
  const standIn: Environment = standInEnvironment(name as HostedProvider["provider"], local);
  testConformance({
    ...standIn,
    name,
    create: async () => hostedSandbox(await create()),
    missing: process.env[variable] === undefined ? `${variable} is not set` : undefined,
  });
}
