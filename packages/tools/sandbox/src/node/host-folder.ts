/** The temporary folder of a sandbox on the host, with its snapshots. */
import { realpathSync, statSync } from "node:fs";
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { SandboxSnapshot } from "../sandbox.ts";
import { SandboxError } from "../sandbox-error.ts";
import { currentOwner, hasOwnerEnded } from "./owner.ts";

/** The folders in which a sandbox stores its files. */
const names = ["workspace", "home", "tmp"] as const;

const prefix = "helve-sandbox-";
const ownerFile = "owner";

/** The temporary folder of the host that has a sandbox's files, with its snapshots. */
export class HostFolder {
  readonly workspace: string;
  readonly home: string;
  readonly tmp: string;
  readonly #root: string;
  readonly #kind: string;
  readonly #snapshots = new Set<string>();

  private constructor(root: string, kind: string, workspace: string | undefined) {
    this.#root = root;
    this.#kind = kind;
    this.workspace = workspace ?? join(root, "workspace");
    this.home = join(root, "home");
    this.tmp = join(root, "tmp");
  }

  /**
   * Creates a folder that only this user can read.
   *
   * @param given - a folder of the machine to use as the workspace; it stays when the sandbox is closed
   * @throws SandboxError `invalid_argument` if `given` is not a folder, or is the root
   */
  static async create(kind: string, given?: string): Promise<HostFolder> {
    const workspace = given === undefined ? undefined : ownWorkspace(given);
    const folder = new HostFolder(await mkdtemp(join(realpathSync(tmpdir()), prefix)), kind, workspace);
    await writeFile(join(folder.#root, ownerFile), currentOwner());
    for (const name of names) if (name !== "workspace" || workspace === undefined) await mkdir(folder[name]);
    return folder;
  }

  /** Writes the accounts that exist in an isolated sandbox: one user besides root. */
  async accounts(): Promise<{ readonly passwd: string; readonly group: string }> {
    const [passwd, group] = [join(this.#root, "passwd"), join(this.#root, "group")];
    await writeFile(passwd, "root:x:0:0:root:/root:/bin/sh\nsandbox:x:1000:1000::/home/sandbox:/bin/sh\n");
    await writeFile(group, "root:x:0:\nsandbox:x:1000:\n");
    return { passwd, group };
  }

  /**
   * Takes a snapshot of the files. Named pipes and sockets are left out.
   *
   * @param copy - copies the three folders into an empty one; by default by this process, which is for programs that are trusted: others could
   *   put a link in place of a file while it is copied
   */
  async snapshot(copy: (target: string) => Promise<void> = (target) => this.#copyTo(target)): Promise<SandboxSnapshot> {
    const id = `snapshot-${crypto.randomUUID()}`;
    const target = join(this.#root, id);
    await mkdir(target);
    try {
      await copy(target);
    } catch (error) {
      await removeFolder(target);
      throw error;
    }
    this.#snapshots.add(id);
    return { kind: this.#kind, id };
  }

  /**
   * Nothing may run in the sandbox meanwhile.
   *
   * @throws SandboxError `not_found` if the snapshot isn't of this sandbox
   */
  async restore({ kind, id }: SandboxSnapshot): Promise<void> {
    if (kind !== this.#kind || !this.#snapshots.has(id)) {
      throw new SandboxError("not_found", `This sandbox has no snapshot ${kind}/${id}`);
    }
    for (const name of names) {
      for (const entry of await readdir(this[name])) await removeFolder(join(this[name], entry));
      await copyFolder(join(this.#root, id, name), this[name]);
    }
  }

  remove(): Promise<void> {
    return removeFolder(this.#root);
  }

  async #copyTo(target: string): Promise<void> {
    for (const name of names) await copyFolder(this[name], join(target, name));
  }
}

/**
 * Removes the temporary folders of local and bubblewrap sandboxes that were not closed because their process crashed. It reads the folder
 * for temporary files of this process (`TMPDIR`), and leaves folders of other users alone.
 *
 * @returns the paths of the folders that were removed
 * @throws the error of the file system if a folder can't be removed
 *
 * @example
 * await removeLeftoverFolders();
 */
export async function removeLeftoverFolders(): Promise<readonly string[]> {
  const parent = realpathSync(tmpdir());
  const removed: string[] = [];
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(prefix) || !(await isLeftover(path))) continue;
    await removeFolder(path);
    removed.push(path);
  }
  return removed;
}

/** The real path of a folder that exists and is not the root. */
function ownWorkspace(folder: string): string {
  const found = isAbsolute(folder) ? statSync(folder, { throwIfNoEntry: false }) : undefined;
  const path = found?.isDirectory() === true ? realpathSync(folder) : "/";
  if (path !== "/") return path;
  throw new SandboxError("invalid_argument", `"folder" must be the absolute path of a directory (got ${folder})`);
}

async function isLeftover(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    const isOwn = found.isDirectory() && found.uid === process.getuid?.();
    return isOwn && hasOwnerEnded(await readFile(join(path, ownerFile), "utf8"));
  } catch {
    return false; // it is being removed, or no folder of a sandbox
  }
}

function copyFolder(from: string, to: string): Promise<void> {
  const filter = async (path: string) => {
    const found = await lstat(path);
    return found.isFile() || found.isDirectory() || found.isSymbolicLink();
  };
  return cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter });
}

/** Removes a folder, also if programs have taken the rights to directories in it away. */
async function removeFolder(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES" && error.code !== "EPERM") throw error;
    await unlockFolder(path);
    await remove();
  });
}

/** Makes a folder deletable, with all folders inside. */
async function unlockFolder(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await unlockFolder(join(path, name));
}
