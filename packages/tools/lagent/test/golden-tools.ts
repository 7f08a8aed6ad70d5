import { readFileSync } from "node:fs";
import { lagentDocstrings } from "@helve/lagent";
import { type SignatureParameter, type Tool, type ToolApiOptions, Toolkit, toolApi } from "@helve/tool";

/** Lagent's docstring of a Python function or class, and Lagent's result for it. */
export interface Golden {
  readonly id: string;
  readonly expr: string;
  readonly calls?: readonly GoldenCall[];
  readonly classes?: readonly GoldenClass[];
  readonly expected: { readonly ok?: unknown; readonly error?: { readonly type: string; readonly message: string } };
  /** The output that Lagent's tutorial shows. */
  readonly printed?: unknown;
}

/** A Python function. */
export interface GoldenCall {
  readonly attr?: string;
  readonly decorated?: boolean;
  readonly name: string | null;
  readonly doc: string | null;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly params: readonly {
    readonly name: string;
    /** The text in which Lagent searches for a type. */
    readonly detect_type_input?: string;
    readonly annotated_metadata?: readonly unknown[];
    readonly has_default?: boolean;
  }[];
}

/** A Python class. */
export interface GoldenClass {
  readonly name: string;
  readonly doc: string | null;
  readonly bases: readonly string[];
  readonly methods: readonly GoldenCall[];
}

export const goldens: Readonly<Record<"seed" | "func" | "class", readonly Golden[]>> = JSON.parse(
  readFileSync(new URL("./fixtures/lagent.json", import.meta.url), "utf8"),
);

/** The Python function as a tool in the compatible mode. */
export function toolOf(call: GoldenCall): Tool {
  return toolApi(call.doc ?? "", () => undefined, optionsOf(call));
}

/** The Python class as a toolkit in the compatible mode. */
export function toolkitOf({ name, doc, methods }: GoldenClass): Toolkit {
  class Golden extends Toolkit {
    override readonly name = name;
    static readonly description = doc ?? "";
  }
  for (const method of methods.filter((one) => one.decorated === true || one.attr === "run")) {
    const value = (): undefined => undefined;
    const attribute = method.attr ?? "";
    toolApi(method.doc ?? "", optionsOf(method))(value, methodContext(attribute));
    Object.defineProperty(Golden.prototype, attribute, { value });
  }
  return new Golden();
}

/** The context that a decorator receives for a method. */
function methodContext(name: string): ClassMethodDecoratorContext {
  const access = { has: () => true, get: () => () => undefined };
  const addInitializer = (): void => undefined;
  return { kind: "method", name, static: false, private: false, metadata: {}, access, addInitializer };
}

function optionsOf({ name, params, options = {} }: GoldenCall): ToolApiOptions {
  return {
    reader: lagentDocstrings,
    name: name ?? "",
    signature: params.map(parameterOf),
    returnsNamedValue: options["returns_named_value"] === true,
    explodeReturn: options["explode_return"] === true,
  };
}

function parameterOf(param: GoldenCall["params"][number]): SignatureParameter {
  const [description] = param.annotated_metadata ?? [];
  return {
    name: param.name,
    optional: param.has_default === true,
    ...(param.detect_type_input !== undefined && { type: param.detect_type_input }),
    ...(typeof description === "string" && { description }),
  };
}
