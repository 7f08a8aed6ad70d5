/** Sets up a chat: model, tools, sandbox, rules and transcript. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "@helve/agent";
import type { Inspector } from "@helve/enforcer";
import type { ActionExecutor } from "@helve/executor";
import { userRuleFolder } from "@helve/hooks/node";
import type { Policy } from "@helve/predicates";
import { projectFacts } from "@helve/predicates/node";
import type { Sandbox } from "@helve/sandbox";
import { type Io, UsageError } from "../../io.ts";
import { policyFromText } from "../../policy-source.ts";
import { readText } from "../../read-text.ts";
import { chatModel } from "./chat-model.ts";
import type { ChatPackages } from "./chat-packages.ts";
import { type ChatRules, chatEngines, chatRules } from "./chat-rules.ts";
import { chatSandbox, sandboxModule } from "./chat-sandbox.ts";
import { type ChatSession, chatSession, recordActions, restoreConversation } from "./chat-session.ts";
import { keptGuard } from "./kept-guard.ts";
import { chatTools, toolkitModules } from "./toolkits.ts";
import type { Transcript } from "./transcript.ts";
import type { StoredOptions, TranscriptEntry } from "./transcript-entry.ts";

/** Everything that a chat runs on: the model, the tools, the sandbox, the rules, the transcript. */
export interface ChatHost {
  readonly packages: ChatPackages;
  readonly session: ChatSession;
  readonly transcript: Transcript;
  readonly model: Model;
  readonly executor: ActionExecutor;
  readonly rules: readonly ChatRules[];
  /** The folder of the machine in which the sandbox works. */
  readonly folder: string | undefined;
  readonly sandbox: Sandbox | undefined;
  /** Nothing was said. */
  readonly isEmpty: boolean;
  /** Warnings for the user about the tools and the rules. */
  readonly warnings: readonly string[];
  /** Who answers the questions of rules, and where their messages are shown; nobody, and nowhere, until they are set. */
  inspect: Inspector;
  warn: (message: string) => void;
  /** Why the transcript can't be written any more. */
  failure: unknown;
  /** Ends what runs in the sandbox, and closes the transcript. */
  close(): Promise<void>;
}

/**
 * Sets a chat up.
 *
 * @throws UsageError if an option is invalid, or something is missing
 */
