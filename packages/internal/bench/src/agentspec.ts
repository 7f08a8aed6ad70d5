import { type CatalogueTool, diagnose, parseProgram, toolsFromDocuments } from "@helve/agentspec";
import { compare } from "./compare.ts";

/** Measures reading and diagnosing rules. */
export async function compareAgentSpec(): Promise<void> {
  await compareReading();
  await compareDiagnosing();
}

/** Measures reading rules, short ones and rich ones, in files of any length. */
async function compareReading(): Promise<void> {
  for (const [kind, text] of [
    ["short", shortRules],
    ["rich", richRules],
  ] as const) {
    const texts = [1, 100, 1000].map((count) => [count, text(count)] as const);
    await compare(
      `reading ${kind} rules`,
      texts.map(([count, rules]) => [`${count}`, () => parseProgram(rules)]),
    );
  }
  const [few, many] = [shortRules(1000), shortRules(10_000)];
  const ratios = Array.from({ length: 7 }, () => {
    const [tenth] = timed(() => parseProgram(few));
    const [whole] = timed(() => parseProgram(many));
    return whole / tenth;
  }).sort((one, other) => one - other);
  process.stdout.write(`10,000 short rules take ${ratios[3]?.toFixed(1)} times as long as 1,000\n`);
}

function shortRules(count: number): string {
  const rule = (n: number) => `rule @r${n} trigger any.Execute check is_destructive(args.command) enforce stop end`;
  return Array.from({ length: count }, (_, n) => rule(n)).join("\n");
}

function richRules(count: number): string {
  const rule = (n: number) => `
    /// Money and mail that leave the house, rule ${n}.
    rule @rich_${n}
    severity high
    priority ${n % 7}
    trigger Bank.Transfer | Mail.Send | Kit${n}.any
    let limit = {"amount": ${n}, "to": ["mum", "dad"]}
    check
        args.amount > limit.amount | args.to matches "@corp\\\\.com$"
        !is_known(args.to, "book ${n}") & !(args.kind in ["gift", "rent"])
    enforce
        warn("\${args.to} is new")
        user_inspection("Pay \${args.amount} to \${args.to}?", halve, add_contact)
    end`;
  return Array.from({ length: count }, (_, n) => rule(n)).join("\n");
}

/** Measures diagnosing rules against reading them, with a host that has 300 tools. */
async function compareDiagnosing(): Promise<void> {
  for (const count of [100, 1000]) {
    const text = programOf(count);
    const read = parseProgram(text);
    await compare(`${count} rules, 300 tools`, [
      ["parseProgram", () => parseProgram(text)],
      ["diagnose, of the tree", () => diagnose(read, { tools, predicates })],
    ]);
  }
  const text = programOf(10_000);
  const ratios = Array.from({ length: 7 }, () => {
    const [reading, read] = timed(() => parseProgram(text));
    const [diagnosing] = timed(() => diagnose(read, { tools, predicates }));
    return [diagnosing / reading, reading, diagnosing] as const;
  }).sort(([one], [other]) => one - other);
  const [ratio, reading, diagnosing] = ratios[3] ?? [Number.NaN, Number.NaN, Number.NaN];
  const numbers = `${reading.toFixed(0)} ms, diagnosing them in ${diagnosing.toFixed(0)} ms: ${ratio.toFixed(2)} of it`;
  process.stdout.write(`10,000 rules are read in ${numbers}\n`);
}

function timed<T>(work: () => T): readonly [milliseconds: number, result: T] {
  const start = performance.now();
  const result = work();
  return [performance.now() - start, result];
}

const kinds = 30;
const members = 10;

const tools: readonly CatalogueTool[] = toolsFromDocuments(
  Array.from({ length: kinds }, (_, kind) => ({
    info: { title: `Kit${kind}` },
    functions: Array.from({ length: members }, (_, member) => ({
      name: `Tool${member}`,
      parameters: [
        { name: "command", schema: { type: "string" }, required: true },
        { name: "amount", schema: { type: "number" }, required: false },
        { name: "mode", schema: { type: "string", enum: ["slow", "fast"] }, required: false },
      ],
    })),
  })),
);

const predicates = [
  { name: "is_destructive", parameters: [{ name: "command", schema: { type: "string" } }] },
  { name: "is_internal", parameters: [] },
] as const;

/** Rules of which four in five are right, on one tool, on a toolkit, or on any. */
function programOf(count: number): string {
  const rule = (n: number): string => {
    const trigger = n % 50 === 0 ? "any" : n % 7 === 0 ? `Kit${n % kinds}.any` : `Kit${n % kinds}.Tool${n % members}`;
    const checks = [
      "is_destructive(args.command)",
      `args.amount > ${n}`,
      `!is_internal args.mode == "fast"`,
      `args.command matches "^rm -${n}"`,
      "args.comand == 1",
    ];
    const enforce = n % 3 === 0 ? "stop" : "user_inspection";
    return `rule r${n} trigger ${trigger} check ${checks[n % checks.length]} enforce ${enforce} end`;
  };
  return Array.from({ length: count }, (_, n) => rule(n)).join("\n");
}
