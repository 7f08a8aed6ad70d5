import { GuardedCalls } from "@helve/adapter";
import { ActionExecutor } from "@helve/executor";
import { type AdapterBench, add, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/** `GuardedCalls` itself, beside the parsed arguments and the function: what every adapter costs at least. */
export function guardedCallsBench(): AdapterBench {
  const executor = new ActionExecutor([add], { guards: [tenRules()] });
  return {
    name: "@helve/adapter",
    async bare(calls) {
      for (let index = 0; index < calls; index++) await addition.execute(JSON.parse(argumentsOf(index)));
    },
    async guarded(calls) {
      const guarded = new GuardedCalls(executor);
      for (let index = 0; index < calls; index++) {
        await guarded.execute({ id: `call_${index}`, name: "add", arguments: argumentsOf(index) });
      }
    },
  };
}
