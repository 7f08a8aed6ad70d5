/** Writes the answer of a hook in the format of the client. */
import { hookClients } from "./clients.ts";
import type { HookDecision } from "./hook-decision.ts";
import type { HookClient, HookEvent } from "./hook-event.ts";
import { type WithheldOutput, withheldClaudeOutput } from "./withheld-output.ts";

/** The output of a hook, and its exit code. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/**
 * Writes a decision in the form of the client. Allowing is silence where silence is enough: a client that hears "allow" may skip its
 * own question. Where a client can't ask, a question is a denial whose reason says how the person allows the call once, or it is left to
 * the client's own question at `permission_request`.
 *
 * @example
 * const { stdout, exitCode } = writeHookAnswer(event, { kind: "deny", reason: "rule @no_exfiltration: curl sends .env" });
 */
export function writeHookAnswer(event: HookEvent, decision: HookDecision): HookAnswer {
  const effective = possibleDecision(event, decision);
  const json = forms[event.client](event, effective);
  return { stdout: json === undefined ? "" : `${JSON.stringify(json)}\n`, stderr: "", exitCode: 0 };
}

/**
 * The answer of a hook that failed: an event that it can't read, broken rules, an exceeded time limit. It denies in every client that
 * listens.
 *
 * @param cause - what failed, for the person
 * @param event - the event, if it could be read: after a tool, its result is withheld
 *
 * @example
 * hookFailure("codex", "the rules in helve/rules.agentspec have a mistake"); // exit code 2, with the cause on stderr
 */
export function hookFailure(client: HookClient, cause: string, event?: HookEvent): HookAnswer {
  // An empty reason would be no denial in some clients.
  const text = cause.trim() === "" ? "unknown cause" : cause;
  if (event?.event === "after_tool" || event?.event === "after_batch") {
    const answer = writeHookAnswer(event, { kind: "deny", reason: `helve failed: ${text}` });
    return { ...answer, stderr: `helve withholds the result: ${text}\n` };
  }
  const reason = `helve denies the call: ${text}`;
  if (client === "antigravity") {
    return { stdout: `${JSON.stringify({ decision: "deny", reason })}\n`, stderr: `${reason}\n`, exitCode: 2 };
  }
  return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
}

/**
 * Converts a decision to one that the client supports: a question becomes a denial where it can't ask.
 *
 * @example
 * possibleDecision(eventOfCodex, { kind: "ask", reason }).kind; // "deny"
 */
export function possibleDecision(event: HookEvent, decision: HookDecision): HookDecision {
  const { rewrites } = hookClients[event.client];
  if (decision.kind === "rewrite" && (!rewrites || event.event !== "before_tool")) {
    return {
      kind: "deny",
      reason: `${decision.reason ?? "a rule changes the call"}: this client can't change it, so it is denied`,
    };
  }
  if (decision.kind !== "ask") return decision;
  if (event.event === "permission_request") return { kind: "allow" }; // the client asks
  if (event.event === "before_tool" && asksPerson(event)) return decision;
  const advice = decision.allowOnce === undefined ? "" : ` ${decision.allowOnce}`;
  return { kind: "deny", reason: `${decision.reason}. A person has to decide.${advice}` };
}

/** Whether the client replaces a tool's result when the hook denies. */
export function replacesResult(event: HookEvent): boolean {
  if (event.client !== "claude-code") return true;
  return event.nativeEvent === "PostToolUse" && claudeOutput(event, "").isCertain;
}

/** Whether a question of this hook reaches a person. */
function asksPerson({ client, permissionMode }: HookEvent): boolean {
  const { ask } = hookClients[client];
  if (ask !== "modes") return ask === "person";
  return permissionMode === undefined || askingModes.has(permissionMode);
}

/** The permission modes of Claude Code in which a question reaches the person. */
const askingModes: ReadonlySet<string> = new Set(["default", "acceptEdits", "plan"]);

type Form = (event: HookEvent, decision: HookDecision) => object | undefined;

