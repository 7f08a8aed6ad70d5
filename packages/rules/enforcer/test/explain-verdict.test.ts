import type { Action, ExplainOptions, Pass, RuleRecord, StateVerdict, Verdict } from "@helve/core";
import { describe, expect, it } from "vitest";
import { explainVerdict } from "../src/explain-verdict.ts";

const rm: Action = { id: "call_1", name: "Terminal.Execute", args: { command: "rm -rf /" } };
const ls: Action = { ...rm, args: { command: "ls" } };
const backup: Action = { id: "call_1", name: "Backup.Run", args: {}, replaces: rm, invokedBy: "save" };

const deletes: RuleRecord = {
  rule: "no_delete",
  line: 3,
  check: true,
  violated: true,
  predicates: [
    {
      predicate: "is_destructive(args.command)",
      value: true,
      reason: "rm deletes /",
      evidence: [{ path: "/command", start: 0, end: 8, text: "rm -rf /" }],
    },
    { predicate: "is_backed_up", value: false, reason: "there is no copy", evidence: [] },
  ],
};
const calm: RuleRecord = { rule: "calm", line: 9, check: false, violated: false, predicates: [] };
const unclear: RuleRecord = {
  rule: "unclear",
  line: 12,
  check: "unknown",
  violated: true,
  predicates: [{ predicate: "is_safe", value: "unknown", reason: "it failed: no network", evidence: [] }],
};

function pass(action: Action, rules: readonly RuleRecord[], ...enforced: readonly (readonly string[])[]): Pass {
  const enforcements = enforced.map(([rule = "", enforcement = "", outcome = "", detail]) => {
    return { rule, enforcement, outcome, ...(detail !== undefined && { detail }) };
  });
  return { action, rules, enforcements };
}

