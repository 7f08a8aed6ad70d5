/**
 * The state that a program changes while it runs: names, lists, objects, and the world around it. Each part is a cell.
 * The content of a cell can be copied, replaced, and joined with its content on another path.
 */
import type { Origin } from "../effects.ts";
import type { FileContent } from "../flow.ts";
import type { LayeredMap } from "../layered-map.ts";
import type { DictValue, InstanceValue, LibraryObject, ListValue, Scope, Value } from "./value.ts";

/** The prefix of the names under which the scope of a program contains environment variables. */
export const environmentPrefix = "os.environ[";

/** A part of the state, by its identity. */
export type Cell = Scope | ListValue | DictValue | InstanceValue | LibraryObject | World | OwnCell;

/** A part of the state that only its language knows, with the functions for it. What it holds is a cell of its own that nothing changes. */
export interface OwnCell {
  readonly kind: "own";
  readonly born: number;
  readonly type: OwnCellType;
}

/** The functions for the cells of a language. */
export interface OwnCellType {
  sizeOf(cell: OwnCell): number;
  copy(cell: OwnCell): OwnCell;
  replace(cell: OwnCell, held: OwnCell): void;
  join(a: OwnCell, b: OwnCell): OwnCell;
  /** Returns content that covers all further repetitions. @param before - the content before the last one @param joined - joined with the content after it */
  widen(before: OwnCell, joined: OwnCell): OwnCell;
  isSame(a: OwnCell, b: OwnCell): boolean;
}

/** The process that the program runs in, and the files of its machine. */
export interface World {
  readonly kind: "world";
  readonly born: number;
  /** The directory in which relative paths start; `null` when it is unknown. */
  directory: string | null;
  /** The origins of standard input. */
  input: readonly Origin[];
  /** The files that the program and earlier code wrote, by their paths. */
  readonly files: LayeredMap<FileContent>;
  /** The targets of symbolic links that the program and code before it created, by the paths of the links. */
  readonly links: LayeredMap<string | null>;
  /** The settings of programs that the program and code before it changed. */
  readonly settings: LayeredMap<string | null>;
}

/** The content of a cell. */
export interface Content {
  /** Variables, entries or fields. */
  readonly names?: ReadonlyMap<string, Value>;
  readonly items?: readonly Value[];
  /** The join of further items or entries. */
  readonly more?: Value | null;
  readonly world?: WorldContent;
  readonly own?: OwnCell;
}

/** The content of the world. Files, links and settings contain only the changes of the program. */
export interface WorldContent {
  readonly directory: string | null;
  readonly input: readonly Origin[];
  readonly files: ReadonlyMap<string, FileContent>;
  readonly links: ReadonlyMap<string, string | null>;
  readonly settings: ReadonlyMap<string, string | null>;
  /** The world itself, which knows what earlier code has left. */
  readonly of: World;
}

/** Copies the content of a cell. */
export function contentOf(cell: Cell): Content {
  switch (cell.kind) {
    case "scope":
      cell.isShared = true;
      return { names: cell.names };
    case "list":
      return { items: [...cell.items], more: cell.more };
    case "dict":
      return { names: new Map(cell.entries), more: cell.more };
    case "instance":
    case "object":
      return { names: new Map(cell.fields) };
    case "world":
      return {
        world: {
          directory: cell.directory,
          input: cell.input,
          files: new Map(cell.files.own),
          links: new Map(cell.links.own),
          settings: new Map(cell.settings.own),
          of: cell,
        },
      };
    case "own":
      return { own: cell.type.copy(cell) };
  }
}

/** Replaces the content of a cell. */
export function setContent(cell: Cell, { names = new Map(), items = [], more = null, world, own }: Content): void {
  switch (cell.kind) {
    case "scope":
      cell.names = names;
      cell.isShared = true;
      break;
    case "list":
      cell.items.splice(0, cell.items.length, ...items);
      cell.more = more;
      break;
    case "dict":
      replaceEntries(cell.entries, names);
      cell.more = more;
      break;
    case "instance":
    case "object":
      replaceEntries(cell.fields, names);
      break;
    case "world":
      if (world === undefined) break;
      cell.directory = world.directory;
      cell.input = world.input;
      replaceEntries(cell.files.own, world.files);
      replaceEntries(cell.links.own, world.links);
      replaceEntries(cell.settings.own, world.settings);
      break;
    case "own":
      if (own !== undefined) cell.type.replace(cell, own);
  }
}

function replaceEntries<Item>(map: Map<string, Item>, entries: ReadonlyMap<string, Item>): void {
  map.clear();
  for (const [name, item] of entries) map.set(name, item);
}

/** Returns the size of a cell's content, as a measure of work. */
export function sizeOf(cell: Cell): number {
  switch (cell.kind) {
    case "scope":
      return cell.names.size;
    case "list":
      return cell.items.length;
    case "dict":
      return cell.entries.size;
    case "instance":
    case "object":
      return cell.fields.size;
    case "world":
      return cell.files.own.size + cell.links.own.size + cell.settings.own.size;
    case "own":
      return cell.type.sizeOf(cell);
  }
}
