import { type Step, withHistory } from "@helve/core";
import { memoryFacts, type ProjectFacts, type ProjectState } from "@helve/predicates";
import { readRecordedCalls } from "@helve/rule-tests";
import { exitCodes, type Io, UsageError } from "../../io.ts";
import { createJudge, type JudgingContext } from "../../judge.ts";
import { readTextOrStdin } from "../../read-text.ts";

/**
 * Judges one JSON object a line, and prints one JSON verdict a line: `{"id": …, "kind": …, "rules": […], "reasons": […]}`. Lines with
 * the same `session` are one trajectory: each is judged after those before it. `facts` of a line say what the project was like then.
 *
 * @throws UsageError if the file or one of its lines can't be read, before anything is judged
 */
export async function judgeBatch(file: string, judging: JudgingContext, io: Io): Promise<number> {
  const text = await readTextOrStdin(file, io);
  const { values: calls, problems } = readRecordedCalls(text, file);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  const { policy } = judging;
  const facts = new LineFacts(policy.facts);
  const judge = createJudge({ ...judging, policy: { ...policy, facts: facts.ofLine } });
  const sessions = new Map<string, Session>();
  let findings = false;
  for (const { id, action, session: name, prompt, at, step, facts: state } of calls) {
    io.signal.throwIfAborted();
    const session = (name === undefined ? undefined : sessions.get(name)) ?? { steps: [], prompt: "" };
    if (prompt !== undefined) session.prompt = prompt;
    facts.begin(state, policy.workingDirectory);
    const now = at === undefined ? {} : { now: at };
    const { judged } = await judge(action, {
      trajectory: withHistory(session.steps, session),
      prompt: session.prompt,
      ...now,
    });
    findings ||= judged.kind !== "allow";
    io.out(`${JSON.stringify({ id, ...judged })}\n`);
    session.steps.push(step);
    if (name !== undefined) sessions.set(name, session);
  }
  return findings ? exitCodes.findings : exitCodes.fine;
}

/** The facts of the line that is judged: its own, or else those of the project. */
class LineFacts {
  readonly #ofProject: ProjectFacts;
  #current: ProjectFacts;
  /** Facts that change when the next line begins. */
  readonly ofLine: ProjectFacts = {
    status: (path) => this.#current.status?.(path),
    exists: (path) => this.#current.exists?.(path),
    linkTarget: (path) => this.#current.linkTarget?.(path),
    text: (path) => this.#current.text?.(path),
    branches: () => this.#current.branches?.(),
    remotes: () => this.#current.remotes?.(),
  };

  constructor(ofProject: ProjectFacts = {}) {
    this.#ofProject = ofProject;
    this.#current = ofProject;
  }

  begin(state: ProjectState | undefined, directory = "/"): void {
    this.#current = state === undefined ? this.#ofProject : memoryFacts(state, directory);
  }
}

interface Session {
  readonly steps: Step[];
  /** The latest request of the user. */
  prompt: string;
}
