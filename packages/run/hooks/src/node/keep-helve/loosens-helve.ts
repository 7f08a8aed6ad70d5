import type { Action, Predicate } from "@helve/core";
import type { CommandEffect, Effect, Target } from "@helve/effects";
import { fileKey, textsOfFile } from "@helve/effects";
import { effectsOfCall } from "@helve/predicates";
import { agentVariables } from "../clients/agent-variables.ts";
import { fileTexts, longTexts } from "../file-text.ts";
import { textHash, writtenTexts } from "../state/written-texts.ts";
import { agentCode, fetchedClient } from "./agent-code.ts";
import { agentElsewhere } from "./agent-programs.ts";
import { type Answer, strongest, unread, unsure } from "./answer.ts";
import { argumentsIn, type ToolArgument } from "./argument-texts.ts";
import { changedManifest } from "./changed-manifests.ts";
import { copiedClient } from "./client-program.ts";
import { clientStart } from "./client-starts.ts";
import { codeForLater } from "./code-for-later.ts";
import { codeInGlobs } from "./code-in-globs.ts";
import { copiedFiles, withCopies } from "./copied-files.ts";
import { answerOfFiles, changedPath } from "./files-it-runs.ts";
import { folderCommand } from "./folder-commands.ts";
import { inside, insideAny } from "./inside-code.ts";
import { installedName } from "./installed-names.ts";
import { changedStart } from "./later-files.ts";
import { setsVariable, writesVariables } from "./later-variables.ts";
import { filesByAllNames } from "./linked-files.ts";
import { listedNames } from "./listed-names.ts";
import { asksLocalAgent, textsForServers } from "./local-requests.ts";
import { namedPath } from "./named-paths.ts";
import { otherAgent } from "./other-agents.ts";
import { changedClock, otherVersion } from "./other-programs.ts";
import { mayRunFiles, programOf, readCall } from "./own-code.ts";
import { isReadingCommand, ownCommand } from "./own-commands.ts";
import { promptedCommands } from "./prompted-commands.ts";
import type { Calls, LooseningContext, Reading } from "./reading.ts";
import { restoredFile } from "./restored-files.ts";
import { whatRuns } from "./running-code.ts";
import { actsOnClient, writesToProcess } from "./running-programs.ts";
import { copiesItRuns, copiesItStarts, filesItLoads, filesOfArguments, filesOfTasks } from "./session-files.ts";
import { startContext } from "./start-context.ts";
import { type ToolContext, toolArguments } from "./tool-arguments.ts";
import { onlyReads, promptsForAgent } from "./tool-names.ts";
import { type TouchContext, touchedPath } from "./touched-paths.ts";
import { keysOfCommand, keysOfTool, type TypedKeys, terminalsOf } from "./typed-keys.ts";
import { asCommand, fileNamed, word } from "./words.ts";
import { unreadLanguage, writtenCode } from "./written-code.ts";

/**
 * Checks `loosens_helve`: whether a call may change what Helve allows, by a command, a client that it starts, a file
 * that it names, or code for later.
 */
export function loosensHelve(context: LooseningContext): Predicate {
  return {
    name: "loosens_helve",
    description: "Whether the call may change what Helve allows.",
    evaluate: async (_operands, decision) => {
      const answer = await loosening(decision.action, { ...context, decision, fileText: fileTexts(), depth: 0 });
      return { value: answer.truth, reason: answer.reason, evidence: [] };
    },
  };
}