/** Claude Code, and Codex, whose contract is a part of it. */
const claudeForm: Form = (event, decision) => {
  const { event: name, nativeEvent: hookEventName } = event;
  if (decision.kind === "allow") return undefined;
  if (name === "before_tool") {
    if (decision.kind === "rewrite") {
      // An allowing answer is needed for the change to count.
      const answer = { permissionDecision: "allow", updatedInput: decision.args, ...reasonField(decision.reason) };
      return { hookSpecificOutput: { hookEventName, ...answer } };
    }
    return {
      hookSpecificOutput: {
        hookEventName,
        permissionDecision: decision.kind,
        permissionDecisionReason: decision.reason,
      },
    };
  }
  if (decision.kind !== "deny") return undefined;
  if (name === "permission_request") {
    return { hookSpecificOutput: { hookEventName, decision: { behavior: "deny", message: decision.reason } } };
  }
  if (name === "after_batch") return { continue: false, stopReason: withheld(decision.reason) };
  if (name === "after_tool" && event.client === "claude-code" && hookEventName === "PostToolUse") {
    const { output, isCertain } = claudeOutput(event, decision.reason);
    return {
      decision: "block",
      reason: decision.reason,
      hookSpecificOutput: { hookEventName, updatedToolOutput: output },
      ...(!isCertain && { continue: false, stopReason: withheld(decision.reason) }),
    };
  }
  return name === "after_tool" || name === "prompt" ? { decision: "block", reason: decision.reason } : undefined;
};

/** The output that replaces a withheld result in Claude Code. */
function claudeOutput({ tool, result }: HookEvent, reason: string): WithheldOutput {
  return withheldClaudeOutput(tool?.name ?? "", result, withheld(reason));
}

/** Writes the text that replaces a withheld result. */
function withheld(reason: string): string {
  return `The result is withheld: ${reason}`;
}

function reasonField(reason: string | undefined): object {
  return reason === undefined ? {} : { permissionDecisionReason: reason };
}

const copilotForm: Form = ({ event }, decision) => {
  if (decision.kind === "allow") return undefined;
  if (event === "before_tool") {
    if (decision.kind === "rewrite") return { permissionDecision: "allow", modifiedArgs: decision.args };
    return { permissionDecision: decision.kind, permissionDecisionReason: decision.reason };
  }
  if (decision.kind !== "deny") return undefined;
  if (event === "permission_request") return { behavior: "deny", message: decision.reason };
  if (event !== "after_tool") return undefined;
  return { modifiedResult: { textResultForLlm: withheld(decision.reason), resultType: "denied" } };
};

/** Allowing is printed: with `failClosed`, silence is a failure. */
const cursorForm: Form = ({ event, nativeEvent }, decision) => {
  if (nativeEvent === "beforeSubmitPrompt") {
    return decision.kind === "deny" ? { continue: false, user_message: decision.reason } : { continue: true };
  }
  if (event !== "before_tool") return decision.kind === "allow" ? undefined : {};
  if (decision.kind === "allow") return { permission: "allow" };
  if (decision.kind === "rewrite") return { permission: "allow", updated_input: decision.args };
  // The model reads the message to the user.
  return { permission: "deny", user_message: decision.reason, agent_message: decision.reason };
};

const geminiForm: Form = ({ event }, decision) => {
  if (decision.kind === "allow") return undefined;
  if (decision.kind === "rewrite") return { hookSpecificOutput: { tool_input: decision.args } };
  const canDeny = event === "before_tool" || event === "after_tool" || event === "prompt";
  return canDeny ? { decision: "deny", reason: decision.reason } : undefined;
};

const antigravityForm: Form = ({ event }, decision) => {
  if (event !== "before_tool") return undefined;
  if (decision.kind === "allow") return { decision: "allow" };
  return {
    decision: decision.kind === "ask" ? "ask" : "deny",
    reason: "reason" in decision ? decision.reason : "denied",
  };
};

/** The format of Helve's plugin for OpenCode: a decision for each event, so that the plugin notices a missing answer. */
const opencodeForm: Form = (_event, decision) => {
  if (decision.kind === "allow") return { decision: "allow" };
  if (decision.kind === "rewrite") return { decision: "rewrite", args: decision.args };
  return { decision: "deny", reason: decision.reason };
};

/** A result in place of the call's own. */
const dockerForm: Form = ({ event }, decision) => {
  if (decision.kind === "allow") return undefined;
  const reason = ("reason" in decision ? decision.reason : undefined) ?? "denied";
  const text = event === "after_tool" ? withheld(reason) : reason;
  return { content: [{ type: "text", text }], isError: true };
};

const forms: Readonly<Record<HookClient, Form>> = {
  "claude-code": claudeForm,
  codex: claudeForm,
  copilot: copilotForm,
  cursor: cursorForm,
  gemini: geminiForm,
  antigravity: antigravityForm,
  opencode: opencodeForm,
  "docker-mcp": dockerForm,
};
