import { explainProgram, explainRule, parseProgram, parseProgramJson, toolsFromDocuments } from "@helve/agentspec";
import type { ExplainOptions } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleOf } from "./syntax/read.ts";

const predicates: NonNullable<ExplainOptions["predicates"]> = [
  { name: "is_destructive", phrase: { en: "the command deletes files", zh: "命令会删除文件" } },
  {
    name: "knows",
    phrase: {
      en: "the agent knows {0|}",
      zh: "智能体知道{0|}",
      not: { en: "{0|} is new to the agent", zh: "智能体不知道{0|}" },
    },
  },
  {
    name: "rain",
    phrase: [
      { when: [1], en: "it rains", zh: "在下雨", not: { en: "it does not rain", zh: "没有下雨" } },
      { when: [], en: "the weather is wet", zh: "天气潮湿" },
      { when: "literals", en: "the rain is {0}", zh: "雨量为{0}" },
      { en: "it rains on {0} and on {1&}", zh: "雨落在{0}和{1&}上" },
    ],
  },
  { name: "toString" },
];

/** The English and the Chinese explanation of a rule with the given clauses. */
function explained(clauses: string): readonly [string, string] {
  const rule = ruleOf(`rule @r ${clauses} end`);
  return [explainRule(rule, { predicates }), explainRule(rule, { predicates, locale: "zh" })];
}

it("explains a rule in one sentence", () => {
  expect(explained("trigger Terminal.Execute check is_destructive(args.command) enforce user_inspection")).toEqual([
    "When the agent is about to run Terminal.Execute and the command deletes files, ask the user.",
    "当智能体将要运行 Terminal.Execute，且命令会删除文件时，询问用户。",
  ]);
});

describe("explains the trigger", () => {
  it.each([
    ["any", "the agent is about to run any tool", "智能体将要运行任何工具"],
    ["Pay", "the agent is about to run Pay", "智能体将要运行 Pay"],
    ["Bank.any", "the agent is about to run any tool of Bank", "智能体将要运行 Bank 的任何工具"],
    ['"Turn On"', 'the agent is about to run "Turn On"', "智能体将要运行“Turn On”"],
    ["工具.运行", "the agent is about to run 工具.运行", "智能体将要运行“工具.运行”"],
    ["A.x | B.y | any.z", "the agent is about to run A.x, B.y or z", "智能体将要运行 A.x、B.y 或 z"],
    ["after_action", "the agent has run any tool", "智能体已运行任何工具"],
    ["after_action A.x", "the agent has run A.x", "智能体已运行 A.x"],
    ["state_change", "the state has changed", "状态发生变化"],
    ["state_change A.x", "running A.x has changed the state", "运行 A.x 使状态发生变化"],
    ["agent_finish", "the agent is about to finish", "智能体将要结束任务"],
    ["agent_finish A.x", "the agent is about to finish after running A.x", "智能体在运行 A.x 之后将要结束任务"],
  ])("%s", (trigger, en, zh) => {
    expect(explained(`trigger ${trigger} enforce none`)).toEqual([
      `When ${en}, do nothing.`,
      `当${zh}时，不做任何处理。`.replace(/([A-Za-z])时/, "$1 时"),
    ]);
  });
});

