/** Connects the events of the page: a change is evaluated, an answer is shown, a link is opened. */
import { EditorView } from "@codemirror/view";
import { createAnnouncer } from "./announcer.ts";
import type { Mark } from "./editor/marks.ts";
import { effectMarks } from "./effect-marks.ts";
import type { Evaluation, EvaluationDetails, EvaluationRequest } from "./evaluation.ts";
import { Evaluator, type EvaluatorListener } from "./evaluator.ts";
import { examples, firstExample } from "./examples.ts";
import { firstEvaluation } from "./first-evaluation.ts";
import { createLinks } from "./links.ts";
import { createTabs, type Tabs } from "./tabs.ts";
import { createTexts, effectLayer, highlightLayer, ruleTokens, type Texts, testTokens } from "./texts.ts";
import { byId, h, updateContent } from "./view/dom.ts";
import { failureView } from "./view/failure-view.ts";
import { toggleFold } from "./view/section-view.ts";
import { testsView } from "./view/tests-view.ts";
import { connectActions, type VerdictActions } from "./view/verdict-actions.ts";
import { announcement, statusOf, verdictView } from "./view/verdict-view.ts";

/** Builds the page, and restores the state in its URL. */
export async function createPlayground(): Promise<void> {
  let step: number | undefined;
  const announce = createAnnouncer(byId("announcement"));
  const request = (): EvaluationRequest => ({ ...texts.content(), step });
  const evaluate = (): void => {
    showWaiting();
    evaluator.evaluate(request());
  };
  const texts = createTexts(() => {
    step = undefined;
    links.changed();
    evaluate();
  });
  const panes = createTabs(document.querySelector<HTMLElement>(".switch") ?? document.body, (id) => {
    document.body.dataset["pane"] = id.replace("show-", "");
  });
  panes.select("show-call");
  const panels = createTabs(document.querySelector<HTMLElement>(".tabs") ?? document.body, (id) => {
    for (const name of ["rules", "tests", "context"]) byId(`panel-${name}`).hidden = id !== `tab-${name}`;
  });
  panels.select("tab-rules");
  const show = createView(
    texts,
    { panes, panels },
    {
      announce,
      showStep(index) {
        step = index;
        evaluate();
      },
      retry() {
        showWaiting();
        evaluator.retry(request());
      },
    },
  );
  const evaluator = new Evaluator(show);
  let isUsed = false;
  const links = createLinks({
    texts,
    list: exampleList(),
    announce,
    onOpen(example) {
      step = undefined;
      evaluator.forgetDetails();
      if (isUsed || example !== firstExample) return evaluate();
      // The rules engine is loaded when somebody does something.
      show.verdict(firstEvaluation.verdict);
      show.details(firstEvaluation.details);
    },
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    panes.select("show-verdict");
    byId("verdict-pane").focus();
  });
  onFirstUse(() => {
    isUsed = true;
    evaluator.start();
  });
  loadLanguageServer(texts);
  await links.open();
}

/** How long the last verdict is shown while there is no new one, in milliseconds. */
const patience = 200;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Dims the last verdict, unless a new one comes soon. */
function showWaiting(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => byId("verdict-pane").setAttribute("aria-busy", "true"), patience);
}

function showReady(): void {
  clearTimeout(waiting);
  byId("verdict-pane").removeAttribute("aria-busy");
}

/** Calls a function once, when a person moves the pointer, touches the page or presses a key. */
function onFirstUse(callback: () => void): void {
  const events = ["pointermove", "pointerdown", "keydown", "focusin", "wheel", "scroll"];
  const controller = new AbortController();
  const use = (): void => {
    controller.abort();
    callback();
  };
  for (const event of events) addEventListener(event, use, { capture: true, passive: true, signal: controller.signal });
}

