// The programs of Inspect's "Custom Tools" that need a browser. Without one, the tests are skipped: set CHROMIUM to the program if it is elsewhere.

import { existsSync } from "node:fs";
import { type ModelRequest, plainText, scriptedModel } from "@helve/agent";
import { evaluate, generate, includes, logOf, type SampleEnd, task, useTools } from "@helve/evals";
import { localService } from "@helve/toolkit-tests/local-service";
import { WebBrowser, type WebBrowserOptions } from "@helve/toolkits/web-browser";
import { afterAll, describe, expect, it } from "vitest";
import { webSurfer } from "../../documents/web-surfer.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

describe.skipIf(!existsSync(program))("Stateful Tools", () => {
  afterAll(() => WebBrowser.closeAll());

  const options: WebBrowserOptions = {
    executable: program,
    chromiumSandbox: false,
    allowPrivateHosts: true,
    resolve: async () => ["127.0.0.1"],
  };

  async function tideSite() {
    const body = `<title>Tides</title><p>The moon pulls the sea.</p><a href="/spring">Spring tides</a>`;
    const more = "<title>Spring tides</title><p>Sun and moon pull together.</p>";
    const service = await localService(({ url }) => {
      const page = url.pathname === "/spring" ? more : body;
      return { status: 200, headers: { "content-type": "text/html" }, body: page };
    });
    return { service, url: `http://tides.test:${new URL(service.url).port}/` };
  }

  const call = (name: string, args: object) => ({
    tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }],
  });

  /** The text that a model has read last. */
  const lastText = ({ messages }: ModelRequest): string => {
    const last = messages.at(-1);
    return last?.role === "tool" || last?.role === "user" ? plainText(last.parts) : "";
  };

  const clickSpring = (request: ModelRequest) => {
    const lines = lastText(request).split("\n");
    return call("WebBrowser-Click", { element: lines.find((line) => line.includes("Spring")) });
  };

  /** The texts that the model reads of the calls of a sample. */
  const read = ({ messages }: SampleEnd): readonly string[] =>
    messages.flatMap((message) => (message.role === "tool" ? message.parts.map(({ content }) => String(content)) : []));

  it("web_browser() interacts with a stateful remote process", async () => {
    const { service, url } = await tideSite();
    await using _ = service;
    const model = scriptedModel([call("WebBrowser-Open", { url }), clickSpring, call("WebBrowser-Back", {}), "done"]);
    const solver = [useTools([new WebBrowser(options)]), generate()];
    const log = await logOf(
      evaluate(task({ dataset: [{ input: "Tides?", target: "done" }], solver, scorer: includes() }), { model }),
    );
    const end = log.samples[0]?.end;
    expect(end?.scores["includes"]?.value).toBe("C");
    const titles = end === undefined ? [] : read(end).map((text) => /^Title: (.*)/.exec(text)?.[1] ?? text);
    expect(titles).toEqual(["Tides", "Spring tides", "Tides"]);
    expect(end?.store["WebBrowser"]).toMatchObject({ url });
  });

  it("web_surfer: researches with a browser of its own, and answers about previous research, under evaluate(task, { model })", async () => {
    const { service, url } = await tideSite();
    await using _ = service;
    const model = scriptedModel([
      call("web_surfer", { input: "What pulls the sea?" }),
      call("WebBrowser-Open", { url }),
      (request) => (lastText(request).includes("The moon pulls the sea.") ? "The moon." : "unknown"),
      call("web_surfer", { input: "And spring tides?" }),
      // The conversation goes on, and so does the browser.
      ({ messages }) => (messages.length === 6 ? call("WebBrowser-Read", {}) : `${messages.length} messages`),
      clickSpring,
      (request) => (lastText(request).includes("Sun and moon") ? "Sun and moon together." : "unknown"),
      "The moon; sun and moon together.",
    ]);
    const solver = [useTools([webSurfer("i1", "web_surfer", options)]), generate()];
    const dataset = [{ input: "Research tides.", target: "sun and moon together" }];
    const log = await logOf(evaluate(task({ dataset, solver, scorer: includes() }), { model }));
    const end = log.samples[0]?.end;
    expect(end === undefined ? [] : read(end)).toEqual(["The moon.", "Sun and moon together."]);
    expect(end?.scores["includes"]?.value).toBe("C");
    expect(Object.keys(end?.store ?? {}).sort()).toEqual(["WebBrowser:i1", "WebSurferState:i1"]);
    expect(end?.store["WebBrowser:i1"]).toMatchObject({ url: `${url}spring` });
  });
});
