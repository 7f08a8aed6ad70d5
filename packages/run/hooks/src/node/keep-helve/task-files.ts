// Files that programs load by their names, and that say which commands they run: `Taskfile.yml`, `.npmrc`, `Procfile`, playbooks.

import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/** The files that some programs load without a word that names them. */
interface TaskFiles {
  readonly programs: RegExp;
  readonly files: RegExp;
}

const rows: readonly TaskFiles[] = [
  {
    programs: /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|corepack)$/,
    files: /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.[cm]?js|bunfig\.toml)$/,
  },
  { programs: /^cargo$/, files: /(?:^|\/)\.cargo\/config(?:\.toml)?$/ },
  { programs: /^(?:go-)?task$/, files: /(?:^|\/)[Tt]askfile(?:\.dist)?\.ya?ml$/ },
  { programs: /^(?:terraform|tofu|terragrunt|pulumi)$/, files: /\.(?:tf|tf\.json|hcl)$|(?:^|\/)Pulumi\.ya?ml$/ },
  { programs: /^ansible(?:-\w+)?$/, files: /\.ya?ml$|(?:^|\/)(?:ansible\.cfg|hosts|inventory)$/ },
  { programs: /^(?:foreman|honcho|overmind|hivemind|goreman|heroku)$/, files: /(?:^|\/)Procfile(?:\.\w+)?$/ },
  { programs: /^(?:supervisord|supervisorctl|circusd|monit)$/, files: /(?:^|\/)(?:supervisord?|circus|monit)[\w.-]*$/ },
  {
    programs: /^(?:act|gitlab-runner|gitlab-ci-local|circleci|drone|woodpecker-cli)$/,
    files:
      /(?:^|\/)(?:\.github\/workflows\/[\w.-]+|\.gitlab-ci\.yml|\.circleci\/config\.yml|\.drone\.yml|\.woodpecker[\w./-]*)$/,
  },
  {
    programs:
      /^(?:tmuxinator|tmuxp|teamocil|smug|mprocs|process-compose|nomad|skaffold|tilt|devspace|earthly|goreleaser|lefthook|pre-commit|nox|mask|xc|runme|dvc|kestra)$/,
    files: /\.(?:ya?ml|toml|json|hcl)$|(?:^|\/)(?:Tiltfile|Earthfile|maskfile\.md|README\.md)$/,
  },
  { programs: /^(?:mise|direnv|devbox|asdf)$/, files: /(?:^|\/)(?:\.?mise[\w.-]*\.toml|\.envrc|devbox\.json)$/ },
  {
    programs: /^(?:docker|docker-compose|podman|podman-compose|nerdctl)$/,
    files: /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/,
  },
];

/** The keys of the written files that a program loads by their names. */
export function taskFiles(name: string, keys: readonly string[]): readonly string[] {
  const own = rows.filter(({ programs }) => programs.test(name));
  return keys.filter((key) => own.some(({ files }) => files.test(key)));
}

/** Whether what the files of a program start runs in containers, where paths are others. */
export function isOfContainers(name: string): boolean {
  return /^(?:docker|podman|nerdctl)/.test(name);
}

/** The lines of commands in such a file: the items of its lists, and the values of its keys. */
export function commandsInFile(data: FileData | undefined): readonly string[] {
  return textsOfFile(data)
    .flatMap((text) => text.slice(0, maxLength).split("\n"))
    .flatMap((line) => {
      const [, value = ""] = commandLine.exec(line) ?? [];
      return value.trim() === "" ? [] : [value.trim().replace(/^(["'])(.*)\1,?$/s, "$2")];
    })
    .slice(0, maxCommands);
}

const commandLine =
  /^\s*(?:-\s+)?(?:(?:"?(?:run|cmds?|command|script|shell|sh|exec|execute|entry|entrypoint|before_script|after_script|ExecStart|local-exec|start|web|worker|release)"?\s*[:=]\s*)|-\s+)(?![|>]?\s*$)(.+)$/;
const maxLength = 65_536;
const maxCommands = 50;

/** The folders of this machine that a file for containers mounts: `~` of `~:/data`. */
export function mountsInFile(key: string, data: FileData | undefined): readonly string[] {
  if (!/compose[\w.-]*\.ya?ml$/.test(key)) return [];
  return textsOfFile(data).flatMap((text) => [
    ...[...text.matchAll(/(?:^|[\s"'[,])((?:~|\$\{?HOME\}?|\.{0,2}\/)[^\s"':,]*):\/[^\s"',\]]*/gm)].map(
      ([, path = ""]) => path,
    ),
    ...[...text.matchAll(/\bsource:\s*["']?([^\s"']+)/g)].map(([, path = ""]) => path),
  ]);
}
