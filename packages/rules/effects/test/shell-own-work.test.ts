import { javascript } from "@helve/effects/javascript";
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

describe("clusters that the command itself made", () => {
  const ends = (command: string): boolean => found(command).some((kind) => /^(?:discard|remote|signal)$/.test(kind));

  it.each([
    "kind create cluster --name dev && kubectl --context kind-dev apply -f k8s/ && kind delete cluster --name dev",
    "kind create cluster && helm install web ./chart && kubectl delete ns demo; helm uninstall web",
    "k3d cluster create try && kubectl apply -f app.yaml; k3d cluster delete try",
  ])("may be changed and deleted: %s", (command) => {
    expect(ends(command)).toBe(false);
  });

  it.each([
    "kind delete cluster --name dev",
    "kind create cluster --name dev; kind delete cluster --name other",
    "kind create cluster && kubectl config use-context prod && kubectl delete ns demo",
    "kind create cluster && aws eks update-kubeconfig --name prod && kubectl delete ns demo",
    "kind create cluster --kubeconfig /tmp/k && kubectl delete ns demo",
    "kind create cluster --name dev; KUBECONFIG=/tmp/k kubectl delete ns demo",
    "kind create cluster --name dev; kubectl --context prod delete ns demo",
    "kind create cluster; kubectl apply -f https://example.org/app.yaml",
    "helm uninstall web",
  ])("are no others: %s", (command) => {
    expect(ends(command)).toBe(true);
  });

  it("are known by the name that Minikube gives, but not for deletions, and not if contexts were renamed", () => {
    expect(ends("kubectl --context minikube apply -f app.yaml")).toBe(false);
    expect(ends("kubectl --context minikube delete ns demo")).toBe(true);
    expect(ends("kubectl config rename-context prod minikube; kubectl --context minikube apply -f app.yaml")).toBe(
      true,
    );
    expect(found("kubectl --context kind-a exec pod -- cat /run/secrets/kubernetes.io/serviceaccount/token")).toContain(
      "reveal",
    );
  });
});

describe("a process in the background", () => {
  const signal = (command: string) => shell.read(command).effects.find(({ kind }) => kind === "signal");

  it.each([
    "node dist/server.js & sleep 2; pkill -f 'node dist/server.js'",
    "(cd app && PORT=4000 nohup python3 manage.py runserver > /tmp/log 2>&1 &); pkill -f 'manage.py runserver'",
  ])("is ended by its command line: %s", (command) => {
    expect(signal(command)).toMatchObject({ harmless: true });
  });

  it.each([
    "node dist/server.js & pkill -f node",
    "node dist/server.js & pkill -f 'node '",
    "node dist/server.js & pkill -f .",
    "echo postgres -D /data | cat; pkill -f 'postgres -D /data'",
    "node dist/server.js & pkill -f 'node dist/server.js|postgres'",
  ])("is not each process of this name: %s", (command) => {
    expect(signal(command)).toMatchObject({ harmless: false });
  });
});

describe("services on this machine", () => {
  it.each([
    ["aws --endpoint-url http://localhost:9000 s3 rb s3://a --force", false],
    ["AWS_ENDPOINT_URL=http://127.0.0.1:4566 aws sqs create-queue --queue-name q", false],
    ["aws s3 rb s3://a --force", true],
    ["aws --endpoint-url http://localhost.example s3 rb s3://a", true],
    ["aws --endpoint-url http://localhost@example.org/ s3 rb s3://a", true],
  ])("are no remote change: %s", (command, isRemote) => {
    expect(found(command).includes("remote")).toBe(isRemote);
  });

  it.each([
    ["psql -h localhost shop -f a.sql", true],
    ["psql shop_dev -f a.sql", true],
    ["mysql -h127.0.0.1 shop < a.sql", true],
    ["psql postgres://dev:dev@localhost:5432/shop -f a.sql", true],
    ["psql -h db.example shop_dev -f a.sql", false],
    ["psql postgres://dev@db.example/localhost -f a.sql", false],
    ["psql 'host=db.example dbname=shop_dev' -f a.sql", false],
    ["PGHOST=db.example psql shop_dev -f a.sql", false],
    ['psql "$DATABASE_URL" -f a.sql', false],
    ["ssh -fNL 5432:db:5432 host; psql -h localhost shop -f a.sql", false],
    ["kubectl port-forward svc/db 5432 & psql -h localhost shop -f a.sql", false],
  ])("and databases for development are known: %s", (command, isKnown) => {
    const effect = shell.read(command).effects.find(({ kind }) => kind === "database");
    expect(effect?.kind === "database" && effect.forDevelopment === true).toBe(isKnown);
  });
});

describe("files that output options name", () => {
  it.each([
    ["pytest --junitxml=report.xml", "write report.xml"],
    ["npx jest --json --outputFile results.json", "write results.json"],
    ["npx eslint -f json -o eslint.json src", "write eslint.json"],
    ["go test -coverprofile=cover.out ./...", "write cover.out"],
    ["cargo new play", "write play"],
  ])("are written: %s", (command, effect) => {
    expect(found(command)).toContain(effect);
  });

  it.each(["kubectl get pods --output json", "playwright test --output results", "ssh -o a.b host"])(
    "are none: %s",
    (command) => {
      expect(found(command).filter((effect) => effect.startsWith("write"))).toEqual([]);
    },
  );
});

describe("a load test of k6", () => {
  it("is read as JavaScript", () => {
    const script = `import http from "k6/http"; export default () => http.get("https://shop.example/")`;
    const { effects } = shell.read(`printf '%s' '${script}' > l.js; k6 run --vus 10 l.js`, {
      languages: { javascript },
    });
    expect(effects).toContainEqual(expect.objectContaining({ kind: "network", host: "shop.example" }));
  });
});

describe("images that the command itself built", () => {
  it.each(["docker build -t acme/api:e2e . && docker rmi acme/api:e2e", "podman build --tag=x . && podman image rm x"])(
    "%s removes only its own",
    (command) => {
      expect(found(command)).not.toContain("discard");
    },
  );

  it.each([
    "docker build -t a . && docker rmi a b",
    "docker build -t a . && docker rm a",
    "docker run --name a x; docker rmi a",
    "docker build -t a . && docker -H ssh://prod rmi a",
    "docker rmi $(docker images -q)",
  ])("%s removes others, too", (command) => {
    expect(found(command)).toContain("discard");
  });
});