/** Whether a call loosens Helve: switches it off, or makes it allow more. */
export async function loosening(action: Action, reading: Reading): Promise<Answer> {
  const { paths, places } = reading;
  const { effects, commands, written, earlierFiles, links, running, isKnownTool, unreadCode } = readCall(
    action,
    reading,
  );
  if (reading.depth === 0 && !reading.hasCopies) await noteWritten(action, written, reading);
  const files = filesByAllNames(new Map([...earlierFiles, ...written]), links, places);
  // What a call moves was there before.
  const sources = new Map([...files, ...[...earlierFiles].filter(([key]) => files.get(key)?.missing === true)]);
  const copies = reading.hasCopies || reading.depth > 0 ? noCopies : copiedFiles(effects, sources, places);
  const texts = argumentsIn(action.args);
  const typed = keysOfTool(action);
  const runsHelve = commands.some((command) => isReadingCommand(command, paths));
  const touching = { ...touchContext(files, reading), runsHelve };
  const answers: (Answer | undefined)[] = [
    ...effects.map((effect) => touchedPath(effect, touching)),
    ...effects.map(writesToProcess),
    ...(await eachCommand({ commands, effects, files }, reading, texts)),
    ...(await otherArguments(action, { texts, effects, commands, isKnownTool, files }, reading)),
    ...(await laterCode(written, reading)),
    unreadCode,
    changedStart(written),
    changedManifest(commands, effects, written),
    writesVariables(written, { files, texts }),
    installedName(written),
    ...(await codeForLater({ commands, effects, written, files }, reading)),
    ...(await filesItLoads({ commands, effects, files, written }, reading)),
    ...(await copiesItRuns({ commands, effects, files }, reading)),
    ...(await filesOfTasks({ commands, effects, files }, reading)),
    ...(await whatRuns(action, { written, earlierFiles, files, running }, reading)),
    ...(await typedAnswers(typed, reading)),
    hidesAgent(texts),
    ...(await codeInGlobs([...texts.map(({ text }) => text), ...[...written.values()].flatMap(textsOfFile)], reading)),
    texts.some(({ text }) => /\bBASH_CMDS\b/.test(text)) ? unsure("it changes which file a command starts") : undefined,
    runsHelve || commands.every(({ isModeled }) => isModeled) ? undefined : namedInText(texts, commands),
  ];
  const found = strongest(answers);
  const inFiles =
    found?.truth === true ? undefined : await filesItRuns(action, { commands, effects, files: sources }, reading);
  const answer = strongest([found, inFiles]) ?? {
    truth: false,
    reason: "nothing in the call changes what Helve allows",
  };
  if (answer.truth !== false || copies.size === 0) return answer;
  const decision = { ...reading.decision, trajectory: withCopies(reading.decision.trajectory, copies) };
  return loosening(action, { ...reading, decision, hasCopies: true });
}

const noCopies: ReadonlyMap<string, string> = new Map();

/** Creates the context for finding touched files. */
function touchContext(
  files: Calls["files"],
  { paths, places: { cwd, home } }: Reading,
): Omit<TouchContext, "runsHelve"> {
  const isOfSession = ({ path }: Target): boolean => files.has(fileKey(path, { workingDirectory: cwd, home }));
  return { paths, home, isOfSession };
}

/** Records the texts that a call writes to files. */
async function noteWritten(
  action: Action,
  written: Calls["files"],
  { policy, decision, fileText, onWritten }: Reading,
): Promise<void> {
  if (onWritten === undefined || written.size === 0) return;
  const isPart = [...written.values()].some((data) => data.missing !== true && textsOfFile(data).length === 0);
  const whole = isPart ? effectsOfCall(action, policy, decision, { fileText }).written : written;
  await onWritten([...whole.values()].flatMap(textsOfFile));
}

/** Evaluates the files on the disk that a call runs. */
async function filesItRuns(
  action: Action,
  { commands, effects: known, files }: Calls,
  reading: Reading,
): Promise<Answer | undefined> {
  const { policy, decision, paths, places } = reading;
  if (!mayRunFiles(commands, known)) return undefined;
  const read: string[] = [];
  const fileText = (path: string): string | undefined => {
    const text = reading.fileText(path);
    if (text !== undefined) read.push(text);
    return text;
  };
  const { effects, commands: all } = effectsOfCall(action, policy, decision, { fileText });
  const runsHelve = all.some((command) => isReadingCommand(command, paths));
  const touching = { ...touchContext(files, reading), runsHelve };
  const own = new Set(known.map((effect) => JSON.stringify(effect)));
  const ofFiles = effects.filter((effect) => !own.has(JSON.stringify(effect)));
  const programs = effects.flatMap(programOf).map((target) => paths.realPath(target));
  const notRead = programs.filter((path) => reading.fileText(path) === undefined);
  let stored: ReadonlySet<string> | undefined;
  const hashes = (): ReadonlySet<string> => {
    stored ??= writtenTexts(places.state);
    return stored;
  };
  const isOfSession = (text: string): boolean => hashes().has(textHash(text));
  const isOfSessions = (): boolean => read.some(isOfSession);
  const long =
    notRead.length === 0 || hashes().size === 0 ? undefined : notRead.find((path) => longTexts(path).some(isOfSession));
  const answers = [
    long === undefined
      ? undefined
      : unsure(`${long}, which a session wrote, is too long or has bytes that can't be read`),
    ...ofFiles.map(computedCode),
    ...ofFiles.map((effect) => touchedPath(effect, touching)),
    ...ofFiles.map((effect) => changedPath(effect, paths)),
    ...(await eachCommand({ commands: all, effects, files }, reading)),
    ...(await copiesItStarts({ commands: all, effects, files }, reading)),
  ];
  return answerOfFiles(answers, isOfSessions);
}

/** Returns code that a program computes from unknown data. */
function computedCode(effect: Effect): Answer | undefined {
  if (effect.kind === "anything") return unread(effect.reason);
  return effect.kind === "execute" &&
    effect.program === null &&
    /^(?:exec|eval|compile|(?:new )?Function|vm\..*)$/.test(effect.by)
    ? unread(`it is unknown which code ${effect.by} runs`)
    : undefined;
}

