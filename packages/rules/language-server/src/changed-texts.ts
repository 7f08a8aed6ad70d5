/** Delays diagnostics while a text changes, so that a series of keystrokes is checked once. */
import { nextTurn } from "./turn.ts";
import { comparableUri } from "./uri.ts";
import type { Workspace } from "./workspace.ts";

/** How often a series of changes may delay the publication of diagnostics. */
const maxWaits = 100;

/** Something that the server publishes about a text, again after each change. */
export interface Publication {
  publish(uri: string): Promise<void>;
  /** The texts about which something is published. */
  published(): Iterable<string>;
}

/** Publishes what is known about texts soon after they change, once however often a text has changed meanwhile. */
export class ChangedTexts {
  readonly #workspace: Workspace;
  readonly #onError: (error: unknown) => void;
  readonly #publications: Publication[] = [];
  /** The texts about which something else may be published now: their URIs by comparable ones. */
  readonly #outdated = new Map<string, string>();
  #isRunning = false;
  #isStarted = false;
  /** How many changes there were. */
  #changes = 0;

  /** @param onError - called with the error of a publication that fails; the others are published */
  constructor(workspace: Workspace, onError: (error: unknown) => void) {
    this.#workspace = workspace;
    this.#onError = onError;
  }

  /** Adds something that is published from now on. */
  publish(publication: Publication): void {
    this.#publications.push(publication);
  }

  /** Begins to publish: the settings and the files of the workspace are known. */
  start(): void {
    this.#isStarted = true;
    this.allChanged();
  }

  /** A text has changed, was opened, or is gone. */
  changed(uri: string): void {
    this.#changes++;
    this.#outdated.set(comparableUri(uri), uri);
    void this.#run();
  }

  /** All texts are affected: a document, which rules depend on, has changed. */
  allChanged(): void {
    this.#changes++;
    for (const { uri } of this.#workspace.texts()) this.#outdated.set(comparableUri(uri), uri);
    for (const uri of this.#publications.flatMap((one) => [...one.published()])) {
      if (!this.#outdated.has(comparableUri(uri))) this.#outdated.set(comparableUri(uri), uri);
    }
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || !this.#isStarted) return;
    this.#isRunning = true;
    try {
      for (;;) {
        await this.#quiet();
        const [next] = this.#outdated;
        if (next === undefined) return;
        this.#outdated.delete(next[0]);
        for (const publication of this.#publications) await publication.publish(next[1]).catch(this.#onError);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Waits until the changes that have arrived are handled: about an edit that is outdated already, nothing is published. */
  async #quiet(): Promise<void> {
    for (let waits = 0; waits < maxWaits; waits++) {
      const before = this.#changes;
      await nextTurn();
      if (before === this.#changes) return;
    }
  }
}
