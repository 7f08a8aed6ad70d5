/** Prints syntax trees of rules as text, with one of the spellings of each part. */
import fc from "fast-check";
import { comparing, keywords, type Plain, reserved } from "./random-program.ts";

/** Generates text that may stand between the tokens of a printed program. */
export const gap: fc.Arbitrary<string> = fc.constantFrom(
  " ",
  "\n",
  "\r\n\t",
  " // end\n",
  "# rule @x\r",
  " /* ) \n */ ",
);

/** Chooses one of several spellings; the first is the canonical one. */
export type Choose = <T>(first: T, ...others: readonly T[]) => T;

/** Always the canonical spelling. */
const canonical: Choose = (first) => first;

/** A spelling by a number for each choice. */
export function choosing(numbers: () => number): Choose {
  return (...all) => all[numbers() % all.length] ?? all[0];
}

/** A tree as a text. Its tokens are joined by what `gaps` gives. */
export function print(node: unknown, gaps: () => string, choose: Choose = canonical): string {
  const printer = new Printer(choose);
  return printer.tokensOf(node as Plain).reduce((text, token) => text + gaps() + token, "") + gaps();
}

type Tokens = readonly string[];

/** After a predicate without arguments: parentheses, or nothing where what follows allows it. */
const maybeEmpty = "()";

class Printer {
  readonly choose: Choose;
  locals: readonly string[] = [];
  shared: readonly string[] = [];
  /** Whether a bare name could belong to an earlier step. */
  isInQuery = false;

  constructor(choose: Choose) {
    this.choose = choose;
  }

  tokensOf(node: Plain): Tokens {
    const { choose } = this;
    const each = (key: string): readonly Tokens[] => (node[key] as Plain[]).map((one) => this.tokensOf(one));
    const one = (key: string): Tokens => this.tokensOf(node[key] as Plain);
    const word = (key: string): string => String(node[key]);
    switch (node["type"]) {
      case "program":
        return this.program(node);
      case "header":
        return [
          ...(node["default"] === undefined ? [] : ["\ndefault", word("default")]),
          ...unknownLines(node, "\non"),
          ...(node["onError"] === undefined ? [] : ["\non", "error", word("onError")]),
          ...["trust", "untrusted"].flatMap((key) => {
            if (node[key] === undefined) return [];
            return [`\n${key}`, ...separated((node[key] as Plain[]).map((source) => this.source(source)))];
          }),
        ];
      case "arithmetic":
        return this.arithmetic(node);
      case "duration":
        return [`${Number(node["amount"])}${word("unit")}`];
      case "count":
        return ["count", "(", ...this.query(node["steps"] as Plain), ")"];
      case "sum": {
        const value = this.inQuery(() => one("value"));
        return ["sum", "(", ...value, "of", ...this.query(node["steps"] as Plain), ")"];
      }
      case "last": {
        const steps = this.steps(node["path"] as (string | number)[]);
        return ["last", "(", ...this.query(node["steps"] as Plain), ")", ...steps, ...optionalSign(node)];
      }
      case "rule":
        return this.rule(node);
      case "test":
        return this.test(node);
      case "test_step":
      case "test_call":
        return this.testCall(node);
      case "test_step_end":
        return ["after_action", ...one("step")];
      case "test_state_change":
        return ["state_change", ...one("before"), "->", ...one("after")];
      case "test_finish":
        return ["agent_finish"];
      case "trigger":
        return this.trigger(node);
      case "binding":
        return [
          ...choose(["let"], ["query", "val"], ["prepare", "val"], ["let", "val"]),
          word("name"),
          "=",
          ...one("value"),
        ];
      case "literal":
        return [this.literal(node["value"])];
      case "list":
        return ["[", ...separated(each("items")), "]"];
      case "object":
        return ["{", ...(choose(true, false) ? separated(each("entries")) : each("entries").flat()), "}"];
      case "entry":
        return [this.string(word("key")), ":", ...one("value")];
      case "reference":
        return this.reference(node);
      case "user_inspection":
        return this.inspection(node);
      case "warn":
      case "log": {
        const head = node["type"] === "warn" ? choose("warn", "suggest") : choose("log", "log action");
        if (node["message"] === undefined) return choose([head], [head, "(", ")"]);
        return [head, ...this.message(this.template(node["message"] as Plain))];
      }
      case "invoke_action": {
        const args = node["args"] as Plain;
        return ["invoke_action", "(", ...this.tool(word("tool")), ",", ...this.tokensOf(args), ")"];
      }
      case "domain":
        return this.domain(node);
      case "llm_self_reflect":
        return [choose("llm_self_reflect", "llm_self_examine", "self-examinate", "self-reflect")];
      case "stop":
        if (node["message"] !== undefined) return ["stop", "(", this.template(node["message"] as Plain), ")"];
        return [choose("stop", "abort action", "stop action", "abort")];
      case "skip":
      case "allow":
        return [choose(word("type"), `${word("type")} action`)];
      default:
        return [word("type")];
    }
  }

