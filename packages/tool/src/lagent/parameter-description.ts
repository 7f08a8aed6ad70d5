/** The part of an argument parser that tells the model how to write arguments. */
export interface ParameterDescriber {
  readonly parameterDescription: string;
}

/** The same instruction in the words of three sources. */
export interface ParameterDescriptions {
  /** As Lagent's tutorial prints it: Chinese, with ASCII commas. */
  readonly tutorial: string;
  /** As Lagent 0.1.3 says it: Chinese, with full-width commas. */
  readonly zh: string;
  /** As Lagent 0.2.0 and later say it. */
  readonly en: string;
}

/**
 * What Lagent's parsers tell the model (`PARAMETER_DESCRIPTION`), by the form of the arguments.
 *
 * @example
 * lagentDescription(kit, { parser: { parameterDescription: parameterDescriptions.json.en } });
 */
export const parameterDescriptions: {
  readonly json: ParameterDescriptions;
  readonly tuple: ParameterDescriptions;
} = {
  json: chinese(
    "如果调用该工具，你必须使用Json格式 {key: value} 传参，其中key为参数名称",
    "If you call this tool, you must pass arguments in the JSON format {key: value}, where the key is the parameter name.",
  ),
  tuple: chinese(
    "如果调用该工具，你必须使用Tuple格式 (arg1, arg2, arg3) 传参，且参数是有序的",
    "If you call this tool, you must pass arguments in the tuple format like (arg1, arg2, arg3), and the arguments are ordered.",
  ),
};

function chinese(zh: string, en: string): ParameterDescriptions {
  return { tutorial: zh.replaceAll("，", ","), zh, en };
}
