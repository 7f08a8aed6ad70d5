import type { Docstring, DocstringParameter, DocstringReturn, DocstringStyle } from "@helve/docstring";

/** What a library made of a docstring. */
export interface Recording {
  readonly id: string;
  /** The part of the file that it stands in. */
  readonly set: string;
  readonly style: DocstringStyle | "auto";
  readonly text: string;
  readonly reading: DocstringReading;
}

/** What a docstring says, in the words that all libraries have. Attributes come after the parameters. */
export interface DocstringReading {
  readonly description: string;
  readonly parameters: readonly ReadEntry[];
  readonly returns: readonly ReadEntry[];
  readonly yields: readonly ReadEntry[];
  readonly raises: readonly ReadEntry[];
}

/** A part of a docstring. A word is absent when a library does not have it; what a docstring does not say is empty. */
export interface ReadEntry {
  readonly name?: string;
  readonly type?: string;
  /** `optional`, or nothing. */
  readonly note?: string;
  readonly default?: string;
  readonly description?: string;
}

/** What Helve makes of a docstring. The description of a return with `items` has no counterpart elsewhere. */
export function readingOf({ description, ...docstring }: Docstring): DocstringReading {
  return {
    description,
    parameters: [...docstring.parameters, ...docstring.attributes].map(ownParameter),
    returns: docstring.returns.map(ownReturn),
    yields: docstring.yields.map(ownReturn),
    raises: docstring.raises.map(({ type, description }) => ({ type, description })),
  };
}

function ownParameter({ name, type = "", optional, default: value = "", description }: DocstringParameter): ReadEntry {
  return { name, type, note: optional === true ? "optional" : "", default: value, description };
}

function ownReturn({ name = "", type = "", description, items }: DocstringReturn): ReadEntry {
  return { name, type, description: items.length === 0 ? description : undefined };
}

/** The style by the names that libraries give it. */
export function styleNamed(name: unknown): DocstringStyle | "auto" | undefined {
  return styles.get(name);
}

const styles: ReadonlyMap<unknown, DocstringStyle | "auto"> = new Map([
  ["auto", "auto"],
  ["google", "google"],
  ["numpy", "numpy"],
  ["numpydoc", "numpy"],
  ["rest", "rest"],
  ["sphinx", "rest"],
  ["epydoc", "epydoc"],
]);

/** The recordings in a file of that name; none in a file of any other. */
export function recordingsIn(file: string, content: unknown): readonly Recording[] {
  return readers.get(file)?.(content) ?? [];
}

type Json = Readonly<Record<string, unknown>>;

/** Left out: docstrings that were refused, and those that were read with sections of one's own. */
function docstringParserRecordings(content: unknown): readonly Recording[] {
  const { recorded, expanded, wild } = objectIn(content);
  const read = (set: string, { id, input }: Json, styleName: unknown, output: unknown): readonly Recording[] => {
    const style = styleNamed(styleName);
    const { meta } = objectIn(output);
    if (style === undefined || typeof input !== "string" || meta === undefined) return [];
    return [{ id: String(id), set, style, text: input, reading: docstringParserReading(objectIn(output)) }];
  };
  const readAll = (set: string, one: Json): readonly Recording[] =>
    Object.entries(objectIn(one["parse"])).flatMap(([style, output]) => read(set, one, style, output));
  return [
    ...objectsIn(recorded)
      .filter(({ fn }) => /^(?:[a-z]+\.)?parse$/.test(textIn(fn)))
      .flatMap((one) => read("recorded", one, one["style"], one["output"])),
    ...objectsIn(expanded).flatMap((one) => readAll("expanded", one)),
    ...objectsIn(wild).flatMap((one) => readAll("wild", one)),
  ];
}

