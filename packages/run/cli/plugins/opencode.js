// Helve for OpenCode: decides about each call of a tool before it runs. `helve hook install opencode` writes this file.
// Whatever fails here denies the call, because OpenCode does not run a tool whose hook throws.

import { spawn } from "node:child_process";

const command = "helve hook opencode";

/** In milliseconds; Helve's own limit is half of it. */
const timeLimit = 30_000;

export const Helve = async ({ client, directory }) => {
  const decide = async (event, sessionID, fields) => {
    const { session, agent } = await participants(client, sessionID);
    return ask({ hook_event_name: event, session_id: session, agent_id: agent, cwd: directory, ...fields }, directory);
  };
  return {
    "chat.message": async ({ sessionID }, { parts }) => {
      const texts = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text);
      // A request that is not recorded permits nothing, so a failure is noticed early enough with the first call.
      await decide("chat.message", sessionID, { prompt: texts.join("\n") }).catch(() => undefined);
    },

    "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
      const call = { tool_name: tool, tool_input: output.args ?? {}, tool_use_id: callID };
      const answer = await decide("tool.execute.before", sessionID, call);
      if (answer.decision === "deny") throw new Error(answer.reason);
      if (answer.decision === "rewrite") replaceMembers(output.args, answer.args);
    },

    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      const call = { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID };
      // The tools of MCP servers return parts.
      const result = output?.output ?? output?.content ?? "";
      let reason;
      try {
        const answer = await decide("tool.execute.after", sessionID, { ...call, tool_output: result });
        if (answer.decision === "allow") return;
        reason = answer.reason;
      } catch (error) {
        reason = error.message;
      }
      if (output === undefined) return;
      const text = `The result is withheld: ${reason}`;
      if (Array.isArray(output.content)) output.content = [{ type: "text", text }];
      else output.output = text;
    },
  };
};

/** The session that the user has started, and within it the subagent whose session this is. */
async function participants(client, sessionID) {
  let session = sessionID;
  for (;;) {
    const { data, error } = await client.session.get({ path: { id: session } });
    if (data === undefined) throw new Error(failure(`OpenCode does not know the session: ${JSON.stringify(error)}`));
    if (!data.parentID) return { session, agent: session === sessionID ? undefined : sessionID };
    session = data.parentID;
  }
}

/** Sends an event to Helve, and returns its decision. */
async function ask(event, directory) {
  const { code, out, err } = await run(JSON.stringify(event), directory);
  if (code !== 0) throw new Error(err.trim() === "" ? failure(`exit code ${code}`) : err.trim());
  let answer;
  try {
    answer = JSON.parse(out);
  } catch {
    throw new Error(failure("its answer can't be read"));
  }
  if (answer?.decision === "allow" || (answer?.decision === "deny" && typeof answer.reason === "string")) return answer;
  if (answer?.decision === "rewrite" && typeof answer.args === "object" && answer.args !== null) return answer;
  throw new Error(failure("its answer has no decision"));
}

function run(input, cwd) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === "win32";
    const child = spawn(command, { shell: true, cwd, detached: !isWindows, windowsHide: true });
    const late = setTimeout(() => {
      try {
        if (isWindows) child.kill("SIGKILL");
        else process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has just ended.
      }
      reject(new Error(failure(`no answer within ${timeLimit / 1000} s`)));
    }, timeLimit);
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    // A command that can't be started does not read its input.
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(late);
      reject(new Error(failure(error.message)));
    });
    child.on("close", (code) => {
      clearTimeout(late);
      resolve({ code, out, err });
    });
    child.stdin.end(input);
  });
}

/** OpenCode keeps the object, so it is changed. */
function replaceMembers(object, members) {
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

function failure(cause) {
  return `helve failed, so the call is denied: ${cause}`;
}
