import { joinWithHanSpacing, wordList } from "@helve/core/internal";
import type {
  ComparisonOperator,
  Duration,
  DurationUnit,
  Enforcement,
  Header,
  ReferenceRoot,
  Severity,
  Source,
  TriggerEvent,
  UnknownPolicy,
} from "@helve/core/program";
import { type EnforcementTexts, type Language, replacesEvent, type ValueText } from "./language.ts";

/** The Chinese phrases and sentences of explanations. */
export const chinese: Language = {
  event(event, tools) {
    switch (event) {
      case "before_action":
        return joinWithHanSpacing("智能体将要运行", tools ?? "任何工具");
      case "after_action":
        return joinWithHanSpacing("智能体已运行", tools ?? "任何工具");
      case "state_change":
        return tools === undefined ? "状态发生变化" : joinWithHanSpacing("运行", tools, "使状态发生变化");
      case "agent_finish":
        return tools === undefined
          ? "智能体将要结束任务"
          : joinWithHanSpacing("智能体在运行", tools, "之后将要结束任务");
    }
  },
  tools: (patterns) =>
    orList(
      patterns.map(({ toolkit, tool }) => {
        if (tool === "any") return toolkit === "any" ? "任何工具" : joinWithHanSpacing(toolkit, "的任何工具");
        return quotedIfUnclear(toolkit === "any" ? tool : `${toolkit}.${tool}`);
      }),
    ),
  sentence: (event, conditions, enforcements) =>
    `${joinWithHanSpacing("当", joinWith([event, ...conditions], "，且"), "时")}，${enforcements.join("，然后")}。`,
  allOf: (parts) => `（${joinWithHanSpacing(joinWith(parts, "，且"))}）`,
  anyOf: (parts) => `（${joinWithHanSpacing(joinWith(parts, "，或"))}）`,
  parenthesized: (text) => text,
  constant: (holds) => (holds ? "条件恒成立" : "条件恒不成立"),
  predicate: (name, args, holds) => {
    const of = args.length === 0 ? [] : ["对", ...joinWith(args, "、")];
    return joinWithHanSpacing(`\`${name}\``, of, holds ? "成立" : "不成立");
  },
  negatedClause: (clause) => joinWithHanSpacing("并非", clause),
  comparison: (left, operator, right, holds) => {
    if (operator === "==" || operator === "!=") return equalityText(left, right, holds === (operator === "=="));
    const [before, after = ""] = operators[operator][holds ? 0 : 1].split("…");
    return joinWithHanSpacing(left.text, before ?? "", right.text, after);
  },
  oneOf: (left, values, holds) => joinWithHanSpacing(left.text, holds ? "是" : "不是", joinWith(values, "、"), "之一"),
  ignoringCase: (comparison) => `${comparison}（不区分大小写）`,
  items: (which, list) => ({
    text: joinWithHanSpacing(list.text, itemWords[which]),
    kind: "reference",
    isPlural: false,
  }),
  steps: ({ tools, where, since, within }) =>
    joinWithHanSpacing(
      ...(since === undefined ? [] : ["自上一次", since, "以来"]),
      ...(within === undefined
        ? []
        : [within.type === "duration" ? `最近 ${durationWords(within)}内` : `最近 ${within.steps} 步内`]),
      tools,
      // Several conditions are in parentheses already.
      ...(where === undefined ? [] : [where.startsWith("（") ? where : `（${where}）`]),
    ),
  duration: durationWords,
  optional: (value) => `${value}（如果有）`,
  orAbsent: (comparison) => `${comparison}（或没有）`,
  once: (steps, holds) => joinWithHanSpacing(holds ? "此前有过" : "此前没有", steps, "的步骤"),
  count: (steps) => joinWithHanSpacing("此前", steps, "的步骤数"),
  sum: (value, steps) => joinWithHanSpacing("此前", steps, "各步骤中", value, "之和"),
  last: (steps, path) =>
    joinWithHanSpacing("此前最后一次", steps, "的步骤", ...(path === undefined ? [] : ["的", `\`${path}\``])),
  provenance: (value, only, sources, holds) => {
    const from = orList(sources.map(sourceName));
    if (only) return joinWithHanSpacing(value.text, holds ? "的每一部分都来自" : "并非每一部分都来自", from);
    return joinWithHanSpacing(value.text, holds ? "有一部分来自" : "没有任何部分来自", from);
  },
  reference: (root, path) => (path === undefined ? roots[root] : referenceText(root, path)),
  enforcement: enforcementText,
  bindings: (parts) =>
    `${joinWithHanSpacing("其中", parts.map(({ name, value }) => joinWithHanSpacing(`\`${name}\``, "为", value)).join("，"))}。`,
  invocationResult: (action) => joinWithHanSpacing("运行", action, "的结果"),
  severity: (severity) => `严重程度：${severities[severity]}。`,
  priority: (priority) => `优先级：${priority}。`,
  unknownPolicy: (policy, subject) => `如果${unknownPhrases[subject ?? "other"]}，则${ruleOutcomes[policy]}。`,
  header: headerSentences,
  withFinalPunctuation: (sentence) => (/[.!?:…。！？：]$/.test(sentence) ? sentence : `${sentence}。`),
  // A doc comment may be in another language, whose sentences end with a space.
  joinSentences: (sentences) =>
    sentences
      .map((each) => (/[!-~]$/.test(each) ? `${each} ` : each))
      .join("")
      .trimEnd(),
};

/** A comparison with `==` (`holds`) or `!=`: “其参数 `n` 为 1”; with `null` or an empty value: “没有值”, “为空”. */
function equalityText({ text: left }: ValueText, { text, kind }: ValueText, holds: boolean): string {
  switch (kind) {
    case "nothing":
      return joinWithHanSpacing(left, holds ? "没有值" : "有值");
    case "empty":
      return joinWithHanSpacing(left, holds ? "为空" : "不为空");
    case "reference":
      return joinWithHanSpacing(left, "与", text, holds ? "相同" : "不同");
    case "value":
      return joinWithHanSpacing(left, holds ? "为" : "不为", text);
  }
}

const operators: Readonly<Record<Exclude<ComparisonOperator, "==" | "!=">, readonly [string, string]>> = {
  "<": ["小于", "不小于"],
  "<=": ["小于或等于", "既不小于也不等于"],
  ">": ["大于", "不大于"],
  ">=": ["大于或等于", "既不大于也不等于"],
  matches: ["匹配模式", "不匹配模式"],
  contains: ["包含", "不包含"],
  starts_with: ["以…开头", "不以…开头"],
  ends_with: ["以…结尾", "不以…结尾"],
  in: ["在…中", "不在…中"],
};

const roots: Readonly<Record<ReferenceRoot, string>> = {
  args: "其全部参数",
  action: "该操作",
  prompt: "用户的请求",
  trajectory: "此前的步骤",
  state: "状态",
  observation: "结果",
  before: "变化前的状态",
  after: "变化后的状态",
  now: "判断的时间",
  step: "该步骤",
  let: "名称",
};

const itemWords: Readonly<Record<"every" | "some" | "no", string>> = {
  every: "的每一项",
  some: "的某一项",
  no: "没有任何一项",
};

/** Names a source of data in Chinese: `可信来源` for `trusted`. */
function sourceName(source: Source): string {
  if (source.type !== "named_source") return chinese.tools([source]);
  return source.name === "prompt" ? roots.prompt : source.name === "trusted" ? "可信来源" : "不可信来源";
}

function durationWords({ amount, unit }: Duration): string {
  return `${amount} ${unitWords[unit]}`;
}

const unitWords: Readonly<Record<DurationUnit, string>> = {
  ms: "毫秒",
  s: "秒",
  m: "分钟",
  h: "小时",
  d: "天",
  w: "周",
};

/** The text of a reference with a path: “其参数 `to`” for `args.to`. */
function referenceText(root: ReferenceRoot, path: string): string {
  if (root === "args") return `其参数 \`${path}\``;
  if (root === "let") return `\`${path}\``;
  return `${roots[root]}${root === "action" ? "的" : "中的"} \`${path}\``;
}