const cases: readonly (readonly [what: string, verdict: Verdict | StateVerdict, en: string, zh: string])[] = [
  [
    "an action to which no rule applies",
    { kind: "allow", action: ls, decision: { passes: [pass(ls, [])] } },
    `
Terminal.Execute may run.

1. Terminal.Execute {"command":"ls"}
   No rule applies to it.`,
    `
Terminal.Execute 可以运行。

1. Terminal.Execute {"command":"ls"}
   没有规则涉及它。`,
  ],
  [
    "an action that violates no rule",
    { kind: "allow", action: ls, decision: { passes: [pass(ls, [calm, { ...calm, rule: "quiet" }])] } },
    `
Terminal.Execute may run.

1. Terminal.Execute {"command":"ls"}
   Checked and not violated: @calm, @quiet.`,
    `
Terminal.Execute 可以运行。

1. Terminal.Execute {"command":"ls"}
   已检查且未违反的规则：@calm、@quiet。`,
  ],
  [
    "a stop",
    {
      kind: "stop",
      reason: "rule @no_delete (line 3)",
      decision: { passes: [pass(rm, [deletes, calm, unclear], ["no_delete", "stop", "stopped"])] },
    },
    `
Terminal.Execute was stopped.
Reason: rule @no_delete (line 3)

1. Terminal.Execute {"command":"rm -rf /"}
   Rule @no_delete (line 3) is violated: its check is true.
     is_destructive(args.command) is true: rm deletes / (args.command has "rm -rf /")
     is_backed_up is false: there is no copy
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   Checked and not violated: @calm.
   → stop of @no_delete: it was stopped.`,
    `
Terminal.Execute 已被阻止。
原因：rule @no_delete (line 3)

1. Terminal.Execute {"command":"rm -rf /"}
   违反规则 @no_delete（第 3 行）：条件成立。
     is_destructive(args.command) 为真：rm deletes /（args.command 中有 "rm -rf /"）
     is_backed_up 为假：there is no copy
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   已检查且未违反的规则：@calm。
   → @no_delete 的 stop：已阻止。`,
  ],
  [
    "a rejection",
    {
      kind: "stop",
      reason: "it was rejected: I need it",
      decision: {
        passes: [
          {
            ...pass(rm, [unclear]),
            enforcements: [
              {
                rule: "unclear",
                sharedWith: ["other"],
                enforcement: "user_inspection",
                outcome: "rejected",
                detail: "I need it",
              },
            ],
          },
        ],
      },
    },
    `
Terminal.Execute was stopped.
Reason: it was rejected: I need it

1. Terminal.Execute {"command":"rm -rf /"}
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   → user_inspection of @unclear, @other: it was rejected: I need it.`,
    `
Terminal.Execute 已被阻止。
原因：it was rejected: I need it

1. Terminal.Execute {"command":"rm -rf /"}
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   → @unclear、@other 的 user_inspection：已被拒绝：I need it。`,
  ],
  [
    "an approval, a warning and a note in the log",
    {
      kind: "allow",
      action: rm,
      notes: ["mind\nthe gap"],
      decision: {
        passes: [
          pass(
            rm,
            [unclear],
            ["unclear", "user_inspection", "approved"],
            ["unclear", "warn", "warned", "mind\nthe gap"],
            ["unclear", "log", "logged", "done"],
            ["unclear", "follow_dist", "done"],
            ["unclear", "none", "nothing"],
          ),
        ],
      },
    },
    `
Terminal.Execute may run.
The model reads: mind the gap

1. Terminal.Execute {"command":"rm -rf /"}
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   → user_inspection of @unclear: a person approved it.
   → warn of @unclear: the model is warned: mind the gap.
   → log of @unclear: it was written to the log: done.
   → follow_dist of @unclear: it was done.
   → none of @unclear: nothing was done.`,
    `
Terminal.Execute 可以运行。
模型会读到：mind the gap

1. Terminal.Execute {"command":"rm -rf /"}
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   → @unclear 的 user_inspection：用户已批准。
   → @unclear 的 warn：提醒模型：mind the gap。
   → @unclear 的 log：已记入日志：done。
   → @unclear 的 follow_dist：已完成。
   → @unclear 的 none：未作处理。`,
  ],
  [
    "an edit, a fix, a second thought and another action, pass by pass",
    {
      kind: "allow",
      action: backup,
      notes: ["rule @save ran Backup.Run {} instead of Terminal.Execute"],
      decision: {
        passes: [
          pass(rm, [unclear], ["unclear", "user_inspection", "edited"]),
          { ...pass(ls, [unclear], ["unclear", "user_inspection", "fixed", "add_contact"]), approved: ["unclear"] },
          pass(ls, [unclear], ["unclear", "llm_self_reflect", "reflected"]),
          pass(rm, [unclear], ["unclear", "invoke_action", "invoked"]),
          pass(backup, [calm]),
        ],
      },
    },
    `
Terminal.Execute may run.
Another action runs instead: Backup.Run {}.
The model reads: rule @save ran Backup.Run {} instead of Terminal.Execute

1. Terminal.Execute {"command":"rm -rf /"}
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   → user_inspection of @unclear: a person changed the arguments.

2. Terminal.Execute {"command":"ls"}
   A person has already approved it for rule @unclear.
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   → user_inspection of @unclear: a person chose the fix add_contact.

3. Terminal.Execute {"command":"ls"}
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   → llm_self_reflect of @unclear: the model chose another action.

4. Terminal.Execute {"command":"rm -rf /"}
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network
   → invoke_action of @unclear: it was invoked.

5. Backup.Run {}
   Checked and not violated: @calm.`,
    `
Terminal.Execute 可以运行。
实际运行的是另一个操作：Backup.Run {}。
模型会读到：rule @save ran Backup.Run {} instead of Terminal.Execute

1. Terminal.Execute {"command":"rm -rf /"}
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   → @unclear 的 user_inspection：用户修改了参数。

2. Terminal.Execute {"command":"ls"}
   此前已有人就规则 @unclear 批准了它。
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   → @unclear 的 user_inspection：用户选择了修正 add_contact。

3. Terminal.Execute {"command":"ls"}
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   → @unclear 的 llm_self_reflect：模型重新思考。

4. Terminal.Execute {"command":"rm -rf /"}
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network
   → @unclear 的 invoke_action：已调用。

5. Backup.Run {}
   已检查且未违反的规则：@calm。`,
  ],
  [
    "an edited action",
    {
      kind: "allow",
      action: ls,
      decision: {
        passes: [pass(rm, [], ["calm", "user_inspection", "edited"]), { ...pass(ls, []), approved: ["calm"] }],
      },
    },
    `
Terminal.Execute may run.
It runs with other arguments: {"command":"ls"}.

1. Terminal.Execute {"command":"rm -rf /"}
   No rule applies to it.
   → user_inspection of @calm: a person changed the arguments.

2. Terminal.Execute {"command":"ls"}
   A person has already approved it for rule @calm.
   No rule applies to it.`,
    `
Terminal.Execute 可以运行。
实际运行时使用其他参数：{"command":"ls"}。

1. Terminal.Execute {"command":"rm -rf /"}
   没有规则涉及它。
   → @calm 的 user_inspection：用户修改了参数。

2. Terminal.Execute {"command":"ls"}
   此前已有人就规则 @calm 批准了它。
   没有规则涉及它。`,
  ],
  [
    "an answer that was refused",
    { kind: "stop", reason: "the answer was refused: it was used before", decision: { plan: "p1", passes: [] } },
    `
The action was stopped.
Reason: the answer was refused: it was used before`,
    `
该操作已被阻止。
原因：the answer was refused: it was used before`,
  ],
  [
    "a verdict that waits for an answer",
    {
      kind: "pending",
      request: { action: rm, messages: ["Really?"], rules: [unclear, deletes], fixes: ["add_contact", "shorten"] },
      token: "00",
      decision: { passes: [pass(rm, [unclear])] },
    },
    `
Terminal.Execute waits for an answer.
A person is asked because of rules @unclear, @no_delete, with the fixes add_contact, shorten.
The person reads: Really?

1. Terminal.Execute {"command":"rm -rf /"}
   Rule @unclear (line 12) counts as violated, since its check is unknown.
     is_safe is unknown: it failed: no network`,
    `
Terminal.Execute 正在等待答复。
规则 @unclear、@no_delete 要求询问用户，可选 add_contact、shorten。
用户会看到：Really?

1. Terminal.Execute {"command":"rm -rf /"}
   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。
     is_safe 无法判断：it failed: no network`,
  ],
  [
    "the agent's end",
    { kind: "end", reason: "enough", decision: { passes: [pass(ls, [], ["calm", "stop", "stopped"])] } },
    `
Terminal.Execute was stopped, and the agent with it.
Reason: enough

1. Terminal.Execute {"command":"ls"}
   No rule applies to it.
   → stop of @calm: it was stopped.`,
    `
Terminal.Execute 已被阻止，智能体也随之终止。
原因：enough

1. Terminal.Execute {"command":"ls"}
   没有规则涉及它。
   → @calm 的 stop：已阻止。`,
  ],
  [
    "an observation that is withheld",
    { kind: "stop", reason: "secret", decision: { event: "after_action", passes: [pass(ls, [calm])] } },
    `
The model does not see the result of Terminal.Execute.
Reason: secret

1. Terminal.Execute {"command":"ls"}
   Checked and not violated: @calm.`,
    `
模型看不到 Terminal.Execute 的结果。
原因：secret

1. Terminal.Execute {"command":"ls"}
   已检查且未违反的规则：@calm。`,
  ],
  [
    "a change of the state",
    {
      kind: "allow",
      notes: ["it is dark"],
      decision: {
        event: "state_change",
        passes: [
          pass(
            { id: "state_change_0", name: "state_change", args: {} },
            [calm],
            ["calm", "invoke_action", "failed", "no key"],
          ),
        ],
      },
    },
    `
The state has changed, and the agent continues.
The model reads: it is dark

1. the changed state
   Checked and not violated: @calm.
   → invoke_action of @calm: it failed: no key.`,
    `
状态发生变化，智能体继续运行。
模型会读到：it is dark

1. 已发生变化的状态
   已检查且未违反的规则：@calm。
   → @calm 的 invoke_action：失败：no key。`,
  ],
  [
    "an agent that is not done yet",
    {
      kind: "stop",
      reason: "run the tests",
      decision: { event: "agent_finish", passes: [pass({ id: "agent_finish_0", name: "agent_finish", args: {} }, [])] },
    },
    `
The agent must not finish yet.
Reason: run the tests

1. the end of the agent's work
   No rule applies to it.`,
    `
智能体还不能结束任务。
原因：run the tests

1. 智能体任务的结束
   没有规则涉及它。`,
  ],
  [
    "shadow mode",
    {
      kind: "allow",
      action: ls,
      decision: { mode: "shadow", shadowVerdict: { kind: "stop", reason: "too quiet" }, passes: [pass(ls, [calm])] },
    },
    `
Terminal.Execute may run.
Shadow mode: the rules did not interfere. If enforced, their verdict would be “stop”: too quiet

1. Terminal.Execute {"command":"ls"}
   Checked and not violated: @calm.`,
    `
Terminal.Execute 可以运行。
影子模式：规则未作干预。如果执行规则，结论将是“阻止”：too quiet

1. Terminal.Execute {"command":"ls"}
   已检查且未违反的规则：@calm。`,
  ],
  [
    "a dry run",
    {
      kind: "pending",
      request: { action: ls, rules: [calm], fixes: [] },
      decision: { mode: "dry run", passes: [pass(ls, [calm], ["calm", "follow_dist", "not run"])] },
    },
    `
Terminal.Execute waits for an answer.
Dry run: nobody was asked, and nothing ran.
A person is asked because of rule @calm.

1. Terminal.Execute {"command":"ls"}
   Checked and not violated: @calm.
   → follow_dist of @calm: it was not run.`,
    `
Terminal.Execute 正在等待答复。
试运行：没有询问任何人，也没有执行任何处理。
规则 @calm 要求询问用户。

1. Terminal.Execute {"command":"ls"}
   已检查且未违反的规则：@calm。
   → @calm 的 follow_dist：未执行。`,
  ],
];

