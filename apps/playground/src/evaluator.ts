/** The page's side of the worker that evaluates: one request at a time, the newest wins, and one that takes too long ends the worker. */
import type {
  Evaluation,
  EvaluationDetails,
  EvaluationRequest,
  WorkerAnswer,
  WorkerRequest,
  WorkerResponse,
} from "./evaluation.ts";
import { startWorker } from "./start-worker.ts";

/** The time limit of an evaluation once its code is loaded, in milliseconds. */
const timeLimit = 10_000;
/** How long the first evaluation of a worker may take: its code is compiled while it runs. */
const firstLimit = 15_000;
/** How long code may take to load. */
const loadingLimit = 60_000;
/** How long nothing must change before details are computed. */
const detailsDelay = 150;

const tookTooLong = "the evaluation took too long and was ended";
const notLoaded = "the code of the playground can't be loaded: check the connection";

/** Receives the outcomes of requests. */
export interface EvaluatorListener {
  verdict(evaluation: Evaluation): void;
  details(details: EvaluationDetails): void;
  /** The latest request has no answer: it took too long, or its code can't be loaded. */
  failed(message: string, wants: WorkerRequest["wants"]): void;
}

/** Evaluates in a worker. */
export class Evaluator {
  readonly #listener: EvaluatorListener;
  readonly #timeLimit: number;
  #worker: Worker | undefined;
  #isReady = false;
  /** Whether a worker that was wanted could not start: no other one is started before a person tries again. */
  #isBroken = false;
  #hasAnswered = false;
  #nextId = 1;
  /** The request that the worker answers now. */
  #running: WorkerRequest | undefined;
  /** The newest request, which waits for the worker. */
  #waiting: Omit<WorkerRequest, "id"> | undefined;
  /** A key of the details that the listener already has; they don't depend on the input. */
  #detailed: string | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #detailsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: EvaluatorListener, limit: number = timeLimit) {
    this.#listener = listener;
    this.#timeLimit = limit;
  }

  /** Starts the worker, so that the first answer comes sooner. */
  start(): void {
    if (this.#worker === undefined && !this.#isBroken) this.#start();
  }

  /** Evaluates a request, instead of earlier ones that have not begun. */
  evaluate(request: EvaluationRequest): void {
    clearTimeout(this.#detailsTimer);
    if (this.#isBroken) {
      this.#fail(notLoaded, "verdict");
      return;
    }
    this.start();
    this.#send({ request, wants: "verdict" });
  }

  /** Evaluates a request, also if the code could not be loaded before. */
  retry(request: EvaluationRequest): void {
    this.#isBroken = false;
    this.evaluate(request);
  }

  /** Computes the details again with the next verdict, because the page shows other texts. */
  forgetDetails(): void {
    this.#detailed = undefined;
  }

  #send(request: Omit<WorkerRequest, "id">): void {
    this.#waiting = request;
    this.#next();
  }

  #next(): void {
    if (this.#running !== undefined || this.#waiting === undefined || !this.#isReady) return;
    this.#running = { id: this.#nextId++, ...this.#waiting };
    this.#waiting = undefined;
    this.#limit(this.#hasAnswered ? this.#timeLimit : Math.max(firstLimit, this.#timeLimit), () =>
      this.#replace(tookTooLong),
    );
    this.#worker?.postMessage(this.#running);
  }

  #receive(response: WorkerResponse): void {
    if (response.id === 0) {
      if (response.type === "unloaded") this.#giveUp();
      else this.#begin();
    } else if (response.id === this.#running?.id) {
      if (response.type === "loading") this.#limit(loadingLimit, () => this.#replace(notLoaded));
      else if (response.type === "unloaded") this.#replace(notLoaded);
      else this.#answer(response, this.#running);
    }
  }

  #begin(): void {
    this.#isReady = true;
    clearTimeout(this.#deadline);
    this.#next();
  }

  #answer(answer: WorkerAnswer, request: WorkerRequest): void {
    clearTimeout(this.#deadline);
    this.#hasAnswered = true;
    this.#running = undefined;
    if (this.#waiting === undefined) this.#report(answer, request);
    this.#next();
  }

  #report(answer: WorkerAnswer, { request, wants }: WorkerRequest): void {
    switch (answer.type) {
      case "verdict":
        if (this.#detailed !== detailedTexts(request)) {
          this.#detailsTimer = setTimeout(() => this.#send({ request, wants: "details" }), detailsDelay);
        }
        this.#listener.verdict(answer.evaluation);
        return;
      case "details":
        this.#detailed = detailedTexts(request);
        this.#listener.details(answer.details);
        return;
      case "error":
        this.#fail(answer.message, wants);
    }
  }

  /** Reports that a request failed; the page then shows no details any more. */
  #fail(message: string, wants: WorkerRequest["wants"]): void {
    this.#detailed = undefined;
    this.#listener.failed(message, wants);
  }

  #limit(milliseconds: number, end: () => void): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(end, milliseconds);
  }

  /** Ends a worker that takes too long or lacks code, and starts another one for the requests to come. */
  #replace(message: string): void {
    const running = this.#running;
    this.#worker?.terminate();
    this.#running = undefined;
    this.#start();
    if (this.#waiting === undefined && running !== undefined) this.#fail(message, running.wants);
  }

  /** Ends a worker that can't start. It is wanted if a request waits for it; otherwise the next request starts another one. */
  #giveUp(): void {
    const waiting = this.#waiting;
    clearTimeout(this.#deadline);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting = undefined;
    this.#isBroken = waiting !== undefined;
    if (waiting !== undefined) this.#fail(notLoaded, waiting.wants);
  }

  #start(): void {
    this.#isReady = false;
    this.#hasAnswered = false;
    const worker = startWorker("evaluate");
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerResponse>) => {
      if (worker === this.#worker) this.#receive(data);
    });
    worker.addEventListener("error", () => {
      if (worker === this.#worker && !this.#isReady) this.#giveUp();
    });
    this.#worker = worker;
    this.#limit(loadingLimit, () => this.#giveUp());
  }
}

/** The texts that details depend on. */
function detailedTexts({ rules, tests, context }: EvaluationRequest): string {
  return JSON.stringify([rules, tests, context]);
}
