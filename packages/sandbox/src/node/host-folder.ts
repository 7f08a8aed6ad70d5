import { realpathSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxSnapshot } from "../sandbox.ts";
import { SandboxError } from "../sandbox-error.ts";

/** The folders that a sandbox keeps its files in. */
const names = ["workspace", "home", "tmp"] as const;

/** The temporary folder of the host that has a sandbox's files, with its snapshots. */
export class HostFolder {
  readonly workspace: string;
  readonly home: string;
  readonly tmp: string;
  readonly #root: string;
  readonly #kind: string;
  #snapshots = 0;

  private constructor(root: string, kind: string) {
    this.#root = root;
    this.#kind = kind;
    this.workspace = join(root, "workspace");
    this.home = join(root, "home");
    this.tmp = join(root, "tmp");
  }

  /** Creates a folder that only this user can read. */
  static async create(kind: string): Promise<HostFolder> {
    const folder = new HostFolder(await mkdtemp(join(realpathSync(tmpdir()), "helve-sandbox-")), kind);
    for (const name of names) await mkdir(folder[name]);
    return folder;
  }

  /** Writes the accounts that exist in an isolated sandbox: one user besides root. */
  async accounts(): Promise<{ readonly passwd: string; readonly group: string }> {
    const [passwd, group] = [join(this.#root, "passwd"), join(this.#root, "group")];
    await writeFile(passwd, "root:x:0:0:root:/root:/bin/sh\nsandbox:x:1000:1000::/home/sandbox:/bin/sh\n");
    await writeFile(group, "root:x:0:\nsandbox:x:1000:\n");
    return { passwd, group };
  }

  async snapshot(): Promise<SandboxSnapshot> {
    const id = `snapshot-${++this.#snapshots}`;
    for (const name of names) await copyFolder(this[name], join(this.#root, id, name));
    return { kind: this.#kind, id };
  }

  /** @throws SandboxError `not_found` if the snapshot isn't of this sandbox */
  async restore({ kind, id }: SandboxSnapshot): Promise<void> {
    const isKnown = kind === this.#kind && /^snapshot-\d+$/.test(id) && (await readdir(this.#root)).includes(id);
    if (!isKnown) throw new SandboxError("not_found", `This sandbox has no snapshot ${kind}/${id}`);
    for (const name of names) {
      await removeContents(this[name]);
      await copyFolder(join(this.#root, id, name), this[name]);
    }
  }

  remove(): Promise<void> {
    return rm(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }
}

function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

async function removeContents(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
