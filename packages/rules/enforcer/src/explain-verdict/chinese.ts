import type { GuardEvent, Truth, Verdict } from "@helve/core";
import { joinWithHanSpacing } from "@helve/core/internal";
import type { VerdictLanguage } from "./language.ts";

/** The Chinese sentences of `explainVerdict`. */
export const chinese: VerdictLanguage = {
  unnamedAction: "该操作",
  headline: (event, kind, tool) => {
    const headline = headlines[event][kind];
    return tool === chinese.unnamedAction
      ? headline.replaceAll(/ ?\{\} ?/g, tool)
      : headline.replaceAll("{}", () => tool);
  },
  replaced: (action) => `实际运行的是另一个操作：${action}。`,
  changed: (args) => `实际运行时使用其他参数：${args}。`,
  reason: (text) => `原因：${text}`,
  shadow: (enforcedKind, reason) => {
    const suffix = reason === undefined ? "。" : `：${reason}`;
    return `影子模式：规则未作干预。如果执行规则，结论将是“${kinds[enforcedKind]}”${suffix}`;
  },
  dryRun: "试运行：没有询问任何人，也没有执行任何处理。",
  asked: (rules, fixes) =>
    `规则 ${rules.join("、")} 要求询问用户${fixes.length === 0 ? "" : `，可选 ${fixes.join("、")}`}。`,
  message: (text) => `用户会看到：${text}`,
  safer: (way) => `更稳妥的做法：${way}。`,
  note: (text) => `模型会读到：${text}`,
  pass: (number, what) => `${number}. ${what}`,
  stateSubject: (event) => (event === "state_change" ? "已发生变化的状态" : "智能体任务的结束"),
  approved: (rules) => `此前已有人就规则 ${rules.join("、")} 批准了它。`,
  noRules: "没有规则涉及它。",
  notViolated: (rules) => `已检查且未违反的规则：${rules.join("、")}。`,
  violated: (rule, line, check) =>
    check === "unknown"
      ? `视为违反规则 ${rule}（第 ${line} 行）：无法判断条件是否成立。`
      : `违反规则 ${rule}（第 ${line} 行）：条件${check ? "成立" : "不成立"}。`,
  unknownRules: (rules) => `视为违反 ${rules.length} 条规则（${rules.join("、")}）：无法判断条件是否成立。`,
  cause: (reason, evidence) => `${reason}${evidence.length === 0 ? "" : `（${evidence.join("，")}）`}`,
  predicate: (text, value) => `${text} ${truths[`${value}`]}`,
  clause: (clause, negation, value) => {
    if (value === "unknown") return `无法判断“${clause}”是否成立`;
    return value ? clause : (negation ?? joinWithHanSpacing("并非", clause));
  },
  because: (statement, reason, evidence) =>
    `${statement}：${reason}${evidence.length === 0 ? "" : `（${evidence.join("，")}）`}`,
  evidence: (location, text) => `${location} 中有 ${text}`,
  argument: (path) => `其参数 \`${path}\``,
  enforced: (enforcement, rules, outcome) => `→ ${rules.join("、")} 的 ${enforcement}：${outcome}。`,
  outcome: (outcome, detail) => {
    if (outcome === "fixed" && detail !== undefined) return `用户选择了修正 ${detail}`;
    const text = outcomes.get(outcome) ?? outcome;
    return detail === undefined ? text : `${text}：${detail}`;
  },
};

const truths: Readonly<Record<`${Truth}`, string>> = { true: "为真", false: "为假", unknown: "无法判断" };

const kinds: Readonly<Record<Verdict["kind"], string>> = {
  allow: "放行",
  stop: "阻止",
  pending: "询问用户",
  end: "终止智能体",
};

const headlines: Readonly<Record<GuardEvent, Readonly<Record<Verdict["kind"], string>>>> = {
  before_action: {
    allow: "{} 可以运行。",
    stop: "{} 已被阻止。",
    pending: "{} 正在等待答复。",
    end: "{} 已被阻止，智能体也随之终止。",
  },
  after_action: {
    allow: "模型可以看到 {} 的结果。",
    stop: "模型看不到 {} 的结果。",
    pending: "{} 的结果正在等待答复。",
    end: "模型看不到 {} 的结果，智能体已终止。",
  },
  state_change: {
    allow: "状态发生变化，智能体继续运行。",
    stop: "状态发生变化，智能体已被阻止。",
    pending: "状态发生变化，智能体正在等待答复。",
    end: "状态发生变化，智能体已终止。",
  },
  agent_finish: {
    allow: "智能体可以结束任务。",
    stop: "智能体还不能结束任务。",
    pending: "智能体能否结束任务，正在等待答复。",
    end: "智能体已终止。",
  },
};

const outcomes: ReadonlyMap<string, string> = new Map([
  ["approved", "用户已批准"],
  ["remembered", "用户此前已批准相同的操作，且仍然有效"],
  ["rejected", "已被拒绝"],
  ["edited", "用户修改了参数"],
  ["reflected", "模型重新思考"],
  ["gave up", "模型放弃"],
  ["notified", "告知模型"],
  ["invoked", "已调用"],
  ["failed", "失败"],
  ["stopped", "已阻止"],
  ["skipped", "已跳过"],
  ["warned", "提醒模型"],
  ["logged", "已记入日志"],
  ["allowed", "允许"],
  ["not allowed", "不允许，因为条件并非确定成立"],
  ["done", "已完成"],
  ["ignored", "在此不起作用"],
  ["nothing", "未作处理"],
  ["not run", "未执行"],
]);
