import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { SettingsClient } from "@helve/hooks/node";
import type { Io } from "../io.ts";
import type { Check } from "./check.ts";

/** Whether the installed client is new enough. A client that is not on the path may be elsewhere. */
export async function checkClient(client: SettingsClient, { environment }: Io): Promise<Check> {
  const { name, from, why } = programs[client];
  let output: string;
  try {
    ({ stdout: output } = await promisify(execFile)(name, ["--version"], { env: environment, timeout: 20_000 }));
  } catch {
    return { ok: true, text: `${name} is not on the path, so its version is not known` };
  }
  const [version] = /\d+\.\d+\.\d+/.exec(output) ?? [];
  if (version === undefined) return { ok: true, text: `${name} does not say its version` };
  if (from === undefined || compareVersions(version, from) >= 0) return { ok: true, text: `${name} ${version}` };
  return { ok: false, text: `${name} ${version} is too old: ${why} only from ${from}` };
}

/** The programs of the clients, with the version from which all that Helve needs is there. */
const programs: Readonly<
  Record<SettingsClient, { readonly name: string; readonly from?: string; readonly why?: string }>
> = {
  "claude-code": { name: "claude", from: "2.1.295", why: '"onFailure" counts' },
  codex: { name: "codex", from: "0.124.0", why: "hooks are on" },
  copilot: { name: "copilot" },
  cursor: { name: "cursor-agent" },
  gemini: { name: "gemini" },
  antigravity: { name: "agy" },
  opencode: { name: "opencode" },
};

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const index = a?.findIndex((part, at) => part !== b?.[at]) ?? -1;
  return index === -1 ? 0 : (a?.[index] ?? 0) - (b?.[index] ?? 0);
}