function docstringParserReading({ description, meta }: Json): DocstringReading {
  const entries = (kind: string, isMeant: (one: Json) => boolean): readonly ReadEntry[] =>
    objectsIn(meta)
      .filter((one) => one["kind"] === kind && isMeant(one))
      .map(docstringParserEntry);
  const isAttribute = ({ args }: Json): boolean => Array.isArray(args) && /^(?:attribute|[ci]?var)$/.test(args[0]);
  const isWarning = ({ args }: Json): boolean => Array.isArray(args) && args[0] === "warns";
  return {
    description: textIn(description),
    parameters: [...entries("DocstringParam", (one) => !isAttribute(one)), ...entries("DocstringParam", isAttribute)],
    returns: entries("DocstringReturns", (one) => one["is_generator"] !== true),
    yields: entries("DocstringReturns", (one) => one["is_generator"] === true),
    raises: entries("DocstringRaises", (one) => !isWarning(one)),
  };
}

function docstringParserEntry(one: Json): ReadEntry {
  return {
    name: textIn(one["arg_name"] ?? one["return_name"]),
    type: textIn(one["type_name"]),
    note: one["is_optional"] === true ? "optional" : "",
    default: textIn(one["default"]),
    description: textIn(one["description"]),
  };
}

/** Left out: docstrings of something with a signature, which types and defaults were taken from. */
function griffeRecordings(content: unknown): readonly Recording[] {
  return objectsIn(objectIn(content)["cases"]).flatMap(({ id, style: styleName, input, parent, sections }) => {
    const style = styleNamed(styleName);
    if (style === undefined || typeof input !== "string" || parent !== null) return [];
    return [{ id: String(id), set: "cases", style, text: input, reading: griffeReading(sections, style) }];
  });
}

/** Where griffe was asked twice, the reading that takes `word` in `word: text` for a type. */
function griffeOfLagentRecordings(content: unknown): readonly Recording[] {
  return objectsIn(objectIn(content)["cases"]).flatMap(({ id, source, docstring, griffe_google: google }) => {
    const { both, unnamed = both } = objectIn(google);
    if (typeof docstring !== "string" || unnamed === undefined) return [];
    const [set = ""] = textIn(source).split(":");
    return [
      { id: String(id), set, style: "google" as const, text: docstring, reading: griffeReading(unnamed, "google") },
    ];
  });
}

function griffeReading(sections: unknown, style: DocstringStyle | "auto"): DocstringReading {
  const all = objectsIn(sections);
  const returnEntry = style === "google" ? griffeGoogleReturn : griffeEntry;
  const entries = (kinds: readonly string[], entryOf = griffeEntry): readonly ReadEntry[] =>
    kinds.flatMap((kind) =>
      all.filter((one) => one["kind"] === kind).flatMap(({ value }) => objectsIn(value).map(entryOf)),
    );
  const [first] = all;
  return {
    description: first?.["kind"] === "text" ? textIn(first["value"]) : "",
    parameters: entries(["parameters", "other parameters", "attributes"]),
    returns: entries(["returns"], returnEntry),
    yields: entries(["yields"], returnEntry),
    raises: entries(["raises"]),
  };
}

/** Defaults are told only sometimes. */
function griffeEntry({ name, annotation, description, value }: Json): ReadEntry {
  return {
    name: name === undefined ? undefined : textIn(name),
    type: textIn(annotation),
    default: typeof value === "string" ? value : undefined,
    description: textIn(description),
  };
}

/** What stands alone before a colon is a name to griffe, unless it is asked not to, and a type to Helve. */
function griffeGoogleReturn(one: Json): ReadEntry {
  const { name = "", type = "", ...others } = griffeEntry(one);
  return type === "" ? { name: "", type: name, ...others } : { name, type, ...others };
}

const readers: ReadonlyMap<string, (content: unknown) => readonly Recording[]> = new Map([
  ["docstring-parser.json", docstringParserRecordings],
  ["griffe.json", griffeRecordings],
  ["griffe-lagent.json", griffeOfLagentRecordings],
]);

function objectIn(value: unknown): Json {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function objectsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
