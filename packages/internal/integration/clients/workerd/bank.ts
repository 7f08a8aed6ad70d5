// A Durable Object with a ThinkHarness: a worker for workerd.

import { parseProgram } from "@helve/agentspec";
import {
  durableLedger,
  guardThink,
  repairedModel,
  type ThinkGuard,
  type ThinkQuestion,
  toThinkTools,
} from "@helve/cloudflare-agents";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { ThinkHarness } from "agents/harness/think";
import { Lifecycle } from "agents/lifecycle";
import { tool as aiTool, jsonSchema } from "ai";
import { z } from "zod";
import { scriptedModel } from "../../test/adapters/ai-sdk-model.ts";

const rules = parseProgram(`
  rule @ask_above_50 trigger pay check args.amount > 50 enforce user_inspection end
  rule @twice trigger pay check count(pay) >= 2 enforce stop("two payments only") end
`);

/** The context that workerd gives an object. */
interface Context {
  readonly storage: Parameters<typeof toThinkTools>[1]["storage"];
}

/** The object: `GET /prompt?text=` and `GET /answer?decision=&amount=`. */
class Bank {
  readonly ctx: Context;
  readonly env = {};
  readonly ran: number[] = [];
  readonly harness: ThinkHarness;
  readonly helve: ThinkGuard;

  constructor(ctx: Context, kind: "tools" | "guard") {
    this.ctx = ctx;
    const engine = new Engine(rules, {
      predicates: [],
      inspect: inspectLater(),
      lateAnswers: { key: "0123456789abcdef0123456789abcdef", ledger: durableLedger(ctx.storage) },
    });
    const pay = ({ amount }: { readonly amount: number }): string => {
      this.ran.push(amount);
      return `paid ${amount}`;
    };
    const parameters = z.object({ amount: z.number().describe("in euros") });
    const helveTool = tool({ name: "pay", description: "Pay an amount.", parameters, execute: pay });
    const ownTool = aiTool({
      description: "Pay an amount.",
      inputSchema: jsonSchema<{ amount: number }>({ type: "object", properties: { amount: { type: "number" } } }),
      execute: pay,
    });
    const executor = new ActionExecutor([helveTool], { guards: [engine] });
    const helve =
      kind === "tools"
        ? toThinkTools(executor, { storage: ctx.storage })
        : guardThink({ guards: [engine], storage: ctx.storage, schemas: { pay: ownTool } });
    this.helve = helve;
    const call = (id: string, args: string) => ({ calls: [{ id, name: "pay", arguments: args }] });
    const turns = [
      call("a", "{amount: 5,}"),
      call("b", '{"amount": 80}'),
      call("c", '{"amount": 7}'),
      { text: "done" },
    ];
    this.harness = new ThinkHarness({
      model: repairedModel(scriptedModel(turns).v4),
      ...(kind === "guard" && { tools: { pay: ownTool } }),
      ...(helve as object),
    });
    Lifecycle.install(this as unknown as Parameters<typeof Lifecycle.install>[0]).use(this.harness);
  }

  async run(url: URL): Promise<unknown> {
    const text = url.searchParams.get("text");
    if (text !== null) await this.harness.prompt(text);
    const decision = url.searchParams.get("decision");
    for (const question of decision === null ? [] : await this.#questions()) {
      const args = { amount: Number(url.searchParams.get("amount")) };
      const answer = decision === "edit" ? ({ decision, args } as const) : ({ decision: "approve" } as const);
      await this.harness.prompt(await this.helve.respond(question, answer));
    }
    const messages = await this.harness.session().messages();
    const parts = messages.flatMap((message) => message.parts as readonly Part[]);
    const results = parts.flatMap(({ output, errorText }) => output ?? errorText ?? []);
    return { ran: this.ran, questions: (await this.#questions()).map((question) => question.text), results };
  }

  async #questions(): Promise<readonly ThinkQuestion[]> {
    return this.helve.questions(await this.harness.session().messages());
  }
}

interface Part {
  readonly output?: unknown;
  readonly errorText?: string;
}

/** Lifecycle serves the other requests of an object; these are for the test. */
class TestObject {
  readonly bank: Bank;

  constructor(ctx: Context, kind: "tools" | "guard") {
    this.bank = new Bank(ctx, kind);
  }

  async fetch(request: Request): Promise<Response> {
    return Response.json(await this.bank.run(new URL(request.url)));
  }

  async alarm(): Promise<void> {
    await (this.bank as unknown as { alarm(): Promise<void> }).alarm();
  }
}

export class ToolsBank extends TestObject {
  constructor(ctx: Context) {
    super(ctx, "tools");
  }
}

export class GuardBank extends TestObject {
  constructor(ctx: Context) {
    super(ctx, "guard");
  }
}

interface Namespace {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}

export default {
  fetch: (request: Request, env: Readonly<Record<string, Namespace>>): Promise<Response> => {
    const name = new URL(request.url).hostname === "tools" ? "TOOLS" : "GUARD";
    return (env[name] as Namespace).getByName("bank").fetch(request);
  },
};
