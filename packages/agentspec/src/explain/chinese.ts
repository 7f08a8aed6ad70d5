import type {
  ComparisonOperator,
  Enforcement,
  Header,
  ReferenceRoot,
  Severity,
  UnknownPolicy,
} from "@helve/core/program";
import { type DeedTexts, isInstead, type Language, type Said } from "./language.ts";

export const chinese: Language = {
  event(event, tools) {
    switch (event) {
      case "before_action":
        return spaced("智能体将要运行", tools ?? "任何工具");
      case "after_action":
        return spaced("智能体已运行", tools ?? "任何工具");
      case "state_change":
        return tools === undefined ? "状态发生变化" : spaced("运行", tools, "使状态发生变化");
      case "agent_finish":
        return tools === undefined ? "智能体将要结束任务" : spaced("智能体在运行", tools, "之后将要结束任务");
    }
  },
  tools: (patterns) =>
    orList(
      patterns.map(({ toolkit, tool }) => {
        if (tool === "any") return toolkit === "any" ? "任何工具" : spaced(toolkit, "的任何工具");
        return nameText(toolkit === "any" ? tool : `${toolkit}.${tool}`);
      }),
    ),
  sentence: (event, conditions, deeds) =>
    `${spaced("当", linked([event, ...conditions], "，且"), "时")}，${deeds.join("，然后")}。`,
  all: (parts) => `（${spaced(linked(parts, "，且"))}）`,
  some: (parts) => `（${spaced(linked(parts, "，或"))}）`,
  within: (text) => text,
  truth: (holds) => (holds ? "条件恒成立" : "条件恒不成立"),
  predicate: (name, given, holds) => {
    const of =
      given.length === 0
        ? []
        : [
            "对",
            linked(
              given.map(({ text }) => text),
              "、",
            ),
          ].flat();
    return spaced(`\`${name}\``, of, holds ? "成立" : "不成立");
  },
  phrase: (text) => text.replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, "$1"),
  untrue: (phrase) => spaced("并非", phrase),
  comparison: (left, operator, right, holds) => {
    if (operator === "==" || operator === "!=") return equality(left, right, holds === (operator === "=="));
    const [before, after = ""] = operators[operator][holds ? 0 : 1].split("…");
    return spaced(left.text, before ?? "", right.text, after);
  },
  among: (left, values, holds) => spaced(left.text, holds ? "是" : "不是", linked(values, "、"), "之一"),
  reference: (root, path) => (path === undefined ? roots[root] : inRoot(root, path)),
  deed,
  bindings: (parts) =>
    `${spaced("其中", parts.map(({ name, value }) => spaced(`\`${name}\``, "为", value)).join("，"))}。`,
  given: (action) => spaced("运行", action, "的结果"),
  severity: (severity) => `严重程度：${severities[severity]}。`,
  priority: (priority) => `优先级：${priority}。`,
  unknown: (policy) => `如果无法判断，则${outcomes[policy]}。`,
  header,
  ended: (sentence) => (/[.!?:…。！？：]$/.test(sentence) ? sentence : `${sentence}。`),
  space: "",
};

function equality({ text: left }: Said, { text, kind }: Said, holds: boolean): string {
  switch (kind) {
    case "nothing":
      return spaced(left, holds ? "没有值" : "有值");
    case "empty":
      return spaced(left, holds ? "为空" : "不为空");
    case "reference":
      return spaced(left, "与", text, holds ? "相同" : "不同");
    case "value":
      return spaced(left, holds ? "为" : "不为", text);
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
  let: "名称",
};

function inRoot(root: ReferenceRoot, path: string): string {
  if (root === "args") return `其参数 \`${path}\``;
  if (root === "let") return `\`${path}\``;
  return `${roots[root]}${root === "action" ? "的" : "中的"} \`${path}\``;
}

function deed(enforcement: Enforcement, { event, message, args, call }: DeedTexts): string {
  switch (enforcement.type) {
    case "user_inspection": {
      const { fixes } = enforcement;
      const offer = fixes.length === 0 ? "" : `，可选 ${fixes.map((fix) => `\`${fix}\``).join("、")}`;
      return `${message === undefined ? "询问用户" : spaced("询问用户", message)}${offer}`;
    }
    case "llm_self_reflect":
      return "让模型重新思考";
    case "invoke_action":
      return `${spaced(isInstead(event) ? "改为运行" : "运行", nameText(enforcement.tool))}${args === undefined ? "" : spaced("，参数为", args)}`;
    case "stop":
      return "阻止该操作";
    case "skip":
      return "跳过该操作";
    case "none":
      return "不做任何处理";
    case "allow":
      return "允许该操作";
    case "warn":
      return message === undefined ? "提醒模型" : `提醒模型：${message}`;
    case "log":
      return message === undefined ? "记入日志" : spaced("将", message, "记入日志");
    case "domain":
      return spaced("执行", call);
  }
}

const severities: Readonly<Record<Severity, string>> = {
  info: "提示",
  low: "低",
  medium: "中",
  high: "高",
  critical: "严重",
};

const outcomes: Readonly<Record<UnknownPolicy, string>> = {
  violated: "照此处理",
  ignore: "不做处理",
  stop: "阻止该操作",
  user_inspection: "询问用户",
};

function header({ default: first, onUnknown, onError }: Header): readonly string[] {
  return [
    ...(first === undefined ? [] : [`没有规则涉及的操作一律${first === "allow" ? "允许" : "拒绝"}。`]),
    ...(onUnknown === undefined ? [] : [`如果无法判断条件是否成立，则${general[onUnknown]}。`]),
    ...(onError === undefined ? [] : [`如果谓词出错，则${general[onError]}。`]),
  ];
}

const general: Readonly<Record<UnknownPolicy, string>> = {
  violated: "视为违反规则",
  ignore: "视为未违反规则",
  stop: "阻止该操作",
  user_inspection: "询问用户",
};

/** A name that is not told from what is around it, in quotes. */
function nameText(name: string): string {
  return /[\s\p{Script=Han}]/u.test(name) ? `“${name}”` : name;
}

/** Parts with a word in between. */
function linked(parts: readonly string[], word: string): readonly string[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [word, part]));
}

function orList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : spaced(`${parts.slice(0, -1).join("、")}`, "或", last);
}

/** Parts one after the other, with a space between a Chinese character and what is neither one nor a Chinese sign. */
function spaced(...given: readonly (string | readonly string[])[]): string {
  const parts = given.flat().filter((part) => part !== "");
  return parts
    .map((part, index) => {
      const before = parts[index - 1]?.slice(-1) ?? "";
      const first = part.slice(0, 1);
      const isGap = (isHan.test(before) && isPlain.test(first)) || (isPlain.test(before) && isHan.test(first));
      return isGap ? ` ${part}` : part;
    })
    .join("");
}

const isHan = /\p{Script=Han}/u;
const isPlain = /[^\p{Script=Han}\s，。、；：？！（）“”…]/u;