  program({ header, bindings = [], rules, tests = [] }: Plain): Tokens {
    const shared = (bindings as Plain[]).flatMap(({ name, value }) => [
      ...["\nlet", String(name), "="],
      ...this.tokensOf(value as Plain),
    ]);
    this.shared = (bindings as Plain[]).map((binding) => String(binding["name"]));
    const above = header === undefined ? [] : this.tokensOf(header as Plain);
    const blocks = [...(rules as Plain[]), ...(tests as Plain[])];
    return [...above, ...shared, ...blocks.flatMap((block) => this.tokensOf(block))];
  }

  test(node: Plain): Tokens {
    const { outcome, action, rules, only } = node["expect"] as Plain;
    const given = ["prompt", "state", "now"].flatMap((key) =>
      node[key] === undefined ? [] : ["given", key, ...this.tokensOf(node[key] as Plain)],
    );
    const steps = ((node["steps"] ?? []) as Plain[]).flatMap((step) => ["after", ...this.tokensOf(step)]);
    const event = node["when"] as Plain;
    const isCall = event["type"] === "test_call" && this.choose(false, true);
    return [
      ...["test", this.string(String(node["name"]))],
      ...(this.choose(true, false) ? [...given, ...steps] : [...steps, ...given]),
      ...["when", ...(isCall ? ["before_action"] : []), ...this.tokensOf(event)],
      ...["expect", ...String(outcome).split(/(:)/)],
      ...(action === undefined ? [] : ["to", ...this.tokensOf(action as Plain)]),
      ...(rules === undefined
        ? []
        : ["by", ...(only === true ? ["only"] : []), ...separated((rules as string[]).map((rule) => ["@", rule]))]),
      "end",
    ];
  }

  testCall({ type, tool, args, result, status, ago }: Plain): Tokens {
    const hasArguments = ((args as Plain)["entries"] as Plain[]).length > 0 || this.choose(false, true);
    return [
      ...this.tool(String(tool)),
      ...["(", ...(hasArguments ? this.tokensOf(args as Plain) : []), ")"],
      ...(result === undefined ? [] : ["->", ...this.tokensOf(result as Plain)]),
      ...(status === undefined ? this.choose<Tokens>([], type === "test_step" ? ["success"] : []) : [String(status)]),
      ...(ago === undefined ? [] : [...this.tokensOf(ago as Plain), "ago"]),
    ];
  }

  /** A calculation. A minus is on the line of its left operand, where it is no list dash. */
  arithmetic({ operator, left, right }: Plain): Tokens {
    const operand = (node: Plain, isRight: boolean): Tokens => {
      const isWeak = operator === "*" && node["operator"] !== "*";
      const needsParentheses = node["type"] === "arithmetic" && (isRight || isWeak);
      const tokens = this.tokensOf(node);
      return needsParentheses || this.choose(false, true) ? ["(", ...tokens, ")"] : tokens;
    };
    const [before, after] = [operand(left as Plain, false), operand(right as Plain, true)];
    if (operator !== "-") return [...before, String(operator), ...after];
    return [...before.slice(0, -1), `${before.at(-1)} - ${after[0]}`, ...after.slice(1)];
  }

