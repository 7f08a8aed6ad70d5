/** Creates the sandbox of a chat. */
import type { Sandbox } from "@helve/sandbox";
import { UsageError } from "../../io.ts";
import { optionalPackages } from "../../optional-package.ts";

/** Returns the module path of a sandbox kind. */
export function sandboxModule(name: string): string {
  return name === "memory" ? "@helve/sandbox/memory" : "@helve/sandbox/node";
}

/**
 * Starts the sandbox of a chat.
 *
 * @param options.folder - the folder of the machine in which it works; without one, it has files of its own
 * @param options.image - of a container; `debian` by default
 * @throws UsageError if it can't be started here
 */
export async function chatSandbox(
  name: string,
  { folder, image = "debian" }: { readonly folder?: string | undefined; readonly image?: string | undefined },
): Promise<Sandbox> {
  if (folder !== undefined && name !== "bubblewrap" && name !== "local") {
    throw new UsageError(`--folder needs --sandbox bubblewrap or local: ${name} has files of its own`);
  }
  try {
    if (name === "memory") {
      const { memory } = await optionalPackages<{ memory: typeof import("@helve/sandbox/memory") }>(
        "--sandbox memory",
        { memory: sandboxModule(name) },
      );
      return await memory.memorySandbox();
    }
    const { node } = await optionalPackages<{ node: typeof import("@helve/sandbox/node") }>(`--sandbox ${name}`, {
      node: sandboxModule(name),
    });
    if (name === "local") return await node.localSandbox({ folder });
    if (name === "bubblewrap") return await node.bubblewrapSandbox({ folder });
    return await node.containerSandbox({ engine: name === "docker" ? "docker" : "podman", image });
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`--sandbox ${name} can't be started: ${(error as Error).message}`);
  }
}
