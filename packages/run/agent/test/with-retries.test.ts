import {
  complete,
  jsonProtocol,
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  openAiModel,
  scriptedModel,
  textOf,
  userMessage,
  withProtocol,
  withRetries,
} from "@helve/agent";
import { describe, expect, it } from "vitest";
import { sendJson, serve } from "./server.ts";

const request = { messages: [userMessage("Hello")] };
const overloaded = new ModelError("server", "overloaded");

async function eventsOf(events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const list: ModelEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

describe("withRetries", () => {
  it("sends a request again, with a delay that doubles and varies", async () => {
    const model = scriptedModel([overloaded, new ModelError("network", "reset"), overloaded, "ok"]);
    const values = [0, 1, 0];
    const events = await eventsOf(
      withRetries(model, { delay: 2, random: () => values.shift() ?? 0 }).generate(request),
    );
    expect(events.map((event) => (event.type === "retry" ? [event.attempt, event.delay] : event.type))).toEqual([
      [2, 2],
      [3, 2],
      [4, 8],
      "text",
      "end",
    ]);
  });

  it("gives up after its attempts, and at once for other errors", async () => {
    const limited = withRetries(scriptedModel([overloaded, overloaded, "ok"]), { attempts: 2, delay: 0 });
    await expect(complete(limited, request)).rejects.toBe(overloaded);
    const refused = new ModelError("request", "no such model");
    await expect(complete(withRetries(scriptedModel([refused, "ok"])), request)).rejects.toBe(refused);
  });

  it("waits as long as the server asks for, but not longer than its longest delay", async () => {
    const statuses = [429, 503];
    const { url } = await serve((response) => {
      const status = statuses.shift();
      if (status === undefined) sendJson(response, { choices: [{ message: { content: "ok" } }] });
      else
        sendJson(
          response,
          {},
          status,
          status === 429 ? { "retry-after-ms": "5" } : { "retry-after": new Date(0).toUTCString() },
        );
    });
    const model = withRetries(openAiModel({ url, model: "m" }), { delay: 60_000 });
    const events = await eventsOf(model.generate(request));
    expect(events.flatMap((event) => (event.type === "retry" ? event.delay : []))).toEqual([5, 0]);

    const slow = new ModelError("rate_limit", "tomorrow", { retryAfter: 86_400_000 });
    await expect(complete(withRetries(scriptedModel([slow, "ok"])), request)).rejects.toBe(slow);
  });

  it("ends its wait at once when it is aborted", async () => {
    const controller = new AbortController();
    const model = withRetries(scriptedModel([overloaded, "ok"]), { delay: 60_000 });
    const events = model.generate({ ...request, signal: controller.signal });
    const reading = (async () => {
      for await (const event of events) if (event.type === "retry") setTimeout(() => controller.abort("enough"), 1);
    })();
    await expect(reading).rejects.toBe("enough");
  });

  it("keeps the name of a model that is an instance of a class", () => {
    class Echo implements Model {
      get name() {
        return "echo";
      }
      generate(request: ModelRequest) {
        return scriptedModel(["ok"]).generate(request);
      }
    }
    expect(withRetries(new Echo()).name).toBe("echo");
    expect(withProtocol(new Echo(), jsonProtocol()).name).toBe("echo");
  });

  it("keeps the name and the prices of the model", async () => {
    const prices = { input: 1, output: 2 };
    const model = withRetries(scriptedModel(["ok"], { name: "m", prices }));
    expect(model).toMatchObject({ name: "m", prices });
    expect(textOf((await complete(model, request)).message)).toBe("ok");
  });
});

it("refuses options that would make it retry forever", () => {
  expect(() => withRetries(scriptedModel([]), { attempts: Number.NaN, delay: -1 })).toThrow(
    "attempts must be a number of at least 1 (got NaN)\ndelay must be a number of milliseconds, 0 or more (got -1)",
  );
});