  query({ patterns, where, since, within }: Plain): Tokens {
    const tools = (all: unknown): Tokens =>
      (all as Plain[]).flatMap((one, index) => [
        ...(index === 0 ? [] : [this.choose("|", "or", "||")]),
        ...this.dottedTool(one),
      ]);
    const window = within as Plain | undefined;
    return [
      ...tools(patterns),
      ...(where === undefined ? [] : ["where", ...this.inQuery(() => this.expression(where as Plain, false))]),
      ...(since === undefined ? [] : ["since", ...tools(since)]),
      ...(window === undefined ? [] : ["within"]),
      ...(window === undefined
        ? []
        : window["type"] === "duration"
          ? this.tokensOf(window)
          : [String(window["steps"]), "steps"]),
    ];
  }

  inQuery<T>(read: () => T): T {
    const before = this.isInQuery;
    this.isInQuery = true;
    const result = read();
    this.isInQuery = before;
    return result;
  }

  /** A tool in a step query or a source: always with its toolkit. */
  dottedTool({ toolkit, tool }: Plain): Tokens {
    const [first, second] = [String(toolkit), String(tool)];
    const isPlain =
      isWord(first) && !isOddCase(first) && ![...keywords, ...reserved, ...this.locals, ...this.shared].includes(first);
    const ending = second.endsWith("*") ? "*" : "";
    const beginning = second.slice(0, second.length - ending.length);
    const member = isWord(beginning) && !isOddAny(beginning) ? beginning : this.string(beginning);
    return [isPlain && !isOddAny(first) ? this.name(first) : this.string(first), ".", member + ending];
  }

  source(node: Plain): Tokens {
    return node["type"] === "named_source" ? [String(node["name"])] : this.dottedTool(node);
  }

  rule(node: Plain): Tokens {
    const { choose } = this;
    const bindings = (node["bindings"] as Plain[] | undefined) ?? [];
    const name = String(node["name"]);
    this.locals = [...this.shared, ...bindings.map((binding) => String(binding["name"]))];
    const bound = bindings.flatMap((binding) => this.tokensOf(binding));
    const trigger = this.tokensOf(node["trigger"] as Plain);
    const notes = [
      ...(node["severity"] === undefined ? [] : [["severity", String(node["severity"])]]),
      ...(node["priority"] === undefined ? [] : [["priority", String(node["priority"])]]),
      ...unknownLineWords(node).map((words) => ["on", ...words]),
    ];
    const operands = (node["check"] as Plain)["operands"] as Plain[];
    const check = ["check", ...this.sequence(operands)];
    const enforce = (node["enforce"] as Plain[]).flatMap((one) => [
      ...choose<Tokens>([], ["\n- "]),
      ...this.tokensOf(one),
    ]);
    const doc = node["doc"] === undefined ? "" : `/// ${String(node["doc"]).replaceAll("\n", "\n/// ")}\n`;
    return [
      `${doc}rule`,
      ...(choose(true, false) || keywords.includes(name) ? ["@", name] : [name]),
      ...(choose(true, false) ? notes : notes.toReversed()).flat(),
      ...["trigger", ...trigger, ...bound],
      ...(operands.length === 0 && choose(false, true) ? [] : settled(check, choose)),
      ...["enforce", ...enforce, "end"],
    ];
  }

  trigger({ event, patterns }: Plain): Tokens {
    const { choose } = this;
    const given = patterns as Plain[];
    const words = (given as Plain[]).flatMap((pattern, index) => [
      ...(index === 0 ? [] : [choose("|", "or", "||")]),
      ...this.pattern(pattern),
    ]);
    const alone = given.length === 1 && given[0]?.["toolkit"] === "any" && given[0]["tool"] === "any";
    const events = new Map([
      ["before_action", choose<Tokens>([], ["before_action"], ["action"], ["act"])],
      ["agent_finish", [choose("agent_finish", "finish")]],
    ]);
    const said = events.get(String(event)) ?? [String(event)];
    return [...said, ...(alone && said.length > 0 && choose(true, false) ? [] : words)];
  }

