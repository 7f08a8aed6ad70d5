/** Evaluates containers that docker-py starts as docker commands. */
import type { CallEntry } from "../engine/call-entry.ts";
import { callLibrary } from "../engine/call-library.ts";
import type { MethodCall } from "../engine/interpreter.ts";
import { exactText, listValue, objectValue, textValue, type Value } from "../engine/value.ts";

const run: CallEntry = {
  calls: "docker",
  parameters: "command",
  effects: [{ kind: "run", what: "process", argument: "command" }],
};

/** Options of `docker run` by the arguments of docker-py that have the same meaning. */
const options: ReadonlyMap<string, string> = new Map([
  ["privileged", "--privileged"],
  ["network_mode", "--network"],
  ["network", "--network"],
  ["pid_mode", "--pid"],
  ["ipc_mode", "--ipc"],
  ["userns_mode", "--userns"],
  ["user", "--user"],
  ["cap_add", "--cap-add"],
  ["devices", "--device"],
  ["security_opt", "--security-opt"],
  ["detach", "--detach"],
  ["name", "--name"],
]);

/** Whether a method of the client starts a container. */
export function startsContainer(type: string, name: string): boolean {
  return type === "docker" && /(^|\.)containers\.(run|create)$/.test(name);
}

/** Emits what `client.containers.run("alpine", "rm -rf /host", volumes=["/:/host"])` does. @returns the container */
export function runContainer(call: MethodCall): Value {
  const { passed } = call;
  const [image, command] = passed.filter(({ name }) => name === null).map(({ value }) => value);
  const named = new Map(passed.flatMap(({ name, value }) => (name === null ? [] : [[name, value]])));
  const words = [
    textValue("docker"),
    textValue("run"),
    ...[...options].flatMap(([name, option]) => optionWords(option, named.get(name))),
    ...mountsOf(named.get("volumes")).flatMap((mount) => [textValue("-v"), textValue(mount)]),
    image ?? named.get("image") ?? textValue("image"),
    ...commandWords(command ?? named.get("command")),
  ];
  callLibrary(run, {
    ...call,
    name: "containers.run",
    self: null,
    passed: [{ name: null, value: listValue(words, null) }],
  });
  // The program may end its own container.
  return objectValue("container of the program", []);
}

/** Returns an option of `docker run` with the value of the Python argument. */
function optionWords(option: string, value: Value | undefined): readonly Value[] {
  const [only] = value?.alternatives ?? [];
  if (value === undefined || only === undefined) return [];
  if (only.kind === "constant") return only.constant === true ? [textValue(option)] : [];
  const values = only.kind === "list" ? only.items : [value];
  return values.flatMap((each) => [textValue(option), each]);
}

/** The mounts of `volumes={"/srv": {"bind": "/data"}}` or `volumes=["/srv:/data"]`. */
function mountsOf(volumes: Value | undefined): readonly string[] {
  return (volumes?.alternatives ?? []).flatMap((each) => {
    if (each.kind === "list") return each.items.flatMap((item) => exactText(item) ?? []);
    if (each.kind !== "dict") return [];
    return [...each.entries].map(([source, target]) => `${source}:${boundPath(target) ?? source}`);
  });
}

/** Returns the path in the container to which a folder is bound. */
function boundPath(target: Value): string | undefined {
  const [only] = target.alternatives;
  return only?.kind === "dict" ? exactText(only.entries.get("bind")) : exactText(target);
}

/** The words of a command: a list of them, or a text that the shell would split. */
function commandWords(command: Value | undefined): readonly Value[] {
  const [only] = command?.alternatives ?? [];
  if (command === undefined || only === undefined) return [];
  if (only.kind === "list") return only.items;
  return (exactText(command) ?? "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => textValue(word));
}
