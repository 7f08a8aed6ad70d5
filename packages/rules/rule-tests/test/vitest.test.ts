import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testRules } from "@helve/rule-tests/vitest";

// The tests that this declares must pass.
const file = join(mkdtempSync(join(tmpdir(), "rule-tests-")), "mail.agentspec");
writeFileSync(
  file,
  `rule @mail
trigger Gmail.SendEmail
check args.to == "eve"
enforce stop
end
test "to eve" when Gmail.SendEmail({"to": "eve"}) expect stop by @mail end
test "to bob" when Gmail.SendEmail({"to": "bob"}) expect allow end
test "another tool" when Gmail.Draft({"to": "eve"}) expect allow end
`,
);
testRules(file, { predicates: [], coverage: 1, mutationScore: 1 });
