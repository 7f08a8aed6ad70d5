/** Loads parts of the worker when they are first needed, such as the SQL reader. */

let report: () => void = () => undefined;

/** Registers a callback for when code begins to load, to show that the answer takes longer. */
export function onLoading(callback: () => void): void {
  report = callback;
}

/** Code can't be loaded. */
export class LoadError extends Error {
  readonly code = "not_loaded";
}

/** Creates a function that loads a module once; before the code has arrived, `loaded()` is undefined. */
export function lazy<Module>(load: () => Promise<Module>): { (): Promise<Module>; loaded(): Module | undefined } {
  let module: Module | undefined;
  const get = async (): Promise<Module> => {
    if (module === undefined) {
      report();
      module = await load().catch((error: Error) => {
        throw new LoadError(error.message);
      });
    }
    return module;
  };
  return Object.assign(get, { loaded: () => module });
}
