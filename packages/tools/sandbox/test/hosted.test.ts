import type { ISandbox as CloudflareSdkSandbox } from "@cloudflare/sandbox";
import type { Sandbox as DaytonaSdkSandbox } from "@daytona/sdk";
import {
  type CloudflareSandbox,
  type DaytonaSandbox,
  type E2bSandbox,
  type HostedProvider,
  hostedSandbox,
  type Microsandbox,
  type VercelSandbox,
} from "@helve/sandbox/hosted";
import type { Sandbox as VercelSdkSandbox } from "@vercel/sandbox";
import type { Sandbox as E2bSdkSandbox } from "e2b";
import type { Sandbox as MicrosandboxSdk } from "microsandbox";
import { describe, expect, expectTypeOf, it } from "vitest";
import { standIns } from "./hosted-stand-ins.ts";

it("takes the sandboxes that the SDKs publish", () => {
  expectTypeOf<E2bSdkSandbox>().toExtend<E2bSandbox>();
  expectTypeOf<VercelSdkSandbox>().toExtend<VercelSandbox>();
  expectTypeOf<DaytonaSdkSandbox>().toExtend<DaytonaSandbox>();
  expectTypeOf<CloudflareSdkSandbox & { destroy(): Promise<void> }>().toExtend<CloudflareSandbox>();
  expectTypeOf<MicrosandboxSdk>().toExtend<Microsandbox>();
  expectTypeOf<E2bSdkSandbox>().not.toExtend<VercelSandbox>();
});

it("refuses a provider that it does not know", async () => {
  const unknown = { provider: "constructor", sandbox: {} } as never;
  await expect(hostedSandbox(unknown)).rejects.toMatchObject({ code: "invalid_argument" });
});

const providers = Object.keys(standIns) as HostedProvider["provider"][];

describe.each(providers)("a sandbox of %s", (provider) => {
  it("runs commands with arguments, variables and input, and passes on exit codes", async () => {
    await using sandbox = await hostedSandbox(standIns[provider]());
    const quoted = ["printf", "%s|", "a b", "c'd", "$HOME", ""];
    expect((await sandbox.exec(quoted)).stdout).toBe("a b|c'd|$HOME||");
    const script = 'echo "$A"; cat; echo e >&2; exit 3';
    const { exitCode, stdout, stderr } = await sandbox.exec(["sh", "-c", script], {
      env: { A: "x\ny" },
      input: "in\n",
    });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 3, stdout: "x\ny\nin\n", stderr: "e\n" });
  });

  it("keeps binary files as they are", async () => {
    await using sandbox = await hostedSandbox(standIns[provider]());
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
    await sandbox.writeFile("dir/a.bin", bytes);
    expect(await sandbox.readBytes("dir/a.bin")).toEqual(bytes);
    await expect(sandbox.readFile("missing")).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends everything that a command started at its time limit", async () => {
    await using sandbox = await hostedSandbox(standIns[provider]());
    const slow = sandbox.exec(
      ["sh", "-c", "echo before; setsid sh -c 'while :; do date > late; sleep 0.05; done' & wait"],
      { timeout: 2500 },
    );
    await expect(slow).rejects.toMatchObject({ code: "timeout", partialOutput: { stdout: "before\n" } });
    await sandbox.remove("late");
    expect((await sandbox.exec(["sh", "-c", "sleep 0.2; ls"])).stdout).toBe("");
  });
});

it("ends the provider's sandbox, unless it is kept", async () => {
  const closed: boolean[] = [];
  const create = (): HostedProvider => {
    const { provider, sandbox } = standIns.e2b() as Extract<HostedProvider, { provider: "e2b" }>;
    return { provider, sandbox: { ...sandbox, kill: async () => closed.push(true) } };
  };
  await (await hostedSandbox({ ...create(), keep: true })).close();
  expect(closed).toEqual([]);
  await (await hostedSandbox(create())).close();
  expect(closed).toEqual([true]);
});

it("reports a provider that does not answer, and input that can't stay open", async () => {
  const { provider, sandbox } = standIns.e2b() as Extract<HostedProvider, { provider: "e2b" }>;
  let isGone = false;
  const commands: E2bSandbox["commands"] = {
    run: (command, options) =>
      isGone ? Promise.reject(new Error("sandbox not found")) : sandbox.commands.run(command, options),
  };
  await using hosted = await hostedSandbox({ provider, sandbox: { ...sandbox, commands } });
  await expect(hosted.spawn(["cat"], { stdin: true })).rejects.toMatchObject({ code: "unsupported" });
  isGone = true;
  const lost = { code: "unavailable", message: "The e2b sandbox failed: sandbox not found" };
  await expect(hosted.exec(["true"])).rejects.toMatchObject(lost);
  await expect(hosted.readFile("a")).rejects.toMatchObject(lost);
});