/** Fills the list of examples. */
function exampleList(): HTMLSelectElement {
  const list = byId<HTMLSelectElement>("example");
  for (const group of new Set(examples.map((example) => example.group))) {
    const options = examples.filter((example) => example.group === group);
    list.append(h("optgroup", { label: group }, ...options.map(({ id, title }) => h("option", { value: id }, title))));
  }
  list.append(h("option", { value: "", hidden: true }, "Your own"));
  return list;
}

/** Creates the functions that show answers of the worker. */
function createView(
  texts: Texts,
  { panes, panels }: { readonly panes: Tabs; readonly panels: Tabs },
  {
    showStep,
    retry,
    announce,
  }: Pick<VerdictActions, "showStep" | "retry"> & { readonly announce: (text: string) => void },
): EvaluatorListener {
  const [pane, phoneTab, testResults] = [byId("verdict"), byId("show-verdict"), byId("test-results")];
  // It scrolls, also by keyboard.
  testResults.tabIndex = 0;
  const showStatus = ({ status, label }: ReturnType<typeof statusOf>): void => {
    phoneTab.dataset["status"] = status;
    updateContent(phoneTab, label);
    phoneTab.setAttribute("aria-label", `Verdict: ${label}`);
  };
  const isCode = (): boolean => !["call", "trace"].includes(texts.kind());
  let latest: Evaluation | undefined;
  const showEvaluation = (evaluation: Evaluation): void => {
    latest = evaluation;
    updateContent(pane, ...verdictView(evaluation, isCode()));
  };
  connectActions(pane, {
    showStep,
    retry,
    toggleFold: (id) => {
      toggleFold(id);
      if (latest !== undefined) showEvaluation(latest);
    },
    highlight: (range) => {
      const marks: readonly Mark[] = range === undefined ? [] : [{ ...range, className: "highlighted" }];
      highlightLayer.show(texts.input.view, marks);
    },
    showRule: (line) => {
      panes.select("show-rules");
      panels.select("tab-rules");
      const { view } = texts.rules;
      const place = view.state.doc.line(Math.min(line, view.state.doc.lines)).from;
      view.dispatch({
        selection: { anchor: place },
        effects: EditorView.scrollIntoView(place, { y: "start", yMargin: 40 }),
      });
      view.focus();
    },
  });
  return {
    verdict(evaluation: Evaluation) {
      showReady();
      showEvaluation(evaluation);
      showStatus(statusOf(evaluation));
      const { call } = evaluation;
      effectLayer.show(texts.input.view, isCode() && call !== undefined ? effectMarks(call, texts.input.text()) : []);
      announce(announcement(evaluation));
    },
    details({ ruleTokens: words, testTokens: testWords, tests, testProblem }: EvaluationDetails) {
      ruleTokens.show(texts.rules.view, words.map(markOf));
      testTokens.show(texts.tests.view, testWords.map(markOf));
      updateContent(testResults, ...testsView(tests, testProblem));
    },
    failed(message, wants) {
      showReady();
      updateContent(testResults, h("p", { class: "muted" }, `No result: ${message}.`));
      if (wants === "details") return;
      updateContent(pane, failureView(message));
      showStatus({ status: "problem", label: "Problem" });
      effectLayer.show(texts.input.view, []);
      announce(`No verdict: ${message}.`);
    },
  };
}

/** Returns the range of a rule's token with the CSS class that colors it. */
function markOf({ range, type }: EvaluationDetails["ruleTokens"][number]): Mark {
  return { start: range.start.offset, end: range.end.offset, className: `token-${type}` };
}

/** Loads the language server when an editor of rules or tests gets the focus. */
function loadLanguageServer({ rules, tests }: Texts): void {
  let isLoading = false;
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    try {
      const { connectLanguageServer } = await import("./editor/language-client.ts");
      await connectLanguageServer({ rules, tests });
    } catch {
      // Offline before the service worker has stored the page: the editors work without completion.
      isLoading = false;
    }
  };
  for (const { view } of [rules, tests]) view.dom.addEventListener("focusin", () => void load());
}
