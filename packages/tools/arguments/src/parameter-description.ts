import type { Locale } from "@helve/core";

/**
 * Returns the text that tells a model how to write arguments for a parser: Lagent's `parameter_description`. The English text (`"en"`,
 * default) is from Lagent 0.2.0 and later, the Chinese one (`"zh"`) from Lagent's tutorial, with ASCII commas.
 *
 * @param form - `"json"` for a `JsonParser`, `"tuple"` for a `TupleParser`
 */
export function parameterDescription(form: "json" | "tuple", locale: Locale = "en"): string {
  return texts[form][locale];
}

const texts = {
  json: {
    en: "If you call this tool, you must pass arguments in the JSON format {key: value}, where the key is the parameter name.",
    zh: "如果调用该工具,你必须使用Json格式 {key: value} 传参,其中key为参数名称",
  },
  tuple: {
    en: "If you call this tool, you must pass arguments in the tuple format like (arg1, arg2, arg3), and the arguments are ordered.",
    zh: "如果调用该工具,你必须使用Tuple格式 (arg1, arg2, arg3) 传参,且参数是有序的",
  },
} as const;
