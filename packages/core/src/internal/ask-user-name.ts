/** The name of the tool with which a model asks the user. Its results are the answers, and nothing else. */
export const askUserName = "ask_user";
