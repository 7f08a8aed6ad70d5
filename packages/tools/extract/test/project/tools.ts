// A module with the forms that the extraction reads.

export type Unit = "celsius" | "fahrenheit";

/** A place on earth. */
export interface Place {
  /**
   * The city.
   * @minLength 2
   */
  city: string;
  neighbours?: Place[];
  size: number | null;
}

interface Page<Item> {
  items: Item[];
}

type Identifier = string & { readonly brand: "id" };

type Shape = { kind: "circle"; radius: number } | { kind: "square"; side: number };

export class ToolContext {}

/**
 * Tells the weather.
 *
 * @param place - where
 * @param days - how many days
 * @returns the forecast
 */
export async function weather(
  place: Place,
  days = 3,
  unit?: Unit,
  ...tags: string[]
): Promise<{ sky: string; at: Date }> {
  return { sky: `${place.city} ${days} ${unit} ${tags}`, at: new Date(0) };
}

/** Searches places. */
export const search = (
  {
    query,
    limit = 10,
  }: {
    /** What to find. */
    query: string;
    /**
     * How many.
     * @integer
     * @minimum 1
     */
    limit?: number;
  },
  _context: ToolContext,
): Page<Place> => ({ items: [{ city: query, size: limit }] });

/** Draws. */
export function draw(
  shape: Shape,
  id: Identifier,
  pair: [number, string?],
  map: Record<string, number>,
  flag: boolean | "auto",
  version: `v${number}`,
): void {
  void [shape, id, pair, map, flag, version];
}

/** Watches a path. */
export async function* watch(path: string): AsyncGenerator<Place> {
  yield { city: path, size: null };
}

/** The first item. */
export function first<Item extends { id: string }>(items: Item[]): Item | undefined {
  return items[0];
}

/** Changes a place. */
export function update(change: Partial<Place> & { id: string }): unknown {
  return change;
}

/** Runs programs. */
export class Terminal {
  /** Runs a command. */
  execute(command: string, options?: { timeout?: number }): string {
    return this.hidden(command, options);
  }

  private hidden(command: string, options: unknown): string {
    return `${command} ${JSON.stringify(options)}`;
  }
}

/** @internal */
export function internal(): void {}

export const version = "1";