describe("explains the condition", () => {
  it.each([
    ["is_destructive", "the command deletes files", "命令会删除文件"],
    ["!is_destructive", "it is not true that the command deletes files", "并非命令会删除文件"],
    ["knows(args.to)", "the agent knows its argument `to`", "智能体知道其参数 `to`"],
    ['!knows("Bob")', '"Bob" is new to the agent', '智能体不知道 "Bob"'],
    ["knows", "`knows` holds", "`knows` 成立"],
    ['knows("a", args.b, 3)', 'the agent knows "a", its argument `b` or 3', '智能体知道 "a"、其参数 `b` 或 3'],
    ["rain(1)", "it rains", "在下雨"],
    ["!rain(1)", "it does not rain", "没有下雨"],
    ["!rain(2)", "it is not true that the rain is 2", "并非雨量为 2"],
    ["rain", "the weather is wet", "天气潮湿"],
    ["rain(args.n)", "`rain` holds for its argument `n`", "`rain` 对其参数 `n` 成立"],
    [
      "rain(args.a, args.b, args.c)",
      "it rains on its argument `a` and on its argument `b` and its argument `c`",
      "雨落在其参数 `a` 和其参数 `b` 和其参数 `c` 上",
    ],
    ["is_odd(args.n, [1])", "`is_odd` holds for its argument `n` and [1]", "`is_odd` 对其参数 `n`、[1] 成立"],
    ["near(10)", "`near` holds for 10", "`near` 对 10 成立"],
    ["is_odd(10)", "`is_odd` holds for 10", "`is_odd` 对 10 成立"],
    ["!toString", "`toString` does not hold", "`toString` 不成立"],
    ["!!is_odd", "`is_odd` holds", "`is_odd` 成立"],
    ["!is_big(args.n)", "`is_big` does not hold for its argument `n`", "`is_big` 对其参数 `n` 不成立"],
    ["has_secret(args)", "`has_secret` holds for its arguments", "`has_secret` 对其全部参数成立"],
    ["p q", "`p` holds and `q` holds", "`p` 成立，且 `q` 成立"],
    ["p | q", "either `p` holds or `q` holds", "（`p` 成立，或 `q` 成立）"],
    ["!(p | q)", "`p` does not hold and `q` does not hold", "`p` 不成立，且 `q` 不成立"],
    ["!(p | !q) s", "`p` does not hold and `q` holds and `s` holds", "`p` 不成立，且 `q` 成立，且 `s` 成立"],
    ["!(p & q)", "either `p` does not hold or `q` does not hold", "（`p` 不成立，或 `q` 不成立）"],
    [
      "p | !(q & !(s | t))",
      "either `p` holds or `q` does not hold or `s` holds or `t` holds",
      "（`p` 成立，或 `q` 不成立，或 `s` 成立，或 `t` 成立）",
    ],
    [
      "p | q & s t",
      "(either `p` holds or (both `q` holds and `s` holds)) and `t` holds",
      "（`p` 成立，或（`q` 成立，且 `s` 成立）），且 `t` 成立",
    ],
    ["p True", "`p` holds", "`p` 成立"],
    ["p | True", "either `p` holds or this is always true", "（`p` 成立，或条件恒成立）"],
    ["!True", "this is never true", "条件恒不成立"],
    ["args.n == 1", "its argument `n` is 1", "其参数 `n` 为 1"],
    ["args.n == null", "its argument `n` is missing", "其参数 `n` 没有值"],
    ["args.n != null", "its argument `n` is not missing", "其参数 `n` 有值"],
    ['args.n == ""', "its argument `n` is empty", "其参数 `n` 为空"],
    ["args.n != []", "its argument `n` is not empty", "其参数 `n` 不为空"],
    ["args.n == args.m", "its argument `n` is the same as its argument `m`", "其参数 `n` 与其参数 `m` 相同"],
    ["!args.n == state.m", "its argument `n` is not the same as `m` of the state", "其参数 `n` 与状态中的 `m` 不同"],
    ["args.n < 1", "its argument `n` is less than 1", "其参数 `n` 小于 1"],
    ["args.n <= 1", "its argument `n` is at most 1", "其参数 `n` 小于或等于 1"],
    ["args.n >= 1", "its argument `n` is at least 1", "其参数 `n` 大于或等于 1"],
    ["!args.n > 1", "its argument `n` is not more than 1", "其参数 `n` 不大于 1"],
    ['args.n matches "x"', 'its argument `n` matches the pattern "x"', '其参数 `n` 匹配模式 "x"'],
    ['!args.n contains "x"', 'its argument `n` does not contain "x"', '其参数 `n` 不包含 "x"'],
    ['args.n starts_with "x"', 'its argument `n` starts with "x"', '其参数 `n` 以 "x" 开头'],
    ['!args.n ends_with "x"', 'its argument `n` does not end with "x"', '其参数 `n` 不以 "x" 结尾'],
    ['args.n in ["x", 2]', 'its argument `n` is one of "x" or 2', '其参数 `n` 是 "x"、2 之一'],
    ['args.n in ["x"]', 'its argument `n` is "x"', '其参数 `n` 为 "x"'],
    ["args.n not in [1, 2]", "its argument `n` is not one of 1 or 2", "其参数 `n` 不是 1、2 之一"],
    [
      "args.n not in state.known",
      "its argument `n` is not in `known` of the state",
      "其参数 `n` 不在状态中的 `known` 中",
    ],
    ["args == {}", "its arguments are empty", "其全部参数为空"],
    ['args contains "x"', 'its arguments contain "x"', '其全部参数包含 "x"'],
    ['!trajectory matches "x"', 'the steps so far do not match the pattern "x"', '此前的步骤不匹配模式 "x"'],
    ['args["a b"][0].c == 1', 'its argument `["a b"][0].c` is 1', '其参数 `["a b"][0].c` 为 1'],
    ['action.name == "x"', '`name` of the action is "x"', '该操作的 `name` 为 "x"'],
    ['prompt contains "x"', 'what the user asked for contains "x"', '用户的请求包含 "x"'],
    ["trajectory[0].ran == true", "`[0].ran` of the steps so far is true", "此前的步骤中的 `[0].ran` 为 true"],
  ])("%s", (check, en, zh) => {
    const [english, chinese] = explained(`trigger X check ${check} enforce stop`);
    expect(english).toBe(`When the agent is about to run X and ${en}, stop the action.`);
    const gap = /^[（\p{Script=Han}]/u.test(zh) ? "" : " ";
    expect(chinese.replace(" 时", "时")).toBe(`当智能体将要运行 X，且${gap}${zh}时，阻止该操作。`);
  });
});

