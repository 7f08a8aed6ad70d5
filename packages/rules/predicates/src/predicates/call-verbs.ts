import { type ActionWords, actionPhrase } from "./phrases.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/**
 * Predicates about what a tool for mail, tasks, devices or money does, by the verb in its name (`Todoist.DeleteTask`) or in its argument
 * `action`, `operation` or `method`.
 */
export const callVerbPredicates: readonly PredicateDefinition[] = [
  verbPredicate(
    ["is_delete"],
    { does: "deletes something", doesNot: "delete anything", zh: "删除内容" },
    /^(delete|remove|trash|erase|purge|clear|destroy|discard|unlink|rm)$/,
  ),
  verbPredicate(
    ["is_update"],
    { does: "changes something that exists", doesNot: "change anything that exists", zh: "更改已有的内容" },
    /^(update|edit|modify|change|set|patch|rename|move|replace)$/,
  ),
  verbPredicate(
    ["transfers_money"],
    { does: "moves money", doesNot: "move money", zh: "转移资金" },
    /^(pay|transfer|withdraw|wire|remit|donate|refund|payment|payout|purchase|buy)$/,
  ),
  verbPredicate(
    ["submits_form"],
    { does: "submits a form", doesNot: "submit a form", zh: "提交表单" },
    /^(submit|fillandsubmit)$/,
  ),
  {
    names: ["is_permanent", "is_permenant"],
    description:
      "Whether what the tool deletes can't be restored, by its name or its arguments `permanent`, `skip_trash`, `force`.",
    phrase: actionPhrase({
      does: "deletes something for good",
      doesNot: "delete anything for good",
      zh: "永久删除内容",
    }),
    parameters: [],
    evaluate(_operands, { action }) {
      const flag = Object.entries(action.args).find(([name]) => permanentFlag.test(name));
      if (flag !== undefined) return createFinding(flag[1] === true, `"${flag[0]}" is ${String(flag[1])}`);
      const words = wordsOf(action.name);
      if (words.some((word) => /^(permanent|permanently|purge|expunge|shred)$/.test(word))) {
        return createFinding(true, `the name ${action.name} says so`);
      }
      const deletes = words.some((word) => /^(delete|remove|erase|clear|empty|destroy)$/.test(word));
      return deletes
        ? createFinding("unknown", `no argument of ${action.name} says whether it can be undone`)
        : createFinding(false, `${action.name} deletes nothing, by its name`);
    },
  },
  {
    names: ["amount_over"],
    description: "Whether an amount of money is greater than a limit: `amount_over(args.amount, 100)`.",
    phrase: {
      en: "{0} is more than {1}",
      zh: "{0}大于{1}",
      not: { en: "{0} is not more than {1}", zh: "{0}不大于{1}" },
    },
    parameters: [{ name: "amount" }, { name: "limit" }],
    evaluate([amount, limit]) {
      const [value, most] = [numberOf(amount?.value), numberOf(limit?.value)];
      if (value === undefined || most === undefined) {
        return createFinding("unknown", "takes an amount and a limit as numbers, as in amount_over(args.amount, 100)");
      }
      return createFinding(value > most, `${value} is ${value > most ? "" : "not "}over ${most}`);
    },
  },
];

const permanentFlag =
  /^(permanent(ly)?|(is|delete|hard)_?(permanent|delete|forever)(ly)?|skip_?trash|hard|force|purge)$/i;

/** Creates a predicate about the verb in a tool's name. */
function verbPredicate(names: PredicateDefinition["names"], words: ActionWords, verbs: RegExp): PredicateDefinition {
  const { does } = words;
  return {
    names,
    description: `Whether a tool ${does}, by its name or its argument \`action\`, \`operation\` or \`method\`.`,
    phrase: actionPhrase(words),
    parameters: [],
    evaluate(_operands, { action }) {
      const { name, args } = action;
      for (const argument of ["action", "operation", "method"]) {
        const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
        if (typeof value === "string" && wordsOf(value).some((word) => verbs.test(word))) {
          const evidence = [{ path: `/${argument}`, start: 0, end: value.length, text: value }];
          return { value: true, reason: `${name} ${does}: its ${argument} is "${value}"`, evidence };
        }
      }
      const says = wordsOf(name).some((word) => verbs.test(word));
      return createFinding(says, `the name ${name} ${says ? "says" : "does not say"} that it ${does}`);
    },
  };
}

/** The words of a name in lower case: `delete`, `task` of `Todoist.DeleteTask`; the toolkit is left out. */
function wordsOf(name: string): readonly string[] {
  const tool = name.slice(name.lastIndexOf(".") + 1);
  return (tool.slice(0, 200).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** A number, also as text with a currency: `"$1,200.50"`. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.length > 60) return undefined;
  const digits = value
    .replace(/^\s*[\p{Sc}A-Z]{0,3}\s*|\s*[\p{Sc}A-Z]{0,3}\s*$/gu, "")
    .replaceAll(/,(?=\d{3}(?!\d))/g, "");
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}
