/** Returns the parser that an option has, or an instance if it is a class. Any other function is returned, for validation to refuse. */
export function parserInstance<Parser extends object>(option: InstanceOrClass<Parser>): Parser {
  const isClass = typeof option === "function" && option.prototype !== undefined;
  return isClass ? new (option as new () => Parser)() : (option as Parser);
}

/** A parser, or a class that creates one without arguments: `TupleParser`. */
export type InstanceOrClass<Parser extends object> = Parser | (new () => Parser);