describe("explains what is asked about earlier steps and sources", () => {
  it.each([
    [
      "count(Bank.Pay where step.args.to == args.to since Session.Clear within 1h) >= 3",
      "the number of earlier steps of Bank.Pay for which `args.to` of that step is the same as its argument `to` since the last step of Session.Clear in the last hour is at least 3",
      "此前自上一次 Session.Clear 以来最近 1 小时内 Bank.Pay（该步骤中的 `args.to` 与其参数 `to` 相同）的步骤数大于或等于 3",
    ],
    [
      "!once(User.Confirm where step.args.to == args.to & step.result == true)",
      "there was no earlier step of User.Confirm for which both `args.to` of that step is the same as its argument `to` and `result` of that step is true",
      "此前没有 User.Confirm（该步骤中的 `args.to` 与其参数 `to` 相同，且该步骤中的 `result` 为 true）的步骤",
    ],
    [
      "once(Web.Read | Gmail.any within 10 steps)",
      "there was an earlier step of Web.Read or any tool of Gmail in the last 10 steps",
      "此前有过最近 10 步内 Web.Read 或 Gmail 的任何工具的步骤",
    ],
    [
      "sum(step.args.amount of Bank.Pay within 24h) + args.amount > 1000",
      "the sum of `args.amount` of that step over the earlier steps of Bank.Pay in the last 24 hours + its argument `amount` is more than 1000",
      "此前最近 24 小时内 Bank.Pay 各步骤中该步骤中的 `args.amount` 之和 + 其参数 `amount` 大于 1000",
    ],
    [
      "args.m + args.n * 2 > 3",
      "its argument `m` + (its argument `n` * 2) is more than 3",
      "其参数 `m` + (其参数 `n` * 2) 大于 3",
    ],
    [
      'last(Tests.Run).status != "success"',
      '`status` of the last step of Tests.Run is not "success"',
      '此前最后一次 Tests.Run 的步骤的 `status` 不为 "success"',
    ],
    [
      "now - last(A.b).at > 30m",
      "the time of the decision - `at` of the last step of A.b is more than 30 minutes",
      "判断的时间 - 此前最后一次 A.b 的步骤的 `at` 大于 30 分钟",
    ],
    [
      'every(args.to, ends_with "x" ignoring case)',
      'every item of its argument `to` ends with "x" (in upper or lower case)',
      '其参数 `to` 的每一项以 "x" 结尾（不区分大小写）',
    ],
    ['!every(args.to, == "x")', 'an item of its argument `to` is not "x"', '其参数 `to` 的某一项不为 "x"'],
    [
      'every(args.to, not in ["a", "b"])',
      'no item of its argument `to` is one of "a" or "b"',
      '其参数 `to` 没有任何一项是 "a"、"b" 之一',
    ],
    ['args.cc? == "x"', 'its argument `cc` (if there is one) is "x"', '其参数 `cc`（如果有）为 "x"'],
    [
      "args.to from Web.any",
      "a part of its argument `to` comes from any tool of Web",
      "其参数 `to` 有一部分来自 Web 的任何工具",
    ],
    [
      "!(args.to only from (prompt, trusted))",
      "not every part of its argument `to` comes from what the user asked for or a trusted source",
      "其参数 `to` 并非每一部分都来自用户的请求或可信来源",
    ],
    [
      "!(args.to from untrusted)",
      "no part of its argument `to` comes from an untrusted source",
      "其参数 `to` 没有任何部分来自不可信来源",
    ],
  ])("%s", (check, english, chinese) => {
    expect(explained(`trigger X check ${check} enforce stop`)).toEqual([
      `When the agent is about to run X and ${english}, stop the action.`,
      `当智能体将要运行 X，且${chinese}${/[\w"]$/.test(chinese) ? " " : ""}时，阻止该操作。`,
    ]);
  });

  it("with the roots of the events, and the reason of a stop", () => {
    expect(explained('trigger state_change check before.open != after.open enforce stop("It was closed.")')).toEqual([
      'When the state has changed and `open` of the state before the change is not the same as `open` of the state after the change, end the agent, with the reason "It was closed."',
      '当状态发生变化，且变化前的状态中的 `open` 与变化后的状态中的 `open` 不同时，结束智能体的运行，理由为 "It was closed."。',
    ]);
    expect(explained('trigger after_action X check observation contains "key" enforce warn')[0]).toBe(
      'When the agent has run X and the result contains "key", warn the model.',
    );
  });

  it("with trusted sources and shared values", () => {
    const program = parseProgram(
      'trust prompt, Contacts.any\nuntrusted Web.any\nlet blocked = ["a"]\nrule r trigger A.Del* check args.to in blocked enforce stop end',
    );
    expect(explainProgram(program).split("\n")).toEqual([
      "Trusted sources: what the user asked for, any tool of Contacts.",
      "Untrusted sources: any tool of Web.",
      'Here `blocked` is ["a"].',
      "@r: When the agent is about to run A.Del* and its argument `to` is in `blocked`, stop the action.",
    ]);
    expect(explainProgram(program, { locale: "zh" }).split("\n")).toEqual([
      "可信来源：用户的请求、Contacts 的任何工具。",
      "不可信来源：Web 的任何工具。",
      '其中 `blocked` 为 ["a"]。',
      "@r: 当智能体将要运行 A.Del*，且其参数 `to` 在 `blocked` 中时，阻止该操作。",
    ]);
  });
});

