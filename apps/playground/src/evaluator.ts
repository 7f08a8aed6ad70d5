// The page's side of the worker that evaluates: one request at a time, the newest wins, and one that takes too long ends the worker.

import type { Evaluation, EvaluationDetails, EvaluationRequest, WorkerRequest, WorkerResponse } from "./evaluation.ts";
import { startWorker } from "./start-worker.ts";

/** How long an evaluation may take once its code is loaded, in milliseconds. */
const timeLimit = 2000;
/** How long the first evaluation of a worker may take: its code is compiled while it runs. */
const firstLimit = 15_000;
/** How long code may take to load. */
const loadingLimit = 60_000;
/** How long nothing must change before details are computed. */
const detailsDelay = 150;

/** What becomes of requests. */
export interface EvaluatorListener {
  verdict(evaluation: Evaluation): void;
  details(details: EvaluationDetails): void;
  /** The latest request has no answer: it took too long, or the worker could not start. */
  failed(message: string): void;
}

/** Evaluates in a worker. */
export class Evaluator {
  readonly #listener: EvaluatorListener;
  readonly #timeLimit: number;
  #worker: Worker | undefined;
  #isReady = false;
  #hasAnswered = false;
  #nextId = 1;
  /** The request that the worker answers now. */
  #running: WorkerRequest | undefined;
  /** The newest request, which waits for the worker. */
  #waiting: Omit<WorkerRequest, "id"> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #detailsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: EvaluatorListener, limit: number = timeLimit) {
    this.#listener = listener;
    this.#timeLimit = limit;
  }

  /** Starts the worker, so that the first answer comes sooner. */
  start(): void {
    if (this.#worker === undefined) this.#start();
  }

  /** Evaluates a request, instead of earlier ones that have not begun. */
  evaluate(request: EvaluationRequest): void {
    clearTimeout(this.#detailsTimer);
    this.start();
    this.#send({ request, wants: "verdict" });
  }

  #send(request: Omit<WorkerRequest, "id">): void {
    this.#waiting = request;
    this.#next();
  }

  #next(): void {
    if (this.#running !== undefined || this.#waiting === undefined || !this.#isReady) return;
    this.#running = { id: this.#nextId++, ...this.#waiting };
    this.#waiting = undefined;
    this.#limit(this.#hasAnswered ? this.#timeLimit : Math.max(firstLimit, this.#timeLimit));
    this.#worker?.postMessage(this.#running);
  }

  #receive(response: WorkerResponse): void {
    if (response.id === 0) {
      this.#isReady = true;
      clearTimeout(this.#deadline);
      this.#next();
      return;
    }
    const running = this.#running;
    if (response.id !== running?.id) return;
    if (response.type === "loading") {
      this.#limit(loadingLimit);
      return;
    }
    clearTimeout(this.#deadline);
    this.#hasAnswered = true;
    this.#running = undefined;
    if (this.#waiting === undefined) this.#report(response, running);
    this.#next();
  }

  #report(response: Exclude<WorkerResponse, { type: "loading" }>, { request }: WorkerRequest): void {
    switch (response.type) {
      case "verdict":
        this.#detailsTimer = setTimeout(() => this.#send({ request, wants: "details" }), detailsDelay);
        this.#listener.verdict(response.evaluation);
        return;
      case "details":
        this.#listener.details(response.details);
        return;
      case "error":
        this.#listener.failed(response.message);
    }
  }

  #limit(milliseconds: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#end(), milliseconds);
  }

  /** Ends a worker that takes too long, and starts another one for the requests to come. */
  #end(): void {
    const isWanted = this.#waiting === undefined;
    this.#worker?.terminate();
    this.#running = undefined;
    this.#start();
    if (isWanted) this.#listener.failed("the evaluation took too long and was ended");
  }

  #start(): void {
    this.#isReady = false;
    this.#hasAnswered = false;
    const worker = startWorker("evaluate");
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerResponse>) => {
      if (worker === this.#worker) this.#receive(data);
    });
    worker.addEventListener("error", () => {
      if (worker === this.#worker && !this.#isReady)
        this.#listener.failed("the code of the playground can't be loaded");
    });
    this.#worker = worker;
    this.#limit(loadingLimit);
  }
}
