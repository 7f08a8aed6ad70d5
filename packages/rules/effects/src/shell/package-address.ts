import { addressOf } from "./address.ts";

/** Where a package comes from, as its name in a command says: an address, a local file, or a registry. */
export type PackageAddress = { readonly host: string | null } | "file" | "registry";

/**
 * Reads the name of a package: `left-pad` is in the registry, `./a.tgz` is a file, and `git+https://x.org/y`,
 * `github:ada/x`, `x @ https://x.org/x.whl` and, for `npm`, `ada/x` have addresses.
 *
 * @param manager - the program that installs it: `npm`, `pip`, `go`
 */
export function packageAddress(manager: string, text: string): PackageAddress {
  const name = text.trim();
  // `name @ https://…` of pip, `name@git+ssh://…` of npm
  const [, after] = /^@?[\w./[\],-]+\s*@\s*((?:git\+)?[a-z]+:.*)$/i.exec(name) ?? [];
  const address = after ?? name;
  const [, forge] = /^(github|gitlab|bitbucket|gist|sourcehut|gh):/i.exec(address) ?? [];
  if (forge !== undefined) return { host: forgeHosts.get(forge.toLowerCase()) ?? null };
  if (/^(file|link|portal):/i.test(address)) return "file";
  const [, scp] = /^[\w.-]+@([\w.-]+):(?!\/\/)/.exec(address) ?? [];
  if (scp !== undefined) return { host: scp.toLowerCase() };
  if (/^((git|hg|svn|bzr)\+)?[a-z][a-z\d+.-]*:\/\//i.test(address))
    return hostOf(address.replace(/^(git|hg|svn|bzr)\+/i, ""));
  if (isFile.test(name)) return "file";
  if (nodeManagers.test(manager) && /^[\w-]+\/[\w.-]+(#.*)?$/.test(name)) return { host: "github.com" };
  if (manager === "go") return goModule(name);
  return "registry";
}

const forgeHosts: ReadonlyMap<string, string> = new Map([
  ["github", "github.com"],
  ["gh", "github.com"],
  ["gist", "gist.github.com"],
  ["gitlab", "gitlab.com"],
  ["bitbucket", "bitbucket.org"],
  ["sourcehut", "git.sr.ht"],
]);

/** Programs that read `ada/x` as a repository on GitHub. */
const nodeManagers = /^(npm|npx|pnpm|pnpx|cnpm|yarn|bun|bunx)$/;

/** Matches the name of a local file or directory. */
const isFile =
  /^(\.{0,2}\/|~|\.{1,2}$)|\.(whl|tgz|tar\.gz|zip|deb|rpm|apk|pkg|dmg|gem|crate|nupkg|jar|vsix|snap|flatpak|exe|msi)$/i;

/** Hosts of modules that the proxy of Go serves and that projects commonly use. */
const goHosts =
  /^(github\.com|gitlab\.com|bitbucket\.org|golang\.org|google\.golang\.org|gopkg\.in|k8s\.io|sigs\.k8s\.io|go\.uber\.org|go\.opentelemetry\.io|cloud\.google\.com|go\.mongodb\.org|gorm\.io|honnef\.co|mvdan\.cc|gotest\.tools|go\.etcd\.io|entgo\.io|gonum\.org|modernc\.org|rsc\.io|filippo\.io|dario\.cat|helm\.sh|knative\.dev|oras\.land)$/;

/** A module of Go: its first segment is a host. */
function goModule(name: string): PackageAddress {
  const [host = ""] = name.split("/");
  return !host.includes(".") || /^\.+$/.test(host) || goHosts.test(host.toLowerCase())
    ? "registry"
    : { host: host.toLowerCase() };
}

function hostOf(url: string): PackageAddress {
  return { host: addressOf({ start: 0, end: url.length, value: { text: url, glob: false } }).host };
}
