/** Every kind of repair with a description of the change. */
export const repairKinds = {
  // Around the arguments.
  fence: "removed a Markdown fence around the text",
  prose: "left out text before or after the arguments",
  special_token: "left out a special token of the model's chat format, such as <|call|>",
  escaped_json: "read JSON within a JSON string",
  several_objects: "used one of several objects, or merged them",
  parameter_tags: "read arguments written between tags, <parameter=name>value</parameter>",
  call_syntax: "read arguments written as a call, name(a=1)",
  call_object: "read the arguments within an object that also names the tool",
  string_token: "read a string between two tokens of a model's format",
  empty: "read empty text as {}",
  bare_string: "used the text as the value of the only string parameter",

  // Punctuation.
  comment: "left out a comment",
  white_space: "left out white space that is not valid in JSON",
  trailing_comma: "left out a comma before a closing bracket",
  extra_comma: "left out a comma without a value before it",
  missing_comma: "added a comma",
  missing_colon: "added a colon between a key and its value",
  other_colon: "read =, => or := between a key and its value as a colon",
  missing_bracket: "added a missing bracket",
  extra_bracket: "left out a closing bracket without an opening one",
  other_bracket: "read a closing bracket of another kind as the one that was opened",
  doubled_braces: "read {{ and }} as { and }",
  other_punctuation:
    "read full-width punctuation, doubled quotes, quotes around a fence, or \\n between values as JSON",
  tuple: "read parentheses as a list",
  truncated: "closed a string, list or object that the end of the text cut off",
  truncated_member: "left out a key without a value at the end of the text",
  duplicate_key: "used one of several values of a key",

  // Strings.
  single_quotes: "read a string in single quotes or backticks",
  typographic_quotes: "read a string in typographic quotes",
  triple_quotes: "read a string in triple quotes",
  string_prefix: "left out a Python prefix before a string",
  unquoted_key: "read a key without quotes",
  unquoted_string: "read a string without quotes",
  missing_quote: "added a quote at one end of a string",
  escaped_quotes: "read a string whose own quotes have a backslash",
  unescaped_quote: "kept an unescaped quote within a string as text",
  unescaped_control: "kept an unescaped line break or control character within a string as text",
  bad_escape: "kept an invalid escape sequence as text, or read it as Python or JavaScript does",
  string_concatenation: "concatenated strings joined by +",

  // Words and numbers.
  python_literal: "read Python's True, False or None",
  javascript_literal: "read undefined as null",
  literal_spelling: "read another spelling of true, false or null",
  non_finite: "replaced NaN or an infinity, by the option nonFinite",
  number_form: "read a number in a form that is not valid in JSON, such as 0x1F",
  big_integer: "replaced an integer that a JavaScript number can't hold exactly, by the option bigIntegers",

  // Python tuples.
  single_value: "read a single value as a tuple of one value",
  named_arguments: "read arguments by name",
  line_break: "left out a line break outside brackets",
  json_literal: "read JSON's true, false or null in a Python tuple",
  python_set: "converted a set to a list of its members",
  python_bytes: "converted bytes to their UTF-8 text",
  key_form: "converted a key that is a number, True, False or None to a string",

  // Conversions to the types of the schema.
  number: "converted a string to a number",
  boolean: "converted a word or a number to a boolean",
  null: "converted a word to null",
  number_to_string: "converted a number to a string",
  json_string: "parsed JSON within a string",
  one_item: "put a single value in a list",
  property_name: "gave a property its own name, which a provider's format had changed",
  absent_null: "left out an optional property that is null but must not be null",
  enum_case: "corrected the upper and lower case of an enum value",
  enum_prefix: "completed the start of an enum value",
  default: "filled in the default of a missing property",
} as const;

/** The kind of a repair: its name in {@link repairKinds}. */
export type RepairKind = keyof typeof repairKinds;