export async function chatHost(setup: ChatSetup): Promise<ChatHost> {
  const closing: Closing = [];
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    return await openHost({ ...setup, closing, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Cleanup functions, which run at the end in the opposite order. */
type Closing = (() => void | Promise<void>)[];

/** The options and packages from which a chat is set up. */
interface ChatSetup {
  /** Options that replace those of the transcript. */
  readonly given: StoredOptions;
  /** Opens the transcript. */
  readonly open: () => Transcript;
  readonly packages: ChatPackages;
  readonly io: Io;
  readonly isResumed: boolean;
}

interface HostSetup extends ChatSetup {
  readonly closing: Closing;
  readonly close: () => Promise<void>;
}

/** Opens what a chat works with: its sandbox, tools and rules. */
async function openHost({ given, open, packages, io, isResumed, closing, close }: HostSetup): Promise<ChatHost> {
  const opened = isResumed ? open() : undefined;
  if (opened !== undefined) closing.push(opened.close);
  const options = { ...storedOptions(opened), ...given };
  const model = await chatModel(options, packages, io);
  if (options.cost !== undefined && model.prices === undefined) throw new UsageError("--cost needs --prices");
  const rules = chatRules(options.rules ?? [], io);
  const { tools, uses, inSandbox } = await chatTools(toolkitsOf(options), io);
  for (const each of tools) if (isDisposable(each)) closing.push(async () => each[Symbol.asyncDispose]());
  const sandbox = await sandboxFor(options, inSandbox);
  if (sandbox !== undefined) closing.push(() => sandbox.close());
  const policy = await chatPolicy(options, { uses, sandbox, isResumed }, io);

  const warnings: string[] = [];
  const inspect = Object.assign<Inspector, Pick<Inspector, "onFixApplied">>(
    (request, context) => host.inspect(request, context),
    { onFixApplied: (change) => host.inspect.onFixApplied?.(change) },
  );
  const engines = chatEngines(
    rules,
    {
      policy,
      model,
      inspect,
      executor: () => executor,
      approvals: () => host.session.conversation.approvals,
      remember: (approval) => host.session.record({ type: "approval", approval }),
      log: ({ rule, message }) => host.warn(`@${rule}: ${message}`),
      warn: (message) => warnings.push(message),
    },
    packages,
  );
  const isOnMachine = options.folder !== undefined || sandbox?.capabilities.isolation === "none";
  const kept = sandbox !== undefined && isOnMachine ? [keptGuard(sandbox, io, { inspect, tools: policy.tools })] : [];
  const executor = new packages.executor.ActionExecutor(tools, { guards: [...kept, ...engines] });

  const transcript = opened ?? open();
  if (opened === undefined) closing.push(transcript.close);
  const conversation = restoreConversation(transcript, packages);
  const session = chatSession(conversation, transcript, {
    packages,
    model,
    executor,
    sandbox,
    system: [options.system ?? defaultSystem, sandbox?.description].filter(Boolean).join("\n\n"),
    maxSteps: options.maxSteps,
    cost: options.cost,
  });
  const begin: TranscriptEntry = { type: "begin", version: 1, at: Date.now(), options };
  session.record(isResumed ? { type: "resume", at: Date.now() } : begin);
  if (isResumed && sandbox !== undefined) session.note = options.folder === undefined ? newSandbox : newShell;
  recordActions(executor, session.record, (error) => {
    host.failure = error;
  });
  const host: ChatHost = {
    packages,
    session,
    transcript,
    model,
    executor,
    rules,
    folder: options.folder,
    sandbox,
    warnings,
    get isEmpty() {
      return conversation.messages.length === 0;
    },
    inspect: () => ({ decision: "reject", reason: "nobody can be asked: there is no terminal" }),
    warn: () => undefined,
    failure: undefined,
    close,
  };
  return host;
}

/** Lists the modules that the options of a chat need. */
export function modulesFor(options: StoredOptions): readonly string[] {
  const sandbox = sandboxOf(options);
  return [...toolkitModules(toolkitsOf(options)), ...(sandbox === undefined ? [] : [sandboxModule(sandbox)])];
}

/** The toolkits of a chat. A chat in a project that names none has `Terminal` and `Files`. */
function toolkitsOf({ toolkit, folder }: StoredOptions): readonly string[] {
  return toolkit ?? (folder === undefined ? [] : ["Terminal", "Files"]);
}

/** Returns the kind of sandbox that the options name. */
function sandboxOf({ sandbox, folder }: StoredOptions): string | undefined {
  return sandbox ?? (folder && "bubblewrap");
}

const defaultSystem = "You help the user, with your tools where they are useful.";

const newSandbox =
  "(The conversation continues in a new process. The sandbox is new: files, variables, directories and jobs of before are gone.)";

const newShell =
  "(The conversation continues in a new process. The shell is new: variables, directories and jobs of before are gone; the files are there.)";

/** Returns the options that a transcript begins with. */
function storedOptions(transcript: Transcript | undefined): StoredOptions {
  const first = transcript?.entries[0];
  return first?.type === "begin" ? first.options : {};
}

/** Creates the sandbox of the chat. */
async function sandboxFor(options: StoredOptions, inSandbox: readonly string[]): Promise<Sandbox | undefined> {
  const { folder, image } = options;
  const sandbox = sandboxOf(options);
  if (sandbox !== undefined) return chatSandbox(sandbox, { folder, image });
  if (inSandbox.length === 0) return undefined;
  throw new UsageError(
    `${inSandbox.join(", ")} needs --sandbox: bubblewrap, podman or docker isolate what runs, memory simulates a machine, local isolates nothing`,
  );
}

/** The policy for the rules: the named one or the user's own, with the tools and the sandbox of the chat. */
async function chatPolicy(
  { policy: named, rules = [], folder }: StoredOptions,
  context: {
    readonly uses: NonNullable<Policy["tools"]>;
    readonly sandbox: Sandbox | undefined;
    readonly isResumed: boolean;
  },
  io: Io,
): Promise<Policy> {
  const { uses, sandbox, isResumed } = context;
  const own = join(userRuleFolder(io.home), "policy.json");
  const file = named ?? (rules.length === 0 && existsSync(own) ? own : undefined);
  const policy = file === undefined ? {} : policyFromText(readText(file, io.cwd), file);
  return {
    ...(sandbox && { workingDirectory: sandbox.workingDirectory, ...(await homeIn(sandbox)) }),
    // Earlier steps may have changed the directory of the tools, but tools of the new sandbox start in this one.
    ...(sandbox && isResumed && { currentDirectory: sandbox.workingDirectory }),
    facts:
      folder === undefined || sandbox === undefined
        ? undefined
        : projectFacts(sandbox.workingDirectory, { home: io.home, environment: io.environment }),
    ...policy,
    tools: { ...uses, ...policy.tools },
  };
}

/** Returns the home directory inside a sandbox. */
async function homeIn(sandbox: Sandbox): Promise<Pick<Policy, "home">> {
  const { stdout } = await sandbox.exec(["sh", "-c", 'printf %s "$HOME"']);
  return stdout.startsWith("/") ? { home: stdout } : {};
}

/** Whether a toolkit must be closed, such as one with a browser. */
function isDisposable(value: object): value is AsyncDisposable {
  return Symbol.asyncDispose in value;
}
