// Rules and tests for the tests of the extension.

/** Two rules. */
export const exampleRules = `rule @confirm
trigger Terminal.Execute
check is_destructive(args.command)
enforce user_inspection("Delete it?")
end

rule @limit
trigger Bank.Transfer
check args.amount > 100
enforce stop("too much")
end
`;

/** Tests of these rules; the second one fails. */
export const exampleTests = `test "a deletion"
when Terminal.Execute({"command": "rm -r build"})
expect user_inspection by @confirm
end

test "wrong"
when Terminal.Execute({"command": "ls"})
expect stop by @confirm
end
`;
