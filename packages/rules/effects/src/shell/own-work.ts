/** What the script and earlier code of the session started or made, and so may end: containers, branches, clusters, processes. */
import type { Origin } from "../effects.ts";
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, setSetting } from "./evaluation.ts";
import { backgroundJob } from "./expand-piece.ts";
import { changesOwnCluster } from "./own-clusters.ts";
import type { ProgramCall } from "./program-call.ts";
import type { ShellNode, Word } from "./syntax.ts";

/** Whether a call changes or ends only what the script itself started or made. */
export function isOwnWork(call: ProgramCall): boolean {
  return isOwnContainer(call) || deletesOwnBranches(call) || changesOwnCluster(call);
}

/** Whether a call stops or removes only containers that the script itself started, or images that it built: `docker rm $id`. */
function isOwnContainer(call: ProgramCall): boolean {
  const { name, entry, parsed, evaluation } = call;
  if (entry.subcommand?.startsWith("compose down") === true || (name === composeProgram && entry.signals !== undefined))
    return evaluation.settings.has(composeContainers) && (entry.discards === undefined || namesTests(call.words));
  if (!containerPrograms.test(name) || !/^(rm\||stop\||container(?: stop)?\|)/.test(entry.subcommand ?? ""))
    return false;
  const [first = "", second = ""] = call.words.slice(0, 2).map(literalText);
  const verb = /^(?:container|image)$/.test(first) ? `${first} ${second}` : first;
  const kind = /^(?:rmi|image (?:rm|remove))$/.test(verb)
    ? "image"
    : /^(?:container )?(?:stop|kill|rm|remove)$/.test(verb)
      ? "container"
      : undefined;
  const named = parsed.operands.filter((at) => !/^(container|image|stop|kill|rm|remove)$/.test(literalText(at) ?? ""));
  return (
    kind !== undefined &&
    named.length > 0 &&
    named.every(
      (at) => evaluation.settings.has(`${kind} ${literalText(at) ?? ""}`) || (kind === "container" && isStarted(at)),
    )
  );
}

/** Whether a call deletes only branches that the script itself created. */
function deletesOwnBranches({ name, entry, parsed, evaluation }: ProgramCall): boolean {
  const named = parsed.operands.map((at) => literalText(at)).filter((text) => text !== "branch");
  return (
    name === "git" &&
    entry.subcommand === "branch" &&
    named.length > 0 &&
    named.every((text) => evaluation.settings.get(`git branch ${text}`) === "created")
  );
}

/** Whether the words of a call name a project or a file for tests: `-p app-e2e`, `-f docker-compose.test.yml`. */
function namesTests(words: readonly Argument[]): boolean {
  return words.some((word) =>
    /(?:^|[^a-z])(?:tests?|testing|e2e|ci|tmp|scratch)(?:[^a-z]|$)/i.test(literalText(word) ?? ""),
  );
}

/** Whether a word is the output of a program that starts containers: `$(docker run -d …)`. */
function isStarted({ flow, value }: Argument): boolean {
  return (
    value === null &&
    flow?.from.length === 1 &&
    flow.from.every((origin) => origin.kind === "output" && origin.by === startedContainer)
  );
}

/** The program whose output is the name of a container that was started. */
export const startedContainer = "docker run";

const containerPrograms = /^(docker|podman|nerdctl)$/;

const composeProgram = "docker-compose";

/** The setting that says that the script started the containers of a Compose file. */
const composeContainers = "containers of compose";

/** Records which containers a call starts, and which images it builds: `docker run --name db`, `docker compose up`, `docker build -t app`. */
export function recordContainers(name: string, words: readonly Argument[], evaluation: Evaluation): void {
  const texts = words.map(literalText);
  if ((name === composeProgram || (containerPrograms.test(name) && texts.includes("compose"))) && texts.includes("up"))
    setSetting(composeContainers, "started", evaluation);
  if (!containerPrograms.test(name)) return;
  if (texts.some((text) => text === "run" || text === "create"))
    for (const started of optionValues(texts, /^--name(?:=(.+))?$/))
      setSetting(`container ${started}`, "started", evaluation);
  if (texts.some((text) => text === "build"))
    for (const built of optionValues(texts, /^(?:-t|--tag)(?:=(.+))?$/))
      setSetting(`image ${built}`, "built", evaluation);
}

/** The values of an option. @param option - matches its name, and a value in the same word */
function optionValues(texts: readonly (string | undefined)[], option: RegExp): readonly string[] {
  return texts.flatMap((text = "", index) => {
    const found = option.exec(text);
    return found === null ? [] : (found[1] ?? texts[index + 1] ?? []);
  });
}

/** Whether a call sends a signal only to processes that the script itself started. @param named - the words that name the processes */
export function endsOwnProcesses({ name, evaluation: { settings } }: ProgramCall, named: readonly Argument[]): boolean {
  if (named.length === 0) return false;
  if (named.every(isBackgroundJob)) return true;
  const jobs = [...settings.keys()].flatMap((key) => (key.startsWith(jobPrefix) ? [key.slice(jobPrefix.length)] : []));
  return name === "pkill" && named.every((word) => isCommandLine(literalText(word)?.trim() ?? "", jobs));
}

/** Whether a text is so much of the command line of a job that it names only this one: `node dist/server.js`, but not `node`. */
function isCommandLine(text: string, jobs: readonly string[]): boolean {
  return /\w[ ./]\w*[A-Za-z]/.test(text) && jobs.some((job) => job.includes(text));
}

const jobPrefix = "job ";

/** Records the command lines of what runs in the background. */
export function recordJobs(body: ShellNode, evaluation: Evaluation): void {
  for (const line of commandLines(body).slice(0, maxJobs)) setSetting(`${jobPrefix}${line}`, "started", evaluation);
}

const maxJobs = 4;

function commandLines(node: ShellNode): readonly string[] {
  if (node.kind === "command") {
    const texts = node.words.map(writtenText);
    const end = texts.indexOf(undefined);
    const line = (end === -1 ? texts : texts.slice(0, end)).join(" ").slice(0, maxLine);
    return line === "" ? [] : [line];
  }
  if (node.kind === "sequence") return node.nodes.flatMap(commandLines);
  if (node.kind === "chain") return node.links.flatMap((link) => commandLines(link.node));
  return node.kind === "subshell" || node.kind === "group" ? commandLines(node.body) : [];
}

const maxLine = 300;

/** The text of a word as written; `undefined` if parts of it are computed. */
function writtenText({ pieces }: Word): string | undefined {
  const texts = pieces.flatMap((piece) => (piece.kind === "text" ? [piece.value] : []));
  return texts.length === pieces.length ? texts.join("") : undefined;
}

/** Whether a word is `$!`, the last background process of the script itself, or comes out of a file in which it was kept; or a job: `%1`. */
function isBackgroundJob({ value, flow }: Argument): boolean {
  if (/^%(?:\d*|[%+-])$/.test(value?.text ?? "")) return true;
  const from = flow?.from ?? [];
  const isJob = (origin: Origin): boolean => origin.kind === "output" && origin.by === backgroundJob;
  return from.some(isJob) && from.every((origin) => isJob(origin) || origin.kind === "file");
}