/** The phrase for an enforcement: “询问用户” for `user_inspection`. */
function enforcementText(enforcement: Enforcement, { event, message, args, call }: EnforcementTexts): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { fixes } = enforcement;
      const offer = fixes.length === 0 ? "" : `，可选 ${fixes.map((fix) => `\`${fix}\``).join("、")}`;
      return `${message === undefined ? "询问用户" : joinWithHanSpacing("询问用户", message)}${offer}`;
    }
    case "llm_self_reflect":
      return "让模型重新思考";
    case "invoke_action":
      return `${joinWithHanSpacing(replacesEvent(event) ? "改为运行" : "运行", quotedIfUnclear(enforcement.tool))}${args === undefined ? "" : joinWithHanSpacing("，参数为", args)}`;
    case "stop":
      return message === undefined ? stopTexts[event] : joinWithHanSpacing(`${stopTexts[event]}，理由为`, message);
    case "skip":
      return "跳过该操作";
    case "none":
      return "不做任何处理";
    case "allow":
      return "允许该操作";
    case "warn":
      return message === undefined ? "提醒模型" : `提醒模型：${message}`;
    case "log":
      return message === undefined ? "记入日志" : joinWithHanSpacing("将", message, "记入日志");
    case "domain":
      return joinWithHanSpacing("执行", call);
  }
}

const severities: Readonly<Record<Severity, string>> = {
  info: "提示",
  low: "低",
  medium: "中",
  high: "高",
  critical: "严重",
};

const stopTexts: Readonly<Record<TriggerEvent, string>> = {
  before_action: "阻止该操作",
  after_action: "扣留该结果",
  state_change: "结束智能体的运行",
  agent_finish: "让智能体结束任务",
};

const unknownPhrases = { code: "无法得知代码的作用", path: "无法得知路径", other: "无法判断" } as const;

const ruleOutcomes: Readonly<Record<UnknownPolicy, string>> = {
  violated: "照此处理",
  ignore: "不做处理",
  stop: "阻止该操作",
  user_inspection: "询问用户",
};

/** A sentence for each setting of the header. */
function headerSentences(header: Header): readonly string[] {
  const { default: decision, onUnknown, onUnknownCode, onUnknownPath, onError, trust, untrusted } = header;
  return [
    ...(decision === undefined ? [] : [`没有规则涉及的操作一律${decision === "allow" ? "允许" : "拒绝"}。`]),
    ...(onUnknown === undefined ? [] : [`如果无法判断条件是否成立，则${programOutcomes[onUnknown]}。`]),
    ...(onUnknownCode === undefined ? [] : [`如果${unknownPhrases.code}，则${programOutcomes[onUnknownCode]}。`]),
    ...(onUnknownPath === undefined ? [] : [`如果${unknownPhrases.path}，则${programOutcomes[onUnknownPath]}。`]),
    ...(onError === undefined ? [] : [`如果谓词出错，则${programOutcomes[onError]}。`]),
    ...(trust === undefined ? [] : [`可信来源：${trust.map(sourceName).join("、")}。`]),
    ...(untrusted === undefined ? [] : [`不可信来源：${untrusted.map(sourceName).join("、")}。`]),
  ];
}

const programOutcomes: Readonly<Record<UnknownPolicy, string>> = {
  violated: "视为违反规则",
  ignore: "视为未违反规则",
  stop: "阻止该操作",
  user_inspection: "询问用户",
};

/** Puts a tool name in quotes if it contains spaces or Chinese characters, so that it stands out in the sentence. */
function quotedIfUnclear(name: string): string {
  return /[\s\p{Script=Han}]/u.test(name) ? `“${name}”` : name;
}

/** Inserts a separator between parts: `["p", "，且", "q"]`. */
function joinWith(parts: readonly string[], separator: string): readonly string[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** Lists parts with “或” before the last: “A.x、B.y 或 z”. */
function orList(parts: readonly string[]): string {
  return wordList(parts, "or", "zh");
}
