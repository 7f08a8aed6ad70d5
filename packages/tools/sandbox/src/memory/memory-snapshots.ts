import type { InMemoryFs } from "just-bash";
import type { SandboxSnapshot } from "../sandbox.ts";
import { SandboxError } from "../sandbox-error.ts";

/** Snapshots of files in memory. */
export function memorySnapshots(fs: InMemoryFs) {
  const snapshots = new Map<string, ReadonlyMap<string, Entry>>();
  return {
    async create(): Promise<SandboxSnapshot> {
      const entries = new Map<string, Entry>();
      for (const path of ownPaths(fs)) entries.set(path, await readEntry(fs, path));
      const id = `snapshot-${snapshots.size + 1}`;
      snapshots.set(id, entries);
      return { kind: "memory", id };
    },
    /** @throws SandboxError `not_found` if the snapshot isn't of this sandbox */
    async restore({ kind, id }: SandboxSnapshot): Promise<void> {
      const entries = kind === "memory" ? snapshots.get(id) : undefined;
      if (entries === undefined) throw new SandboxError("not_found", `This sandbox has no snapshot ${kind}/${id}`);
      for (const path of ownPaths(fs)) await fs.rm(path, { recursive: true, force: true });
      for (const [path, entry] of entries) await writeEntry(fs, path, entry);
    },
  };
}

/** A file, directory or link of a snapshot. */
type Entry =
  | { readonly type: "file"; readonly contents: Uint8Array; readonly mode: number }
  | { readonly type: "directory" }
  | { readonly type: "symlink"; readonly target: string };

/** The folders of the simulated system itself. */
const system = ["/bin", "/dev", "/proc", "/usr"];

/** All paths except the system's; a directory comes before what it contains. */
function ownPaths(fs: InMemoryFs): readonly string[] {
  const isSystem = (path: string) => system.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return fs
    .getAllPaths()
    .filter((path) => path !== "/" && !isSystem(path))
    .sort();
}

/** Reads a file, directory or link, so that a snapshot can restore it. */
async function readEntry(fs: InMemoryFs, path: string): Promise<Entry> {
  const { isDirectory, isSymbolicLink, mode } = await fs.lstat(path);
  if (isSymbolicLink) return { type: "symlink", target: await fs.readlink(path) };
  if (isDirectory) return { type: "directory" };
  return { type: "file", contents: await fs.readFileBuffer(path), mode };
}

/** Restores a file, directory or link of a snapshot. */
async function writeEntry(fs: InMemoryFs, path: string, entry: Entry): Promise<void> {
  if (entry.type === "directory") return fs.mkdir(path, { recursive: true });
  if (entry.type === "symlink") return fs.symlink(entry.target, path);
  await fs.writeFile(path, entry.contents);
  await fs.chmod(path, entry.mode);
}
