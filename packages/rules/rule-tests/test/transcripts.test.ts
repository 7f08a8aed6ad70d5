import type { Trajectory } from "@helve/core";
import { readTranscripts } from "@helve/rule-tests";
import { describe, expect, it } from "vitest";

/** Each step as a line: the tool, its arguments, its status, and what came back. */
function lines(trajectory: Trajectory): readonly string[] {
  return trajectory.map(({ action, observation, status }) => {
    const text = observation.parts.map((part) => (part.type === "text" ? part.content : "")).join("");
    return `${action.name} ${JSON.stringify(action.args)} ${status}: ${text}`;
  });
}

function runsOf(...values: readonly unknown[]) {
  const log = readTranscripts(values.map((value) => JSON.stringify(value)).join("\n"));
  if (log === undefined) throw new Error("the format is unknown");
  return log;
}

describe("readTranscripts", () => {
  it("reads a log of Inspect", () => {
    const call = (id: string, args: object) => ({ id, function: "bash", arguments: args, type: "function" });
    const messages = [
      { role: "system", content: "You help." },
      { role: "user", content: [{ type: "text", text: "Count the files." }] },
      { role: "assistant", content: "", tool_calls: [call("a", { cmd: "ls" }), call("b", { cmd: "rm x" })] },
      { role: "tool", tool_call_id: "b", function: "bash", content: "", error: { type: "approval", message: "no" } },
      { role: "tool", tool_call_id: "a", function: "bash", content: "one\ntwo" },
      {
        role: "assistant",
        content: [
          { type: "reasoning", reasoning: "hm" },
          { type: "text", text: "Two." },
        ],
      },
    ];
    const scores = { match: { value: "C", answer: "Two." } };
    const { format, runs } = runsOf({
      version: 2,
      status: "success",
      eval: { task: "count" },
      samples: [{ id: 7, epoch: 2, input: "Count the files.", target: "Two", messages, scores }],
    });
    expect(format).toBe("inspect");
    expect(runs).toMatchObject([
      { id: "7 (epoch 2)", prompt: "Count the files.", answer: "Two.", target: "Two", metadata: { scores } },
    ]);
    expect(lines(runs[0]?.trajectory ?? [])).toEqual([
      'bash {"cmd":"ls"} success: one\ntwo',
      'bash {"cmd":"rm x"} stopped: no',
    ]);
  });

  it("reads runs of AgentDojo, one a file or several in a file", () => {
    const run = (injection: string | null) => ({
      suite_name: "banking",
      pipeline_name: "m",
      user_task_id: "user_task_3",
      injection_task_id: injection,
      attack_type: injection && "direct",
      messages: [
        { role: "user", content: [{ type: "text", content: "Pay Bob back." }] },
        { role: "assistant", content: null, tool_calls: [{ function: "send_money", args: { amount: 4 }, id: "t1" }] },
        { role: "tool", content: "", tool_call_id: "t1", error: "ValidationError: date" },
        { role: "assistant", content: "It failed.", tool_calls: [] },
      ],
      utility: false,
      security: true,
    });
    const { format, runs } = runsOf(run(null), run("injection_task_1"));
    expect(format).toBe("agentdojo");
    expect(runs.map(({ id }) => id)).toEqual(["banking/user_task_3", "banking/user_task_3/direct/injection_task_1"]);
    expect(runs[0]).toMatchObject({ prompt: "Pay Bob back.", answer: "It failed.", metadata: { security: true } });
    expect(lines(runs[0]?.trajectory ?? [])).toEqual(['send_money {"amount":4} failed: ValidationError: date']);
  });

  it("reads trajectories of SWE-agent and mini-SWE-agent", () => {
    const { format, runs } = runsOf({
      environment: "astropy__1",
      trajectory: [
        { action: "ls -la\n", observation: "a.py", thought: "Look.", response: "Look.\nls -la" },
        { action: "", observation: "", thought: "Done." },
      ],
      history: [{ role: "user", content: "Fix the bug.", agent: "primary" }],
      info: { exit_status: "submitted", submission: "diff" },
    });
    expect(format).toBe("swe-agent");
    expect(runs).toMatchObject([{ id: "astropy__1", prompt: "Fix the bug.", answer: "Done." }]);
    expect(lines(runs[0]?.trajectory ?? [])).toEqual(['bash {"command":"ls -la"} success: a.py']);

    const mini = runsOf({
      info: { exit_status: "Submitted" },
      messages: [
        { role: "user", content: "Fix it." },
        { role: "assistant", content: "Look:\n\n```bash\ncat a.py\n```" },
        { role: "user", content: "<output>x</output>" },
        { role: "assistant", content: "", extra: { actions: [{ command: "rm a.py" }] } },
      ],
      trajectory_format: "mini-swe-agent-1.1",
    });
    expect(lines(mini.runs[0]?.trajectory ?? [])).toEqual([
      'bash {"command":"cat a.py"} success: <output>x</output>',
      'bash {"command":"rm a.py"} timed_out: ',
    ]);
  });

  it("reads events of OpenHands, as the model wrote the calls", () => {
    const written = { id: "c1", function: { name: "execute_bash", arguments: '{"command": "ls", "timeout": 5}' } };
    const metadata = {
      function_name: "execute_bash",
      tool_call_id: "c1",
      model_response: { choices: [{ message: { tool_calls: [written] } }] },
    };
    const events = [
      { id: 0, source: "agent", action: "system", args: { content: "You are OpenHands." } },
      { id: 1, source: "user", action: "message", args: { content: "Tidy up." }, message: "Tidy up." },
      { id: 2, source: "agent", action: "run", args: { command: "ls" }, tool_call_metadata: metadata },
      { id: 3, source: "agent", observation: "run", content: "a.py", cause: 2, timestamp: "2026-01-01T00:00:00Z" },
      { id: 4, source: "agent", action: "write", args: { path: "/w/b.py", content: "1" } },
      { id: 5, source: "environment", observation: "user_rejected", content: "no", cause: 4 },
      { id: 6, source: "agent", action: "finish", args: { final_thought: "Tidy." } },
    ];
    for (const value of [events, { instance_id: "x", history: events }]) {
      const { format, runs } = runsOf(value);
      expect(format).toBe("openhands");
      expect(runs).toMatchObject([{ prompt: "Tidy up.", answer: "Tidy." }]);
      expect(lines(runs[0]?.trajectory ?? [])).toEqual([
        'execute_bash {"command":"ls","timeout":5} success: a.py',
        'str_replace_editor {"command":"create","path":"/w/b.py","file_text":"1"} stopped: no',
      ]);
      expect(runs[0]?.trajectory[0]?.endedAt).toBe(Date.UTC(2026, 0, 1));
    }
  });

  it("reads events of the OpenHands SDK", () => {
    const call = { name: "terminal", arguments: '{"command": "ls"}' };
    const { runs } = runsOf([
      { kind: "MessageEvent", id: "a", source: "user", llm_message: { content: [{ type: "text", text: "List." }] } },
      { kind: "ActionEvent", id: "b", source: "agent", tool_name: "terminal", tool_call_id: "c1", tool_call: call },
      {
        kind: "ObservationEvent",
        id: "d",
        source: "environment",
        tool_call_id: "c1",
        action_id: "b",
        observation: { content: [{ type: "text", text: "a.py" }], is_error: false },
      },
    ]);
    expect(runs[0]?.prompt).toBe("List.");
    expect(lines(runs[0]?.trajectory ?? [])).toEqual(['terminal {"command":"ls"} success: a.py']);
  });

  it("reads sessions of Claude Code, apart from those of subagents", () => {
    const line = (type: string, content: unknown, more: object = {}) => ({
      type,
      sessionId: "s",
      cwd: "/home/ada/app",
      uuid: "u",
      timestamp: "2026-01-01T00:00:00Z",
      message: { role: type, content },
      ...more,
    });
    const use = (id: string, name: string, input: object) => [{ type: "tool_use", id, name, input }];
    const result = (id: string, content: unknown, isError = false) => [
      { type: "tool_result", tool_use_id: id, content, is_error: isError },
    ];
    const { format, runs } = runsOf(
      { type: "summary", summary: "Tidy", leafUuid: "u" },
      line("user", "Caveat: the messages below …", { isMeta: true }),
      line("user", "Tidy up."),
      line("assistant", [{ type: "thinking", thinking: "hm" }]),
      line("assistant", use("t1", "Bash", { command: "ls" })),
      line("user", result("t1", [{ type: "text", text: "a.py" }])),
      line("assistant", use("t2", "Bash", { command: "rm a.py" })),
      line("user", result("t2", "The user doesn't want to proceed with this tool use.", true)),
      line("assistant", use("t3", "Read", { file_path: "a.py" }), { isSidechain: true }),
      line("assistant", [{ type: "text", text: "Left as it is." }]),
    );
    expect(format).toBe("claude-code");
    expect(runs.map(({ id }) => id)).toEqual(["s", "s/subagent"]);
    expect(runs[0]).toMatchObject({ prompt: "Tidy up.", answer: "Left as it is.", metadata: { cwd: "/home/ada/app" } });
    expect(lines(runs[0]?.trajectory ?? [])).toEqual([
      'Bash {"command":"ls"} success: a.py',
      `Bash {"command":"rm a.py"} stopped: The user doesn't want to proceed with this tool use.`,
    ]);
    expect(lines(runs[1]?.trajectory ?? [])).toEqual(['Read {"file_path":"a.py"} timed_out: ']);
  });

  it("keeps arguments that are no object, and a log whose last line is half written", () => {
    const message = { role: "assistant", content: "", tool_calls: [{ id: "a", function: "f", arguments: "{oops" }] };
    const text = JSON.stringify({ user_task_id: "t", messages: [message] });
    const [run] = readTranscripts(`${text}\n{"user_task_id": "t`)?.runs ?? [];
    expect(run?.trajectory[0]?.action.args).toEqual({ input: "{oops" });
  });

  it.each([
    "",
    "not json",
    "{}",
    "[]",
    "[1]",
    '{"tool": "Bash", "args": {"command": "ls"}}',
    '{"lang": "shell", "code": "ls"}\n{"tool": "Read"}',
    '{"type": "user", "message": "x"}',
  ])("knows no format of %j", (text) => {
    expect(readTranscripts(text)).toBeUndefined();
  });
});