describe("explains the enforcement", () => {
  it.each([
    ["user_inspection", "ask the user", "询问用户"],
    [`user_inspection("Send to \${args.to}?")`, 'ask the user "Send to {args.to}?"', '询问用户 "Send to {args.to}?"'],
    ["user_inspection(cut, blur)", "ask the user, offering `cut` or `blur`", "询问用户，可选 `cut`、`blur`"],
    ["llm_self_reflect", "have the model reconsider", "让模型重新思考"],
    ["invoke_action(A.b, {})", "run A.b instead", "改为运行 A.b"],
    ['invoke_action(b, {"k": args.x})', 'run b instead with {"k": args.x}', '改为运行 b，参数为 {"k": args.x}'],
    ['invoke_action(b, "k")', 'run b instead with "k"', '改为运行 b，参数为 "k"'],
    ['invoke_action("Turn On", {})', 'run "Turn On" instead', "改为运行“Turn On”"],
    ["stop", "stop the action", "阻止该操作"],
    ["skip", "skip the action", "跳过该操作"],
    ["none", "do nothing", "不做任何处理"],
    ["allow", "allow the action", "允许该操作"],
    ["warn", "warn the model", "提醒模型"],
    ['warn("mind $")', 'warn the model: "mind $"', '提醒模型："mind $"'],
    ["log", "write it to the log", "记入日志"],
    ['log("x")', 'write "x" to the log', '将 "x" 记入日志'],
    ["slow_to(10)", "apply slow_to(10)", "执行 slow_to(10)"],
    ["a:b = 2", "apply a:b = 2", "执行 a:b = 2"],
    ["log stop", "write it to the log, then stop the action", "记入日志，然后阻止该操作"],
  ])("%s", (enforce, en, zh) => {
    expect(explained(`trigger any enforce ${enforce}`)).toEqual([
      `When the agent is about to run any tool, ${en}${en.endsWith('?"') ? "" : "."}`,
      `当智能体将要运行任何工具时，${zh}。`,
    ]);
  });
});