/** Evaluates each program that a call starts. */
async function eachCommand(
  { commands, effects, files }: Calls,
  reading: Reading,
  texts: readonly ToolArgument[] = [],
): Promise<readonly (Answer | undefined)[]> {
  const { paths, places, fileText } = reading;
  const textOf = (target: Target): string | undefined => {
    const key = fileKey(target.path, { workingDirectory: places.cwd, home: places.home });
    const [written] = textsOfFile(files.get(key));
    return written ?? fileText(paths.realPath(target));
  };
  const ownText = (path: string): string | undefined => textOf(fileNamed(path));
  const start = startContext(commands, effects, reading);
  const terminals = terminalsOf(places.environment ?? {}, reading.decision);
  const answers: (Answer | undefined)[] = [
    copiedClient(commands, effects, paths),
    restoredFile(commands, places, paths),
  ];
  for (const command of commands) {
    answers.push(
      ownCommand(command, paths, places.environment?.["PATH"]),
      otherVersion(command),
      changedClock(command),
      actsOnClient(command, { effects, texts }),
      setsVariable(command),
      folderCommand(command, { ...places, paths }),
      listedNames(command, { effects, files }, reading),
      agentCode(command),
      agentElsewhere(command),
    );
    if (!isReadingCommand(command, paths)) answers.push(namedPath(command, effects, { ...places, paths, textOf }));
    const started = clientStart(command, start);
    answers.push(started?.answer, ...(await typedAnswers(keysOfCommand(command, terminals), reading)));
    if (started === undefined)
      answers.push(fetchedClient(command), otherAgent(command), asksLocalAgent(command, ownText));
    for (const prompt of started?.prompts ?? []) answers.push(await promptedCommands(prompt, reading));
    for (const text of textsForServers(command, ownText)) {
      const answer = await promptedCommands(text, reading);
      // Most texts are no commands.
      if (answer?.isUnread !== true) answers.push(answer);
    }
  }
  return answers;
}

/** Evaluates text that a call types at a terminal of the agent. */
async function typedAnswers({ lines, answer }: TypedKeys, reading: Reading): Promise<readonly (Answer | undefined)[]> {
  const answers = [answer];
  for (const line of lines) answers.push(await inside("shell", line, reading));
  return answers;
}

/** Whether a call removes the environment variables that reveal an agent. */
function hidesAgent(texts: readonly ToolArgument[]): Answer | undefined {
  return texts.some(({ text }) => agentVariables.some((name) => text.includes(name)))
    ? unsure("it may hide from Helve that an agent runs it")
    : undefined;
}

/** Judges programs that a call writes, as if they ran. */
async function laterCode(
  written: ReturnType<typeof effectsOfCall>["written"],
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const unread = unreadLanguage(written);
  const answers: (Answer | undefined)[] = [
    unread === undefined ? undefined : unsure(`it writes ${unread}, which names a file that guards the agent`),
  ];
  for (const { path, language, text } of writtenCode(written)) {
    const answer = await inside(language, text, reading);
    if (answer?.truth === true) answers.push(unsure(`it writes ${path}, which would do this: ${answer.reason}`));
  }
  return answers;
}

/** Evaluates arguments whose meaning is unknown. */
async function otherArguments(
  action: Action,
  { texts, effects, commands, isKnownTool, files }: Calls & Pick<ToolContext, "texts" | "isKnownTool">,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { paths, places } = reading;
  const runsCommands = isKnownTool && commands.length > 0;
  const context = { texts, paths, places, isKnownTool, runsCommands, isReading: onlyReads(action.name), effects };
  const answers: (Answer | undefined)[] = [
    ...(await toolArguments(action, {
      ...context,
      run: (command) => inside("shell", command, reading),
      runCode: (code) => insideAny(code, reading),
    })),
  ];
  for (const prompt of promptsForAgent(action.name, texts)) answers.push(await promptedCommands(prompt, reading));
  if (isKnownTool || context.isReading) return answers;
  // A program and its words, apart from each other: `{ program: "helve", args: ["trust"] }`.
  const list = {
    ...asCommand(""),
    words: texts.slice(0, 50).map(({ text }) => ({ ...word(text), target: fileNamed(text) })),
  };
  return [
    ...answers,
    ownCommand(list, paths, undefined),
    ...(await filesOfArguments(action.name, texts, files, reading)),
  ];
}

/** Finds a Helve command in a text that a program receives. */
function namedInText(texts: readonly ToolArgument[], commands: readonly CommandEffect[]): Answer | undefined {
  const isRun = commands.length > 0 && texts.some(({ text }) => commandOfHelve.test(text));
  return isRun ? unsure("it may run a command of Helve that changes what is allowed") : undefined;
}

const commandOfHelve = /\bhelve(?:@[\w.^~-]+)?["']?\s+["']?(?:hook|trust|allow|init|mcp|log\s+--purge|rules|fmt)\b/;
