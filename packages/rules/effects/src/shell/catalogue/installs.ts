/** Catalogue rows for programs that install software: `npm`, `pip`, `apt`. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const pipValued =
  "-r --requirement -c --constraint -i --index-url --extra-index-url -f --find-links -t --target --prefix --root --platform --python-version -e --editable --proxy --trusted-host --cache-dir --log --upgrade-strategy --python";
const pipIndex = "-i --index-url --extra-index-url -f --find-links";

/** The catalogue rows for programs that install software: `npm`, `pip`, `apt`. */
export const installs: readonly CatalogueEntry[] = [
  row("npm cnpm", "install|i|add|in|ci|update|upgrade|up|isntall", {
    installs: "operands",
    index: "--registry",
    valued: "--registry --prefix --tag -w --workspace --omit --include",
  }),
  row("pnpm yarn bun", "add|install|i|up|upgrade|update|global", {
    installs: "operands",
    index: "--registry",
    valued: "--registry --filter --cwd",
  }),
  row("deno", "install|add", { installs: "operands" }),
  row("deno", "run|test|serve|bench|x", {
    installs: "first operand",
    matching: /^([a-z]+:\/\/|npm:|jsr:)/,
    valued: "-c --config --import-map --lock --port",
  }),
  row("go", "run", { installs: "first operand", matching: /^[\w-]+(\.[\w-]+)+\/.*@/ }),
  row("pip", "install", {
    installs: "operands, value of -e --editable",
    packageLists: "value of -r --requirement -c --constraint",
    index: pipIndex,
    valued: pipValued,
  }),
  row("pip", "download|wheel", { installs: "operands", index: pipIndex, valued: pipValued }),
  row("pipx", "install|run|inject", {
    installs: "first operand, value of --spec",
    index: pipIndex,
    valued: `${pipValued} --spec`,
  }),
  row("uv", "add|sync", {
    installs: "operands",
    index: "--index --index-url --default-index",
    valued: "--index --index-url --default-index --group --extra --python -p",
  }),
  row("uv", "pip install", {
    installs: "operands, value of -e --editable",
    packageLists: "value of -r --requirement -c --constraint",
    index: pipIndex,
    valued: pipValued,
  }),
  row("uv", "tool install|run", {
    installs: "first operand, value of --from --with",
    index: "--index --index-url",
    valued: "--index --index-url -p --python",
  }),
  row("uvx", "", {
    installs: "first operand, value of --from --with",
    index: "--index --index-url --default-index --extra-index-url",
    valued: "-p --python --index --index-url --default-index --extra-index-url",
  }),
  row("uv", "run", { installs: "value of --with", needs: "--with", valued: "-p --python" }),
  row("poetry pdm rye pipenv hatch pixi", "add|install|update", {
    installs: "operands",
    index: "--source",
    valued: "--source -G --group -E --extras --python",
  }),
  row("easy_install", "", {
    installs: "operands",
    index: "-i --index-url -f --find-links",
    valued: "-i --index-url -f --find-links -d",
  }),
  row("conda mamba micromamba", "install|create|update|upgrade", {
    installs: "operands",
    index: "-c --channel",
    valued: "-n --name -p --prefix -c --channel -f --file",
  }),
  row("apt-clone", "restore|restore-new-distro", {
    replaces: "/etc/apt/sources.list",
    installs: "first operand",
    fromFiles: true,
    valued: "--destination",
  }),
  ...rowsOf({ names: "apt apt-get aptitude nala" }, [
    {
      subcommand: "install|reinstall|upgrade|full-upgrade|dist-upgrade|build-dep",
      installs: "operands",
      valued: "-t --target-release -o -c",
    },
    { subcommand: "remove|purge|autoremove|autopurge", discards: "installed packages", valued: "-o -c" },
  ]),
  row("yum dnf microdnf zypper tdnf", "install|in|localinstall|groupinstall|update|upgrade|reinstall", {
    installs: "operands",
    index: "--repofrompath",
    valued: "--repofrompath -c --enablerepo --disablerepo --repo",
  }),
  row("yum dnf microdnf zypper", "remove|erase|rm|autoremove", { discards: "installed packages" }),
  ...rowsOf({ names: "apk" }, [
    { subcommand: "add", installs: "operands", index: "-X --repository", valued: "-X --repository -t --virtual" },
    { subcommand: "del", discards: "installed packages" },
  ]),
  row("pacman yay paru", "", { installs: "operands", needs: "-S --sync -U --upgrade -Sy -Syu", unless: "-Ss -Si" }),
  row("pacman yay paru", "", { discards: "installed packages", needs: "-R --remove" }),
  row("emerge xbps-install eopkg swupd slackpkg", "", { installs: "operands" }),
  row("brew", "install|reinstall|upgrade|tap|cask", { installs: "operands" }),
  row("brew", "uninstall|remove|rm", { discards: "installed packages" }),
  row("port", "install", { installs: "operands" }),
  row("snap flatpak", "install|refresh", { installs: "operands", valued: "--channel" }),
  row("snap flatpak", "remove|uninstall", { discards: "installed packages" }),
  row("nix-env", "", { installs: "operands", needs: "-i --install -iA", valued: "-f --file" }),
  row("nix", "profile install", { installs: "operands" }),
  row("nix", "run|shell|develop|build", {
    installs: "first operand",
    matching: /^(github|gitlab|sourcehut|git\+\w+|tarball\+\w+|https?|path:\/tmp):/,
  }),
  row("dpkg", "", { installs: "operands", fromFiles: true, needs: "-i --install --unpack" }),
  row("dpkg", "", { discards: "installed packages", needs: "-r --remove -P --purge" }),
  row("rpm", "", { installs: "operands", fromFiles: true, needs: "-i --install -U --upgrade -F --freshen" }),
  row("rpm", "", { discards: "installed packages", needs: "-e --erase" }),
  row("gdebi installer", "", { installs: "operands", fromFiles: true }),
  ...rowsOf({ names: "gem" }, [
    {
      subcommand: "install|update",
      installs: "operands",
      index: "-s --source --clear-sources",
      valued: "-s --source -v --version -i --install-dir",
    },
    { subcommand: "sources", installs: "value of -a --add", needs: "-a --add", valued: "-a --add -r --remove" },
  ]),
  row("bundle bundler", "config", { installs: "later operands", matching: /^mirror\./ }),
  row("bundle bundler", "install|update|add", { installs: "operands" }),
  row("cargo poetry mix", "new", {
    creates: "first operand",
    isNew: true,
    recursive: true,
    valued: "--name --vcs --edition",
  }),
  row("django-admin", "startproject", { creates: "first operand", isNew: true, recursive: true }),
  row("gh", "repo clone", { creates: "later operands or name of first operand", isNew: true, recursive: true }),
  row("cargo", "install|add", {
    installs: "operands, value of --git --path",
    valued: "--version --branch --tag --rev --root --registry --index --features",
    index: "--index",
  }),
  row("go", "install|get", { installs: "operands", valued: "-o -tags -ldflags" }),
  row("composer", "require|install|update|global", {
    installs: "operands",
    index: "--repository",
    valued: "--repository -d",
  }),
  row("luarocks cpan cpanm cabal stack opam mix raco tlmgr code nuget", "", {
    installs: "operands",
    matching: /^(install|update|add|get|[A-Z]\w*::\w+|--install-extension)$/,
  }),
  ...rowsOf({ names: "dotnet", installs: "operands" }, [
    { subcommand: "add package", index: "-s --source", valued: "-s --source -v --version" },
    { subcommand: "tool install", valued: "--add-source --version", index: "--add-source" },
  ]),
  row("helm", "install|upgrade", {
    installs: "later operands",
    index: "--repo",
    valued: "--repo -f --values --set -n --namespace --version",
  }),
  row("helm", "uninstall|delete", { discards: "a release of a cluster", unless: "--dry-run" }),
  row("nvm fnm rbenv pyenv asdf rustup sdk volta mise n", "", {
    installs: "operands",
    matching: /^(install|update|toolchain|use)$/,
  }),
  row("make gmake ninja", "", { installs: "nothing", fromFiles: true, matching: /^install$/, valued: "-C -f -j?" }),
  row("cmake", "", {
    installs: "nothing",
    fromFiles: true,
    needs: "--install",
    valued: "--install --prefix --build -S -B",
  }),
  row("setup.py", "", { installs: "nothing", fromFiles: true, matching: /^(install|develop)$/ }),
  row("npm pnpm yarn", "uninstall|remove|rm|un", { discards: "installed packages", needs: "-g --global" }),
  row("tlmgr luarocks cabal opam stack nuget raco", "", {
    discards: "installed packages",
    matching: /^(remove|uninstall|unregister)$/,
  }),
  row("yarn", "rimraf", { deletes: "operands", recursive: true }),
  row("pnpm npm bun", "rimraf", { deletes: "operands", recursive: true }),
  ...["config set", "set"].map((name) =>
    row("npm pnpm yarn", name, { installs: "later operands", matching: /registry/ }),
  ),
  ...["config set|delete", "set"].map((name) => row("npm pnpm yarn", name, { changes: "~/.npmrc" })),
  row("pip", "config set", { installs: "later operands", matching: /index-url|find-links|trusted-host/ }),
  row("pip", "config set|unset", { changes: "~/.config/pip/pip.conf" }),
  row("add-apt-repository apt-key", "", { installs: "operands", valued: "--keyserver" }),
  row("add-apt-repository", "", { changes: "/etc/apt/sources.list.d" }),
  row("ansible-galaxy krew kubectl-krew", "", { installs: "operands", matching: /^install$/ }),
];
