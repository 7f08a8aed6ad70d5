/** The kinds of repair, each with what it stands for. */
export const repairKinds = {
  // What stands around the arguments.
  fence: "a Markdown fence around the text is taken off",
  prose: "text before or after the arguments is left out",
  special_token: "a token of the model's own format is left out, such as <|call|>",
  escaped_json: "the text is JSON within a JSON string",
  several_objects: "of several objects one counts, or all are made one",
  parameter_tags: "the arguments are written as <parameter=name>value</parameter>",
  call_syntax: "the arguments are written as a call, name(a=1)",
  empty: "there is nothing, which stands for {}",
  bare_string: "the text is the value of the only parameter that is a string",

  // Punctuation.
  comment: "a comment is left out",
  white_space: "a space that JSON does not know is left out",
  trailing_comma: "a comma before a closing bracket is left out",
  extra_comma: "a comma with nothing before it is left out",
  missing_comma: "a comma is put in",
  missing_colon: "a colon is put in between a key and its value",
  other_colon: "another sign between a key and its value is read as a colon",
  missing_bracket: "a bracket is put in where another one closes what is around it",
  extra_bracket: "a closing bracket that nothing opened is left out",
  tuple: "round brackets are read as a list",
  truncated: "what the end of the text cut off is closed",
  truncated_member: "a key or a value of which the end of the text left nothing to read is left out",
  missing_value: "a key without a value is null",
  duplicate_key: "of several values for one key one counts",

  // Strings.
  single_quotes: "a string in single quotes or backticks",
  typographic_quotes: "a string in typographic quotes",
  triple_quotes: "a string in triple quotes",
  string_prefix: "a Python prefix before a string is left out",
  unquoted_key: "a key without quotes",
  unquoted_string: "a text without quotes",
  missing_quote: "a quote is put in at one end of a string",
  escaped_quotes: "a string whose own quotes have a backslash",
  unescaped_quote: "a quote within a string is kept as text",
  unescaped_control: "a line break or another control character within a string is kept as text",
  bad_escape: "a backslash that JSON does not know is read as other languages do",
  string_concatenation: "strings joined by + or side by side are made one",

  // Words and numbers.
  python_literal: "True, False or None",
  javascript_literal: "undefined, which is null",
  literal_spelling: "true, false or null in other letters, or cut off",
  non_finite: "NaN or an infinity, by policy",
  number_form: "a number in a form that JSON does not know",
  big_integer: "an integer that no JavaScript number holds exactly, by policy",

  // Python tuples.
  single_value: "a value alone is the only value of a tuple",
  named_arguments: "arguments are given by name",
  line_break: "a line break outside of brackets is left out",
  json_literal: "true, false or null, where Python has True, False and None",
  python_set: "a set is a list of its members",
  python_bytes: "bytes are the text that they are in UTF-8",
  key_form: "a key that is a number, True, False or None is its name as a text",

  // Towards the schema.
  number: "a text that is a number, for a number",
  boolean: "a word or a number for true or false",
  null: "a word for null",
  number_to_string: "a number, for a text",
  json_string: "a text that is JSON, for what it says",
  one_item: "a single value, for a list of it",
  absent_null: "an optional property that is null, which does not fit, is left out",
  enum_case: "another spelling of a choice in upper and lower case",
  enum_prefix: "the start of a choice",
  default: "what is not given has its default",
} as const;

/** The kind of a repair: its name in {@link repairKinds}. */
export type RepairKind = keyof typeof repairKinds;
