import { spawnSync } from "node:child_process";
import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import {
  bubblewrapDoctor,
  bubblewrapSandbox,
  containerSandbox,
  localSandbox,
  runtimeSandbox,
} from "@helve/sandbox/node";

/** An environment under test. */
export interface Environment {
  readonly name: string;
  create(): Promise<Sandbox>;
  /** Why it can't be tested here; `undefined` if it can. */
  readonly missing: string | undefined;
  /** The conformance checks that it does not pass, with the reason. */
  readonly fails: Readonly<Record<string, string>>;
}

const noUsers = "there are no other users";
const isRoot = process.getuid?.() === 0;
const ignoresModes: Readonly<Record<string, string>> = {
  read_file_not_allowed: "root may read every file",
  write_text_file_without_permissions: "root may write every file",
  write_binary_file_without_permissions: "root may write every file",
};

/** podman as it works in a container itself. */
export const podman = { engine: "podman", engineOptions: ["--cgroup-manager=cgroupfs", "--runtime", "runc"] } as const;

/** The image that scripts/import-test-image.sh imports. */
export const testImage = {
  image: "localhost/helve-test:latest",
  runOptions: ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1000:1000"],
} as const;

function missingPodman(): string | undefined {
  const { status } = spawnSync(podman.engine, [
    ...podman.engineOptions,
    "image",
    "exists",
    "localhost/helve-test:latest",
  ]);
  return status === 0 ? undefined : "podman, runc or the image helve-test is missing (scripts/import-test-image.sh)";
}

const [problem] = (await bubblewrapDoctor()).problems;

export const local: Environment = {
  name: "local",
  create: () => localSandbox(),
  missing: process.platform === "win32" ? "it needs process groups" : undefined,
  fails: { ...(isRoot && ignoresModes), exec_as_user: noUsers, exec_as_nonexistent_user: noUsers },
};

export const bubblewrap: Environment = {
  name: "bubblewrap",
  create: () => bubblewrapSandbox(),
  missing: problem?.message,
  fails: {
    exec_as_user: noUsers,
    exec_as_nonexistent_user: noUsers,
    exec_background_process_goes_on: "namespaces end with their first process",
  },
};

export const container: Environment = {
  name: "podman",
  create: () => containerSandbox({ ...podman, ...testImage }),
  missing: missingPodman(),
  fails: ignoresModes,
};

export const memory: Environment = {
  name: "memory",
  create: () => memorySandbox(),
  missing: undefined,
  fails: {
    read_file_not_allowed: "files have no owners",
    write_text_file_without_permissions: "files have no owners",
    write_binary_file_without_permissions: "files have no owners",
    exec_output_utf: "its printf writes characters for octal bytes",
    exec_stderr_utf: "its printf writes characters for octal bytes",
    exec_output_not_utf8: "its printf writes characters for octal bytes",
    exec_timeout_not_raised_on_fast_signal_death: "there are no signals",
    exec_as_user: noUsers,
    exec_as_nonexistent_user: noUsers,
    exec_timeout_keeps_partial_output: "output arrives when a command ends",
    exec_background_process_does_not_delay: "nothing runs in the background",
  },
};

const ownTemporaryFolder = "/tmp is not its folder for temporary files";

export const runtime: Environment = {
  name: "runtime",
  create: () => runtimeSandbox(),
  missing: missingForRuntime(),
  fails: {
    ...(isRoot && ignoresModes),
    exec_as_user: noUsers,
    exec_as_nonexistent_user: noUsers,
    exec_host_environment_is_hidden: "commands get variables of the proxy",
    read_and_write_file_including_directory_absolute: ownTemporaryFolder,
    write_text_file_is_directory: ownTemporaryFolder,
    write_binary_file_is_directory: ownTemporaryFolder,
    cwd_absolute: ownTemporaryFolder,
    ...(process.platform === "linux" && {
      exec_background_process_goes_on: "namespaces end with their first process",
      exec_large_command: "the runtime passes on the command as one argument",
    }),
  },
};

function missingForRuntime(): string | undefined {
  const programs = process.platform === "darwin" ? ["rg"] : ["socat", "rg"];
  const lacking = programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  return lacking.length > 0
    ? `${lacking.join(", ")} is missing`
    : process.platform === "linux"
      ? bubblewrap.missing
      : undefined;
}
