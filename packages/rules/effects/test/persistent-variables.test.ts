import { describe, expect, it } from "vitest";
import { languages, readShell } from "./read.ts";

/** The kinds of effects that setting variables has, besides those of the command. */
function kindsOf(command: string): readonly string[] {
  return readShell(command).effects.flatMap(({ kind }) => (kind === "persist" || kind === "network" ? [kind] : []));
}

describe("environment variables", () => {
  it.each([
    ["PATH=/tmp/x:$PATH make", "persist"],
    ["export PATH=/dev/shm/a:$PATH", "persist"],
    ["export PATH=.:$PATH", "persist"],
    ["env PATH=/tmp/a make", "persist"],
    ["PYTHONPATH=/tmp/a python3 --version", "persist"],
    ["NODE_OPTIONS='--require /tmp/a.js' npm test", "persist"],
    ["export NODE_OPTIONS=--import=data:text/javascript,a", "persist"],
    ["JAVA_TOOL_OPTIONS=-javaagent:/tmp/a.jar mvn test", "persist"],
    ["GCONV_PATH=/tmp iconv -f x -t y a", "persist"],
    ["TAR_OPTIONS=--checkpoint-action=exec=x tar xf a.tar", "persist"],
    ["GOFLAGS=-toolexec=/tmp/x go build", "persist"],
    ["RUSTC_WRAPPER=/tmp/x cargo build", "persist"],
    ["CC='ccache /tmp/x' make", "persist"],
    ["LD_PRELOAD=/tmp/x.so ls", "persist"],
    ["export HTTPS_PROXY=http://proxy.example:8080", "network"],
    ["https_proxy=http://a:b@proxy.example npm test", "network"],
    ["DOCKER_HOST=tcp://a.example:2375 docker ps", "network"],
    ["AWS_ENDPOINT_URL=https://a.example aws --version", "network"],
  ])("%s: %s", (command, kind) => {
    expect(kindsOf(command)).toContain(kind);
  });

  it.each([
    ["PATH=$PWD/node_modules/.bin:$PATH tsc"],
    ["export PATH=$HOME/.local/bin:$PATH"],
    ["PATH=node_modules/.bin:$PATH tsc"],
    ["PYTHONPATH=src pytest"],
    ["PYTHONPATH=. pytest"],
    ["NODE_OPTIONS=--max-old-space-size=4096 npm run build"],
    ["NODE_OPTIONS='--import tsx' node --version"],
    ["NODE_OPTIONS='-r dotenv/config' npm test"],
    ["JAVA_TOOL_OPTIONS=-Xmx2g mvn test"],
    ["MAKEFLAGS=-j4 make"],
    ["CC='ccache gcc' make"],
    ["RUSTC_WRAPPER=sccache cargo build"],
    ["GOFLAGS=-mod=vendor go build"],
    ["TAR_OPTIONS=--no-same-owner tar xf a.tar"],
    ["DOCKER_HOST=unix:///var/run/docker.sock docker ps"],
    ["EDITOR=true git commit"],
    ["PAGER=cat git log"],
    ["HTTP_PROXY= npm test"],
  ])("%s changes nothing", (command) => {
    expect(kindsOf(command)).toEqual([]);
  });
});

describe("environment variables that a program sets", () => {
  it.each([
    ["python", "import os\nos.environ['LD_PRELOAD'] = '/tmp/x.so'"],
    ["python", "import os\nos.environ.update({'LD_PRELOAD': '/tmp/x.so'})"],
    ["python", "import os\nos.environ['PATH'] = '/tmp/x:' + os.environ['PATH']"],
    ["javascript", "process.env.NODE_OPTIONS = '--require /tmp/x.js'"],
    ["javascript", "Deno.env.set('LD_PRELOAD', '/tmp/x.so')"],
    ["powershell", "$env:COR_PROFILER_PATH = 'C:\\x\\y.dll'"],
    ["powershell", "$env:NODE_OPTIONS = '--require C:\\Users\\Public\\x.js'"],
    ["powershell", "Set-Item env:NODE_OPTIONS '--require /tmp/x.js'"],
    ["cmd", "set COR_PROFILER_PATH=C:\\x\\y.dll"],
    ["php", "putenv('LD_PRELOAD=/tmp/x.so');"],
    ["go", 'package main\nimport "os"\nfunc main() { os.Setenv("LD_PRELOAD", "/tmp/x.so") }'],
  ])("have the consequences that they have in a shell: %s, %s", (language, code) => {
    expect(languages[language]?.read(code).effects).toContainEqual(
      expect.objectContaining({ kind: "persist", where: "settings" }),
    );
  });

  it.each([
    ["python", "import os\nos.environ['PATH'] = 'bin:' + os.environ['PATH']"],
    ["javascript", "process.env.NODE_OPTIONS = '--max-old-space-size=4096'"],
    ["powershell", "$env:NODE_ENV = 'test'"],
    ["cmd", "set PYTHONPATH=src"],
  ])("change nothing: %s, %s", (language, code) => {
    expect(languages[language]?.read(code).effects).toEqual([]);
  });

  it("are reported at the statement that sets them", () => {
    const code = "import os\nx = 1\nos.environ['LD_PRELOAD'] = '/tmp/x.so'\ny = 2";
    const found = languages["python"]?.read(code).effects.find(({ kind }) => kind === "persist");
    expect(code.slice(found?.start, found?.end)).toBe("os.environ['LD_PRELOAD'] = '/tmp/x.so'");
  });
});