  pattern({ toolkit, tool }: Plain): Tokens {
    const { choose } = this;
    const [first, second] = [String(toolkit), String(tool)];
    if (second.endsWith("*")) return this.dottedTool({ toolkit, tool });
    const dotted = [this.name(first), ".", isWord(second) ? choose(second, this.string(second)) : this.string(second)];
    const whole = choose(dotted, [this.string(`${first}.${second}`)]);
    if (first !== "any" || second.includes(".")) return whole;
    const bare = isWord(second) && !keywords.includes(second) && !events.includes(second) ? [second] : undefined;
    return choose(whole, bare ?? [this.string(second)], [this.string(second)]);
  }

  /** Prints adjacent operands; `&` between them means the same. */
  sequence(operands: readonly Plain[]): Tokens {
    const { choose } = this;
    if (operands.length > 1 && choose(false, true)) {
      return this.infix("and", operands);
    }
    const bullet = choose<Tokens>([], ["\n- "]);
    const parts = operands.map((operand) => {
      const tokens = this.expression(operand, false);
      return tokens[0] === "[" ? ["(", ...tokens, ")"] : tokens;
    });
    // A name before a parenthesis would take its content as arguments.
    const safe: Tokens[] = [];
    for (const tokens of parts.toReversed()) {
      const isTruth = /^(?:true|false)$/i.test(tokens.at(-1) ?? "");
      safe.unshift(isTruth && safe[0]?.[0] === "(" ? ["(", ...tokens, ")"] : tokens);
    }
    return safe.flatMap((tokens) => [...bullet, ...tokens]);
  }

  infix(type: "and" | "or", operands: readonly Plain[]): Tokens {
    const { choose } = this;
    return operands.flatMap((operand, index) => {
      const sign = type === "and" ? choose("&", "and", "&&", "∧") : choose("|", "or", "||", "∨");
      return [...(index === 0 ? [] : [sign]), ...this.expression(operand, type === "and")];
    });
  }

  expression(node: Plain, binds: boolean): Tokens {
    const { choose } = this;
    const bare = this.bareExpression(node);
    const weak = node["type"] === "or" ? binds : false;
    return weak || choose(false, true) ? ["(", ...bare, ")"] : bare;
  }

  bareExpression(node: Plain): Tokens {
    const { choose } = this;
    const operands = (node["operands"] ?? []) as Plain[];
    switch (node["type"]) {
      case "and": {
        // Side by side only within parentheses.
        return choose(true, false) ? this.infix("and", operands) : ["(", ...this.sequence(operands), ")"];
      }
      case "or":
        return this.infix("or", operands);
      case "not": {
        const operand = node["operand"] as Plain;
        if (operand["type"] === "comparison" && operand["operator"] === "in" && choose(false, true)) {
          return this.comparison(operand, ["not", "in"]);
        }
        const tokens = this.expression(operand, true);
        const isLoose = operand["type"] === "and";
        return [choose("!", "¬", "not"), ...(isLoose ? ["(", ...tokens, ")"] : tokens)];
      }
      case "comparison":
        return this.comparison(node);
      case "every":
      case "some": {
        const value = this.argument(node["value"] as Plain);
        return [String(node["type"]), "(", ...value, ",", ...this.operator(node), ")"];
      }
      case "once":
        return ["once", "(", ...this.query(node["steps"] as Plain), ")"];
      case "provenance": {
        const sources = (node["sources"] as Plain[]).map((source) => this.source(source));
        const from = [...(node["only"] === true ? ["only"] : []), "from"];
        const listed = sources.length > 1 || choose(false, true) ? ["(", ...separated(sources), ")"] : sources.flat();
        return [...this.tokensOf(node["value"] as Plain), ...from, ...listed];
      }
      case "predicate": {
        const name = String(node["name"]);
        const values = (node["arguments"] as Plain[]).map((value) => this.argument(value));
        if (values.length > 0) return [name, "(", ...separated(values), ")"];
        return [...reserved, ...comparing, ...this.locals].includes(name) ? [name, "(", ")"] : [name, maybeEmpty];
      }
      default:
        return [node["value"] === true ? choose("True", "true") : choose("False", "false")];
    }
  }

