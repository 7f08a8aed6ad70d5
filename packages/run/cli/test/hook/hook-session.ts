import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Called, folderWith, helve } from "../helve.ts";

/** A session of a client, to which events are sent. */
export interface HookSession {
  readonly cwd: string;
  readonly home: string;
  /** Sends an event with further fields than those of the session. */
  send(event: object): Promise<Called>;
  prompt(prompt: string): Promise<Called>;
  before(tool: string, input: object, id?: string): Promise<Called>;
  /** By default, the id of the last call. */
  after(tool: string, input: object, response: unknown, id?: string): Promise<Called>;
}

/** A session of a client in a project. */
export function sessionOf(client: string, files: Readonly<Record<string, string>> = {}): HookSession {
  const folder = folderWith({
    "project/src/a.ts": "",
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`project/${name}`, text])),
  });
  const home = join(folder, "home");
  // The project of the test is in a folder for temporary files, where anything may be deleted.
  mkdirSync(join(home, ".config/helve"), { recursive: true });
  writeFileSync(join(home, ".config/helve/policy.json"), '{"tempDirectories": ["/nowhere"]}');
  const cwd = join(folder, "project");
  let calls = 0;
  const send = (event: object): Promise<Called> => {
    const text = JSON.stringify({ session_id: "s", cwd, permission_mode: "default", ...event });
    return helve(["hook", client], cwd, text, { home });
  };
  return {
    cwd,
    home,
    send,
    prompt: (prompt: string) => send({ hook_event_name: "UserPromptSubmit", prompt }),
    before: (tool_name: string, tool_input: object, tool_use_id = `call_${++calls}`) =>
      send({ hook_event_name: "PreToolUse", tool_name, tool_input, tool_use_id }),
    after: (tool_name: string, tool_input: object, tool_response: unknown, tool_use_id = `call_${calls}`) =>
      send({ hook_event_name: "PostToolUse", tool_name, tool_input, tool_response, tool_use_id }),
  };
}

/** The decision in the form of Claude Code and Codex; `silent` for none, `failed` for exit code 2. */
export function decisionOf({ code, out }: Called): string {
  if (code !== 0) return "failed";
  return out === "" ? "silent" : JSON.parse(out).hookSpecificOutput.permissionDecision;
}

/** The reason in the form of Claude Code and Codex. */
export const reasonOf = ({ out }: Called): string => JSON.parse(out).hookSpecificOutput.permissionDecisionReason;
/** A call of the shell. */
export const bash = (command: string): readonly ["Bash", { readonly command: string }] => ["Bash", { command }];