it('says "instead" of an invoked tool only if it replaces the action or the finish', () => {
  expect(explained("trigger agent_finish enforce invoke_action(t, {})")[0]).toContain("run t instead.");
  expect(explained("trigger agent_finish enforce invoke_action(t, {})")[1]).toContain("改为运行 t");
  for (const event of ["after_action", "state_change"]) {
    expect(explained(`trigger ${event} enforce invoke_action(t, {})`)[0]).toMatch(/, run t\.$/);
    expect(explained(`trigger ${event} enforce invoke_action(t, {})`)[1]).toMatch(/，运行 t。$/);
  }
});

it("ends a sentence once, and puts a space behind a doc comment in English", () => {
  const rule = ruleOf('/// Asks first.\nrule r trigger X enforce user_inspection("Really?") end');
  expect(explainRule(rule)).toBe('Asks first. When the agent is about to run X, ask the user "Really?"');
  expect(explainRule(rule, { locale: "zh" })).toBe('Asks first. 当智能体将要运行 X 时，询问用户 "Really?"。');
});

it("says what a stop does at each event", () => {
  expect(
    ["any", "after_action", "state_change", "agent_finish"].map((event) => explained(`trigger ${event} enforce stop`)),
  ).toEqual([
    ["When the agent is about to run any tool, stop the action.", "当智能体将要运行任何工具时，阻止该操作。"],
    ["When the agent has run any tool, withhold the result.", "当智能体已运行任何工具时，扣留该结果。"],
    ["When the state has changed, end the agent.", "当状态发生变化时，结束智能体的运行。"],
    ["When the agent is about to finish, let the agent finish.", "当智能体将要结束任务时，让智能体结束任务。"],
  ]);
});

it("says that the negation of a comparison holds without an optional value", () => {
  const sentences = ['args.cc? != "x"', '!(args.cc? == "x")', '!every(args.cc?, == "x")'].map((check) =>
    explained(`trigger any check ${check} enforce stop`),
  );
  expect(sentences).toEqual([
    [
      'When the agent is about to run any tool and its argument `cc` (if there is one) is not "x", stop the action.',
      '当智能体将要运行任何工具，且其参数 `cc`（如果有）不为 "x" 时，阻止该操作。',
    ],
    [
      'When the agent is about to run any tool and its argument `cc` is not "x" (or there is none), stop the action.',
      '当智能体将要运行任何工具，且其参数 `cc` 不为 "x"（或没有）时，阻止该操作。',
    ],
    [
      'When the agent is about to run any tool and an item of its argument `cc` is not "x" (or there is none), stop the action.',
      '当智能体将要运行任何工具，且其参数 `cc` 的某一项不为 "x"（或没有）时，阻止该操作。',
    ],
  ]);
});

it("leaves out conditions that are always true", () => {
  expect(explained("trigger any check True !False enforce stop")).toEqual([
    "When the agent is about to run any tool, stop the action.",
    "当智能体将要运行任何工具时，阻止该操作。",
  ]);
});

describe("other sentences", () => {
  it("explain the doc comment, the bindings, the severity and the priority", () => {
    const text = `/// Not too\n/// much\nrule r severity high priority -2 trigger Pay let most = 10 let now = invoke_action(Clock.Now, {})
      check args.n > most enforce stop end`;
    expect(explainRule(ruleOf(text))).toBe(
      "Not too much. When the agent is about to run Pay and its argument `n` is more than `most`, stop the action. " +
        "Here `most` is 10, and `now` is what Clock.Now({}) gives. Severity: high. Priority: -2.",
    );
    expect(explainRule(ruleOf(text), { locale: "zh" })).toBe(
      "Not too much。当智能体将要运行 Pay，且其参数 `n` 大于 `most` 时，阻止该操作。" +
        "其中 `most` 为 10，`now` 为运行 Clock.Now({}) 的结果。严重程度：高。优先级：-2。",
    );
  });

  it.each([
    ["violated", "do the same", "照此处理"],
    ["ignore", "do nothing", "不做处理"],
    ["stop", "stop the action", "阻止该操作"],
    ["user_inspection", "ask the user", "询问用户"],
  ])("explain the policy for an unknown check: %s", (policy, en, zh) => {
    const program = parseProgram(
      `on unknown ${policy} rule r trigger any check p enforce stop end rule s trigger any enforce stop end`,
    );
    const [rule, unconditional] = program.rules;
    if (rule === undefined || unconditional === undefined) throw new Error("no rule");
    expect(explainRule(rule, { program })).toContain(` If that is unknown, ${en}.`);
    expect(explainRule(rule, { program, locale: "zh" })).toContain(`。如果无法判断，则${zh}。`);
    expect(explainRule(unconditional, { program })).toBe(explainRule(unconditional));
  });

  it("explains what a rule says of unknown code and paths instead of the header", () => {
    const program = parseProgram(
      "on unknown stop on unknown code ignore rule r on unknown path ignore on unknown code stop trigger any check p enforce stop end",
    );
    const [rule] = program.rules;
    if (rule === undefined) throw new Error("no rule");
    expect(explainRule(rule, { program })).toContain(
      "If it is unknown what code does, stop the action. If nothing is known of a path, do nothing. If that is unknown, stop the action.",
    );
    expect(explainRule(rule, { program, locale: "zh" })).toContain(
      "如果无法得知代码的作用，则阻止该操作。如果无法得知路径，则不做处理。如果无法判断，则阻止该操作。",
    );
    expect(explainProgram(program)).toContain("When it is unknown what code does, the rule counts as not violated.");
  });
});