  /** The operator of a comparison and what follows it. */
  operator({ operator, right, ignoreCase }: Plain): Tokens {
    const [spellings] = signs.get(String(operator)) ?? [[String(operator)]];
    const sign = this.choose(spellings[0] ?? "", ...spellings.slice(1));
    return [sign, ...this.tokensOf(right as Plain), ...(ignoreCase === true ? ["ignoring", "case"] : [])];
  }

  comparison({ operator, left, right, ignoreCase }: Plain, words?: Tokens): Tokens {
    const { choose } = this;
    const [spellings, call] = signs.get(String(operator)) ?? [[String(operator)], undefined];
    if (call !== undefined && ignoreCase !== true && !this.isInQuery && choose(false, true)) {
      return [call, "(", ...this.argument(left as Plain), ",", ...this.argument(right as Plain), ")"];
    }
    const sign = words ?? [choose(spellings[0] ?? "", ...spellings.slice(1))];
    const isSign = signs.has(String(operator));
    const leftTokens = isSign ? this.argument(left as Plain) : this.tokensOf(left as Plain);
    const ending = ignoreCase === true ? ["ignoring", "case"] : [];
    return [...leftTokens, ...sign, ...this.tokensOf(right as Plain), ...ending];
  }

  /** A value where a name stands for an argument of the action. */
  argument(value: Plain): Tokens {
    const [first, ...rest] = (value["path"] ?? []) as (string | number)[];
    const isName = typeof first === "string" && isWord(first) && !keywords.includes(first);
    const isTaken = isName && [...reserved, ...comparing, ...this.locals].includes(first);
    const isFree = isName && !isTaken && !isOddCase(first);
    if (value["root"] !== "args" || !isFree || this.isInQuery || this.choose(true, false)) return this.tokensOf(value);
    return [first, ...this.steps(rest), ...optionalSign(value)];
  }

  reference(node: Plain): Tokens {
    const { root, path } = node;
    const [first, ...rest] = path as (string | number)[];
    if (root === "let") return [String(first), ...this.steps(rest), ...optionalSign(node)];
    const word = root === "args" ? this.choose("args", "cur_action", "cur_act") : String(root);
    return [word, ...this.steps(path as (string | number)[]), ...optionalSign(node)];
  }

  steps(path: readonly (string | number)[]): Tokens {
    return path.flatMap((step) => {
      if (typeof step === "number") return ["[", String(step), "]"];
      return isWord(step) && this.choose(true, false) ? [".", step] : ["[", this.string(step), "]"];
    });
  }

  inspection({ message, fixes }: Plain): Tokens {
    const { choose } = this;
    const names = (fixes as string[]).map((fix) => [fix]);
    const head = choose("user_inspection", "user inspection", "ask for user inspection");
    if (message === undefined)
      return names.length === 0 && choose(true, false) ? [head] : [head, "(", ...separated(names), ")"];
    const said = this.template(message as Plain);
    if (names.length === 0) return [head, ...this.message(said)];
    return [head, "(", ...separated(choose([[said], ...names], [...names, [said]])), ")"];
  }

  message(said: string): Tokens {
    return this.choose(["(", said, ")"], [":", said], [said]);
  }

  template({ parts }: Plain): string {
    const given = parts as Plain[];
    const text = given.map((part, index) => {
      if (part["type"] === "text") {
        const end = index === given.length - 1 ? "" : "{";
        const said = String(part["text"]);
        return Array.from(said + end, (letter, at) => {
          const next = Array.from(said + end)[at + 1];
          return letter === "$" && (next === undefined || next === "$" || next === "{") ? "$$" : letter;
        })
          .join("")
          .slice(0, end === "" ? undefined : -1);
      }
      return `\${${this.holeOf(part)}}`;
    });
    return this.string(text.join(""));
  }