describe("explainVerdict", () => {
  it.each(cases)("explains %s", (_what, verdict, en) => {
    expect(`\n${explainVerdict(verdict)}`).toBe(en);
  });

  it.each(cases)("explains %s in Chinese", (_what, verdict, _en, zh) => {
    expect(`\n${explainVerdict(verdict, { locale: "zh" })}`).toBe(zh);
  });

  const predicates: NonNullable<ExplainOptions["predicates"]> = [
    {
      name: "is_destructive",
      phrase: [
        { en: "{0} deletes files", zh: "{0}会删除文件" },
        { en: "it deletes files", zh: "它会删除文件" },
      ],
    },
    {
      name: "is_backed_up",
      phrase: { en: "there is a copy of it", zh: "它有备份", not: { en: "it has no copy", zh: "它没有备份" } },
    },
    { name: "is_safe", phrase: { en: "it is safe", zh: "它是安全的" } },
  ];
  const stop: Verdict = {
    kind: "stop",
    reason: "no",
    decision: {
      passes: [
        pass(rm, [
          deletes,
          unclear,
          {
            ...calm,
            violated: true,
            predicates: [
              { predicate: 'is_destructive("a, b", 5)', value: false, reason: "no file is there", evidence: [] },
              { predicate: "is_destructive", value: true, reason: "it is true", evidence: [] },
            ],
          },
        ]),
      ],
    },
  };

  it("uses the phrases of the option predicates", () => {
    expect(explainVerdict(stop, { predicates }).split("\n").slice(3)).toEqual([
      '1. Terminal.Execute {"command":"rm -rf /"}',
      "   Rule @no_delete (line 3) is violated: its check is true.",
      '     its argument `command` deletes files: rm deletes / (args.command has "rm -rf /")',
      "     it has no copy: there is no copy",
      "   Rule @unclear (line 12) counts as violated, since its check is unknown.",
      "     it is unknown whether it is safe: it failed: no network",
      "   Rule @calm (line 9) is violated: its check is false.",
      '     it is not true that "a, b" deletes files: no file is there',
      "     it deletes files: it is true",
    ]);
    expect(explainVerdict(stop, { predicates, locale: "zh" }).split("\n").slice(4, 8)).toEqual([
      "   违反规则 @no_delete（第 3 行）：条件成立。",
      '     其参数 `command` 会删除文件：rm deletes /（args.command 中有 "rm -rf /"）',
      "     它没有备份：there is no copy",
      "   视为违反规则 @unclear（第 12 行）：无法判断条件是否成立。",
    ]);
  });

  it("finds no phrase for a predicate with the name of an object's inherited property", () => {
    const odd = { ...calm, violated: true, check: true } as const;
    const named = { predicate: "toString(args.x)", value: true, reason: "so", evidence: [] } as const;
    const verdict: Verdict = {
      kind: "stop",
      reason: "no",
      decision: { passes: [pass(rm, [{ ...odd, predicates: [named] }])] },
    };
    expect(explainVerdict(verdict, { predicates })).toContain("toString(args.x) is true: so");
  });

  it("says how less is lost, each way once", () => {
    const safer = ["git stash keeps uncommitted changes"];
    const rule = { ...deletes, predicates: deletes.predicates.map((record) => ({ ...record, safer })) };
    const decision = { passes: [pass(rm, [rule, { ...rule, rule: "second" }])] };
    const stop: Verdict = { kind: "stop", reason: "rm deletes /", decision };
    expect(explainVerdict(stop).match(/^Safer: .*/gm)).toEqual(["Safer: git stash keeps uncommitted changes."]);
    expect(explainVerdict(stop, { locale: "zh" })).toContain("更稳妥的做法：git stash");
    expect(explainVerdict({ kind: "allow", action: rm, decision })).not.toContain("Safer");
  });

  it("escapes invisible characters and line breaks in names, arguments and reasons", () => {
    const evil = { id: "1", name: "a\u001b", args: { "x\u202e": "y\u009b\n" } };
    const verdict: Verdict = {
      kind: "stop",
      reason: "a\u001b[2K\nb",
      decision: { passes: [pass(evil, [], ["r\u0007", "stop\u0007", "odd\u0007", "why\u0007"])] },
    };
    expect(explainVerdict(verdict)).not.toMatch(/[^\P{C}\n]/u);
    expect(explainVerdict(verdict).split("\n")).toHaveLength(6);
  });
});
