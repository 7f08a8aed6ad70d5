import { startTimeout } from "@helve/core/internal";

/** A timer that fires after a period without activity. It does not fire while it is held. */
export class IdleTimer {
  readonly #ms: number;
  readonly #onIdle: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #holds = 0;

  /** @param ms - without a limit if a timer can't wait that long */
  constructor(ms: number, onIdle: () => void) {
    this.#ms = ms;
    this.#onIdle = onIdle;
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    if (this.#holds === 0) this.#timer = startTimeout(this.#onIdle, this.#ms);
  }

  /** Stops the clock until the returned function is called. */
  hold(): () => void {
    clearTimeout(this.#timer);
    this.#holds++;
    return () => {
      this.#holds--;
      this.restart();
    };
  }

  stop(): void {
    this.#holds = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }
}