  holeOf({ root, path }: Plain): string {
    const [first, ...rest] = (root === "let" ? path : [root, ...(path as string[])]) as (string | number)[];
    const steps = rest.map((step) =>
      typeof step === "string" && isWord(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
    );
    return [first, ...steps].join("");
  }

  tool(tool: string): Tokens {
    const [first = "", second, ...more] = tool.split(".");
    const isPlain = isWord(first) && !keywords.includes(first) && (second === undefined || isWord(second));
    if (!isPlain || more.length > 0) return [this.string(tool)];
    return this.choose(second === undefined ? [first] : [first, ".", second], [this.string(tool)]);
  }

  domain({ name, arguments: given }: Plain): Tokens {
    const values = (given as Plain[]).map((one) => this.tokensOf(one));
    const names = String(name).split(/(:)/);
    if (names.length > 1 || (values.length === 1 && this.choose(false, true)))
      return [...names, "=", ...(values[0] ?? [])];
    return [...names, "(", ...separated(values), ")"];
  }

  name(word: string): string {
    const isPlain = isWord(word) && !keywords.includes(word);
    return isPlain ? this.choose(word, this.string(word)) : this.string(word);
  }

  literal(value: unknown): string {
    if (typeof value === "string") return this.string(value);
    if (typeof value === "number") return JSON.stringify(value);
    if (value === null) return this.choose("null", "None");
    return value === true ? this.choose("true", "True") : this.choose("false", "False");
  }

  string(value: string): string {
    const written = JSON.stringify(value);
    return this.choose(written, `'${written.slice(1, -1).replaceAll("'", "\\'")}'`);
  }
}

const signs = new Map<string, readonly [Tokens, string]>([
  ["==", [["==", "=", "==="], "eq"]],
  ["!=", [["!=", "!==", "≠"], "neq"]],
  ["<", [["<"], "lt"]],
  ["<=", [["<=", "≤"], "leq"]],
  [">", [[">"], "gt"]],
  [">=", [[">=", "≥"], "geq"]],
]);
const events = ["before_action", "after_action", "state_change", "agent_finish", "action", "act", "finish"];
const afterBare = ["(", "[", ".", "not", ...comparing, ...events];

/** Removes empty parentheses if the meaning stays the same. */
function settled(tokens: Tokens, choose: Choose): Tokens {
  return tokens.flatMap((token, index) => {
    if (token !== maybeEmpty) return [token];
    const next = tokens[index + 1] === "\n- " ? tokens[index + 2] : tokens[index + 1];
    const isNeeded = next !== undefined && afterBare.includes(next);
    return isNeeded || choose(false, true) ? ["(", ")"] : [];
  });
}

/** Returns the tokens `?` of an optional part, or none. */
function optionalSign({ optional }: Plain): Tokens {
  return optional === true ? ["?"] : [];
}

/** Whether a word is `any` in another case, which is a mistake. */
function isOddAny(word: string): boolean {
  return word !== "any" && word.toLowerCase() === "any";
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}-]*$/u.test(text);
}

/** Whether a word is a literal in another case, which is a mistake. */
function isOddCase(word: string): boolean {
  return ["true", "false", "null", "none"].includes(word.toLowerCase());
}

/** Puts commas between parts. */
function separated(parts: readonly Tokens[]): Tokens {
  return parts.flatMap((part, index) => (index === 0 ? part : [",", ...part]));
}

/** The words after `on` of each line `on unknown …` of a rule or a header. */
function unknownLineWords(node: Plain): readonly (readonly string[])[] {
  const subjects = [[], ["code"], ["path"]];
  return ["onUnknown", "onUnknownCode", "onUnknownPath"].flatMap((key, index) =>
    node[key] === undefined ? [] : [["unknown", ...(subjects[index] ?? []), String(node[key])]],
  );
}

/** Returns the tokens of the lines `on unknown …`. */
function unknownLines(node: Plain, on: string): Tokens {
  return unknownLineWords(node).flatMap((words) => [on, ...words]);
}
