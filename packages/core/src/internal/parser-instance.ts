/** The parser of an option: a class is instantiated. A function that is not a class is returned, for validation to refuse. */
export function parserInstance<Parser extends object>(option: InstanceOrClass<Parser>): Parser {
  const isClass = typeof option === "function" && option.prototype !== undefined;
  return isClass ? new (option as new () => Parser)() : (option as Parser);
}

/** A parser, or a class that creates one without arguments: `TupleParser`. */
export type InstanceOrClass<Parser extends object> = Parser | (new () => Parser);