it("explains a program with one line for each header setting and each rule", () => {
  const program = parseProgram(
    "default deny on unknown stop on error violated rule a trigger X enforce stop end rule b trigger Y enforce allow end",
  );
  expect(explainProgram(program).split("\n")).toEqual([
    "An action that no rule mentions is denied.",
    "When a check is unknown, the action is stopped.",
    "When a predicate fails, the rule counts as violated.",
    "@a: When the agent is about to run X, stop the action.",
    "@b: When the agent is about to run Y, allow the action.",
  ]);
  expect(explainProgram(program, { locale: "zh" }).split("\n")).toEqual([
    "没有规则涉及的操作一律拒绝。",
    "如果无法判断条件是否成立，则阻止该操作。",
    "如果谓词出错，则视为违反规则。",
    "@a: 当智能体将要运行 X 时，阻止该操作。",
    "@b: 当智能体将要运行 Y 时，允许该操作。",
  ]);
});

describe("the explanation of a random rule", () => {
  it("contains the name of every tool and predicate", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("en", "zh"), (drawn, locale) => {
        for (const rule of parseProgramJson(drawn).rules) {
          const explanation = explainRule(rule, { locale });
          for (const { toolkit, tool } of rule.trigger.patterns) {
            if (toolkit !== "any") expect(explanation).toSatisfy(containsName(toolkit));
            if (tool !== "any") expect(explanation).toSatisfy(containsName(tool));
          }
          for (const name of namesIn(rule.check)) expect(explanation).toSatisfy(containsName(name));
          for (const enforcement of rule.enforce) {
            if (enforcement.type === "invoke_action") expect(explanation).toSatisfy(containsName(enforcement.tool));
          }
        }
      }),
      { numRuns: runs(50, 5000) },
    );
  });

  it("explains a rule with 200,000 conditions", () => {
    const rule = ruleOf(`rule r trigger X check ${"p ".repeat(200_000)} enforce stop end`);
    for (const locale of ["en", "zh"] as const) expect(explainRule(rule, { locale }).length).toBeGreaterThan(200_000);
  });
});

/** Returns a test whether a text contains a name: as it is, or in quotes. */
function containsName(name: string): (text: string) => boolean {
  return (text) => [name, JSON.stringify(name).slice(1, -1)].some((one) => text.includes(one));
}

/** The names of the predicates in a syntax node. */
function namesIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "type" in node && node.type === "predicate" && "name" in node ? [String(node.name)] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

describe("a wrong argument of JavaScript", () => {
  const text = "rule @r trigger pay check True enforce stop end";
  const program = parseProgram(text);

  it.each<readonly [string, () => unknown, string]>([
    [
      "a text",
      () => explainProgram(text as never),
      "explainProgram takes a program: explainProgram(parseProgram(text))",
    ],
    ["a program for a rule", () => explainRule(program as never), "explainRule takes one rule"],
    ["a locale", () => explainProgram(program, { locale: "de" as never }), '"locale" must be "en" or "zh" (got "de")'],
    ["an option", () => explainProgram(program, { lang: "zh" } as never), '"lang" is not an option of an explanation'],
    ["one document", () => toolsFromDocuments({ functions: [] } as never), "takes a list of OpenTool documents"],
  ])("(%s) is an error that says what to write", (_what, act, message) => {
    expect(act).toThrow(TypeError);
    expect(act).toThrow(message);
  });
});
