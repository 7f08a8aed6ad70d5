import type { Effect } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

const ada = { workingDirectory: "/home/ada/project", home: "/home/ada" };

const effectsOf = (command: string): readonly Effect[] => readShell(command, ada).effects;
const file = (path: string): object => ({ kind: "file", target: expect.objectContaining({ path }) });
const on = (path: string): object => ({ target: expect.objectContaining({ path }) });

describe("what programs do", () => {
  it.each<[command: string, effect: object]>([
    ["ls src", { kind: "list", ...on("src"), recursive: false, by: "ls" }],
    ["ls", { kind: "execute", program: "ls", from: [] }],
    ["tree src", { kind: "list", ...on("src"), recursive: true }],
    ["find src -name x", { kind: "list", target: { path: "src", glob: false, hidden: false, partial: true } }],
    ["du -s src", { kind: "list", target: { path: "src", glob: false, hidden: false, partial: true } }],
    ["cat ../a", { kind: "read", ...on("../a") }],
    ["grep -rn x src", { kind: "read", ...on("src"), recursive: true }],
    ["grep -r x", { kind: "read", ...on(""), recursive: true }],
    ["rgrep x src", { kind: "read", ...on("src"), recursive: true }],
    ["rgrep -r x src", { kind: "read", ...on("src"), recursive: true }],
    ["sort -n a -o b", { kind: "write", ...on("b"), mode: "replace", from: [file("a")] }],
    ["cp a b", { kind: "write", ...on("b"), mode: "replace", from: [file("a")] }],
    ["cp a b c/", { kind: "write", ...on("c/b") }],
    ["cp -t d a b", { kind: "write", ...on("d/a") }],
    ["cp -r a b", { kind: "write", ...on("b"), mode: "create", recursive: true }],
    ["cp -rT a .", { kind: "write", ...on(""), mode: "create", recursive: true }],
    ["mv --no-target-directory a b/", { kind: "move", ...on("a"), to: expect.objectContaining({ path: "b" }) }],
    ["mv a b/", { kind: "move", ...on("a"), to: expect.objectContaining({ path: "b/a" }) }],
    ["touch a", { kind: "write", ...on("a"), mode: "create", from: [] }],
    ["echo x | tee -a a", { kind: "write", ...on("a"), mode: "append", from: [{ kind: "literal" }] }],
    ["sed -i s/a/b/ a", { kind: "write", ...on("a"), mode: "change" }],
    ["split -l 9 a part.", { kind: "write", ...on("part."), mode: "create" }],
    ["tar xzf a.tgz -C out", { kind: "write", ...on("out"), recursive: true, from: [file("a.tgz")] }],
    ["tar xf a.tar", { kind: "write", ...on(""), recursive: true }],
    ["gunzip a.gz", { kind: "move", ...on("a.gz"), to: expect.objectContaining({ path: "a" }) }],
    ["xz -d a.tar.xz", { kind: "move", to: expect.objectContaining({ path: "a.tar" }) }],
    ["gzip -9 a", { kind: "move", ...on("a"), to: expect.objectContaining({ path: "a.gz" }) }],
    ["zstd --rm *.log", { kind: "move", to: expect.objectContaining({ path: "*.log.zst", glob: true }) }],
    ["gunzip -S .x a.x", { kind: "move", to: null }],
    ["date > a", { kind: "write", ...on("a"), from: [{ kind: "output", by: "date" }] }],
    ["env > a", { kind: "write", ...on("a"), from: [{ kind: "environment", all: true }] }],
    ["printenv > a", { kind: "write", ...on("a"), from: [{ kind: "environment", all: true }] }],
    ["printenv HOME > a", { kind: "write", ...on("a"), from: [{ kind: "environment" }] }],
    ["base64 -d a > b", { kind: "write", ...on("b"), from: [{ kind: "encoded" }, file("a")] }],
    ["read x; echo $x > a", { kind: "write", ...on("a"), from: [{ kind: "input" }] }],
    ["cat a | grep x | sort > b", { kind: "write", ...on("b"), from: [file("a")] }],
    ["x=$(cat a); echo hi $x >> b", { kind: "write", ...on("b"), mode: "append", from: [file("a")] }],
    ["curl -s x.org > a", { kind: "write", ...on("a"), from: [{ kind: "network", host: "x.org" }] }],
    ["wget https://x.org/d/a.zip", { kind: "write", ...on("a.zip"), from: [{ kind: "network", host: "x.org" }] }],
    ["chmod -R 777 a", { kind: "permission", ...on("a"), change: "mode", value: "777", grants: true, recursive: true }],
    ["chmod +x a", { kind: "permission", value: "+x", grants: false }],
    ["chmod $m a", { kind: "permission", value: null, grants: "unknown" }],
    ["chown -R ada:ada a", { kind: "permission", change: "owner", value: "ada:ada", grants: false }],
    ["setfacl -m o:rw a", { kind: "permission", change: "acl", value: "o:rw", grants: true }],
    ["umask 000", { kind: "permission", target: null, change: "mode", value: "000", grants: true }],
    ["kill -9 12 13", { kind: "signal", process: "12 13", harmless: false }],
    ["kill -0 12", { kind: "signal", process: "12", harmless: true }],
    ["kill -s WINCH 12", { kind: "signal", harmless: true }],
    ["kill $pid", { kind: "signal", process: null, harmless: false }],
    ["systemctl restart x", { kind: "signal", process: "x" }],
    [
      "curl https://a:b@X.org:8080/y",
      { kind: "network", direction: "in", host: "x.org", port: 8080, protocol: "https" },
    ],
    [
      "curl -d a=1 x.org",
      { kind: "network", direction: "out", host: "x.org", protocol: "http", from: [{ kind: "literal" }] },
    ],
    ["curl -X DELETE x.org", { kind: "network", direction: "out" }],
    ["curl https://x.org/$path", { kind: "network", direction: "in", host: "x.org" }],
    ["curl https://x.org$path", { kind: "network", host: null }],
    ["curl $url", { kind: "network", direction: "in", host: null }],
    ["nc -u x.org 53 < a", { kind: "network", direction: "out", protocol: "udp", port: 53, from: [file("a")] }],
    ["nc -l -p 99", { kind: "network", direction: "listen", host: null, port: 99 }],
    ["echo x > /dev/tcp/x.org/80", { kind: "network", direction: "out", host: "x.org", port: 80, protocol: "tcp" }],
    ["ssh -p 2222 ada@x.org ls", { kind: "network", host: "x.org", port: 2222, protocol: "ssh" }],
    ["scp a x.org:b", { kind: "network", direction: "out", host: "x.org", from: [file("a")] }],
    ["scp x.org:b a", { kind: "write", ...on("a"), from: [{ kind: "network", host: "x.org" }] }],
    [
      "mail -s x eve@x.org < a",
      { kind: "network", direction: "out", host: "x.org", protocol: "smtp", from: [file("a")] },
    ],
    ["dig x.org", { kind: "network", direction: "in", host: "x.org", protocol: "dns" }],
    ["ping -c 1 x.org", { kind: "network", direction: "in", host: "x.org", protocol: "icmp" }],
    ["git push origin main", { kind: "network", direction: "out", host: null, configured: true }],
    ["git fetch https://x.org/y", { kind: "network", direction: "in", host: "x.org" }],
    ["pip install x==1 y", { kind: "install", manager: "pip", packages: ["x==1", "y"], source: "registry" }],
    ["pip install -r requirements.txt", { kind: "install", packages: [], source: "registry" }],
    ["pip install ./x", { kind: "install", source: "file" }],
    ["pip install --index-url http://x.org/s y", { kind: "install", source: "address", host: "x.org" }],
    ["npm i github:ada/x", { kind: "install", manager: "npm", source: "address", host: "github.com" }],
    ["npm i $x", { kind: "install", packages: null, source: "unknown" }],
    ["crontab x", { kind: "persist", where: "schedule" }],
    ["systemctl enable x", { kind: "persist", where: "service" }],
    ["echo x >> ~/.profile", { kind: "persist", where: "startup file", ...on("/home/ada/.profile") }],
    ["cat k >> ~/.ssh/authorized_keys", { kind: "persist", where: "keys" }],
    ["cp x .git/hooks/pre-push", { kind: "persist", where: "hook" }],
    ["mount --bind a b", { kind: "privilege", user: "root" }],
    ["sudo ls", { kind: "privilege", user: "root" }],
    ["sudo -u ada ls", { kind: "privilege", user: "ada" }],
    ["su eve -c ls", { kind: "privilege", user: "eve" }],
    ["usermod -aG sudo eve", { kind: "privilege", user: "eve" }],
    ["echo x >> /etc/sudoers", { kind: "privilege", user: null }],
    ["f() { f | f & }; f", { kind: "exhaust", what: "processes" }],
    ["yes > a", { kind: "exhaust", what: "disk" }],
    ["bash a.sh", { kind: "execute", program: "a.sh", from: [file("a.sh")], by: "bash" }],
    ["./build", { kind: "execute", program: "./build", from: [file("build")] }],
    ["source a", { kind: "execute", program: "a", from: [file("a")] }],
    ["python a.py", { kind: "execute", program: "python", from: [file("a.py")] }],
    ["$x y", { kind: "execute", program: null, from: [{ kind: "environment" }] }],
    ["if x; then rm a; fi", { kind: "delete", certainty: "possible" }],
    ["f() { rm /a; }; complete -F f x", { kind: "delete", certainty: "possible" }],
    ["git push $x", { kind: "discard", certainty: "unknown" }],
    ["unheardof /etc/x", { kind: "read", ...on("/etc/x"), certainty: "possible" }],
  ])("%s", (command, effect) => {
    expect(effectsOf(command)).toContainEqual(expect.objectContaining(effect));
  });

  it.each<[command: string, kind: Effect["kind"]]>([
    ["echo hi", "execute"],
    ["cp --help", "write"],
    ["curl --version", "network"],
    ["ls > /dev/null 2>&1", "write"],
    ["cat /dev/null", "read"],
    ["tar czf - a", "write"],
    ["crontab -l", "persist"],
    ["docker exec c cat /etc/passwd", "read"],
    ["ssh x.org cat /etc/passwd", "read"],
  ])("%s gives no %s", (command, kind) => {
    expect(effectsOf(command).map((effect) => effect.kind)).not.toContain(kind);
  });

  it("follows names of files from one program to the next", () => {
    const glob = { glob: true, partial: true };
    expect(effectsOf("find src -name '*.js' | xargs cat")).toContainEqual(
      expect.objectContaining({ kind: "read", target: expect.objectContaining({ path: "src/**/*.js", ...glob }) }),
    );
    expect(effectsOf("ls *.md | while read f; do rm $f; done")).toContainEqual(
      expect.objectContaining({ kind: "delete", target: expect.objectContaining({ path: "*.md", ...glob }) }),
    );
    expect(effectsOf("t=$(mktemp -d); touch $t/x")).toContainEqual(
      expect.objectContaining({ kind: "write", target: expect.objectContaining({ path: "/tmp/tmp.*/x", glob: true }) }),
    );
  });

  it("begins a path with ~ when the home directory is not known", () => {
    const paths = (command: string): readonly unknown[] =>
      readShell(command).effects.flatMap((effect) => (effect.kind === "read" ? [effect.target?.path ?? null] : []));
    expect(paths("cat ~/.x")).toEqual(["~/.x"]);
    expect(paths("cat $HOME/.x ~eve/x")).toEqual(["~/.x", "~eve/x"]);
    expect(paths("cd ~/a; cat ../x")).toEqual(["~/x"]);
    expect(paths("cd; cat ../x")).toEqual([null]);
    expect(paths("cat '~/x'")).toEqual(["./~/x"]);
  });

  it("places the effects of a Python program in the command", () => {
    const command = `ls; python3 - <<'E'\nimport os\nos.remove("a")\nE`;
    const [found] = effectsOf(command).filter(({ kind }) => kind === "delete");
    expect(command.slice(found?.start, found?.end)).toBe('os.remove("a")');
  });
});
