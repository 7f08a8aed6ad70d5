import { catalogueEntry, isCatalogueModule } from "./catalogue.ts";

/**
 * Converts a dotted name to the name that the catalogue uses: `posix.remove` and `shutil.os.remove` become `os.remove`.
 */
export function canonicalName(name: string): string {
  if (name.endsWith(".__call__")) return canonicalName(name.slice(0, -9));
  const alias = aliases.get(name);
  if (alias !== undefined) return alias;
  const end = name.indexOf(".");
  if (end === -1) return name;
  if (name.startsWith("builtins.") && !name.startsWith("builtins.__dict__")) return name.slice(9);
  const head = aliases.get(name.slice(0, end)) ?? (name.startsWith("ruamel.yaml.") ? "yaml" : undefined);
  if (head !== undefined) return canonicalName(head + name.slice(name.startsWith("ruamel.") ? 11 : end));
  const inner = /\._?(os|sys|subprocess|shutil|builtins|socket|importlib|pickle)(\.|$)/.test(name)
    ? reachableModule.exec(name)
    : null;
  return inner === null || isCatalogueModule(name) || catalogueEntry(name) !== undefined
    ? name
    : canonicalName(`${inner[1]}${inner[2]}`);
}

/** Modules and functions that have a second name. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    posix: "os",
    nt: "os",
    posixpath: "os.path",
    ntpath: "os.path",
    "io.open": "open",
    "_io.open": "open",
    "_io.FileIO": "open",
    "io.FileIO": "open",
    _pickle: "pickle",
    cPickle: "pickle",
    "pickle._loads": "pickle.loads",
    _socket: "socket",
    "socket.SocketType": "socket.socket",
    urllib2: "urllib.request",
    "urllib.urlopen": "urllib.request.urlopen",
    "pathlib.PosixPath": "pathlib.Path",
    "pathlib.WindowsPath": "pathlib.Path",
    "pathlib.PurePath": "pathlib.Path",
    "pathlib.PurePosixPath": "pathlib.Path",
    _posixsubprocess: "subprocess",
    httplib: "http.client",
    "requests.api": "requests",
    "requests.sessions.Session": "requests.Session",
    "ruamel.yaml": "yaml",
    "importlib.__import__": "__import__",
    "imp.reload": "importlib.reload",
    "asyncio.subprocess.create_subprocess_shell": "asyncio.create_subprocess_shell",
    "multiprocessing.context.Process": "multiprocessing.Process",
    "torch.serialization.load": "torch.load",
    "PIL.Image.Image": "image",
  }),
);

/** Modules that other modules import and so expose: `shutil.os` is `os`. */
const reachableModule = /^.+\._?(os|sys|subprocess|shutil|builtins|socket|importlib|pickle)((?:\.|$).*)$/;
