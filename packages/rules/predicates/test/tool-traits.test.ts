import { PolicyError, predicates, resultTrust, toolTraits } from "@helve/predicates";
import { describe, expect, it } from "vitest";

function traitsOf(name: string, description = "") {
  return toolTraits([{ name, description }])[name];
}

describe("toolTraits", () => {
  it.each([
    ["send_money"],
    ["Gmail.SendEmail"],
    ["create_calendar_event"],
    ["mcp__github__create_issue"],
    ["input_to_webpage"],
    ["post_webpage"],
    ["download_file_through_url"],
    ["git_push"],
    ["addToCart"],
    ["checkout_cart"],
    ["check_in"],
    ["open_issue"],
    ["find_and_replace"],
    ["update_scheduled_transaction"],
    ["schedule_transaction"],
    ["add_user_to_channel"],
    ["reserve_hotel"],
    ["append_to_file"],
    ["use_coupon"],
    ["frobnicate"],
    ["constructor"],
  ])("%s changes the world, and its results are untrusted", (name) => {
    expect(traitsOf(name)).toMatchObject({ changesWorld: true, results: "untrusted" });
  });

  it.each([
    ["get_unread_emails"],
    ["read_file"],
    ["browse_webpage"],
    ["search_posts"],
    ["list_directory"],
    ["Web.Search"],
    ["read_channel_messages"],
    ["get_most_recent_transactions"],
    ["get_rating_reviews_for_hotels"],
    ["check_restaurant_opening_hours"],
    ["get_webpage"],
    ["git_status"],
    ["view_order"],
    ["get_day_calendar_events"],
    ["wikipedia"],
    ["Web.Fetch"],
    ["ArxivSearch.get_arxiv_article_information"],
    ["GoogleSearch"],
    ["GoogleScholar.search_google_scholar"],
    ["GoogleScholar.get_author_information"],
    ["GoogleScholar.get_citation_format"],
    ["GoogleScholar.get_author_id"],
    ["BINGMap.get_distance"],
    ["BINGMap.get_route"],
    ["BINGMap.get_coordinates"],
    ["BINGMap.search_nearby"],
  ])("%s only reads, and its results are untrusted", (name) => {
    expect(traitsOf(name)).toMatchObject({ changesWorld: false, results: "untrusted" });
  });

  it.each([
    ["get_balance"],
    ["get_iban"],
    ["get_current_day"],
    ["search_contacts_by_name"],
    ["Contacts.Find"],
    ["calculator"],
  ])("%s looks up data that is trusted", (name) => {
    expect(traitsOf(name)).toMatchObject({ changesWorld: false, results: "trusted" });
  });

  it("follows the description where the name says nothing", () => {
    expect(traitsOf("inventory", "Returns the items in a warehouse.")?.changesWorld).toBe(false);
    expect(traitsOf("inventory", "Sets the number of items.")?.changesWorld).toBe(true);
    expect(traitsOf("inventory")?.changesWorld).toBe(true);
  });

  it("prefers what is known better", () => {
    const tools = [{ name: "get_notes" }, { name: "run_report" }];
    expect(toolTraits(tools, { get_notes: { results: "trusted" }, run_report: { changesWorld: false } })).toEqual({
      get_notes: { changesWorld: false, results: "trusted", data: "private" },
      run_report: { changesWorld: false, results: "untrusted", data: "private" },
    });
  });

  it.each([
    ["read_mail", "private"],
    ["get_balance", "private"],
    ["read_file", "private"],
    ["Contacts.Find", "private"],
    ["frobnicate", "private"],
    ["get", "private"],
    ["get_weather", "public"],
    ["Web.Search", "public"],
    ["browse_webpage", "public"],
    ["search_flights", "public"],
    ["get_current_day", "public"],
    ["search_web_history_of_user", "private"],
  ])("the results of %s are %s", (name, data) => {
    expect(traitsOf(name)?.data).toBe(data);
  });
});

describe("the roles of arguments", () => {
  const roleOf = (name: string, schema: object = {}) =>
    toolTraits([{ name: "send_it", inputSchema: { type: "object", properties: { [name]: schema } } }])["send_it"]
      ?.argumentRoles?.[name];

  it.each([
    ["to", "decisive"],
    ["account_number", "decisive"],
    ["phoneNumber", "decisive"],
    ["output_path", "decisive"],
    ["page_url", "decisive"],
    ["message_recipient", "decisive"],
    ["frobnicate", "decisive"],
    ["number", "content"],
    ["page_number", "content"],
    ["path_format", "content"],
    ["email_body", "content"],
    ["input_ids", "content"],
    ["title", "label"],
  ])("%s is %s by its name, the last word of which counts most", (name, role) => {
    expect(roleOf(name)).toBe(role);
  });

  it.each([
    ["page", { type: "string", format: "uri" }, "decisive"],
    ["from", { type: "string", format: "date-time" }, "content"],
    ["p1", { type: "string", title: "Receiver" }, "decisive"],
    ["p1", { type: "string", description: "The text of the mail." }, "content"],
    ["p1", { type: "array", items: { type: "string" }, description: "List of the addresses to write to." }, "decisive"],
    ["value", { type: "string", description: "Whom to write to, by name" }, "decisive"],
    ["value", { type: "string", description: "How it is shown" }, "content"],
    ["body", { type: "string", description: "The address of the receiver stands in its first line." }, "content"],
    ["to", { type: "string", description: "The text of the mail." }, "decisive"],
    ["mood", { type: "string", enum: ["cheerful", "serious"] }, "content"],
    ["role", { type: "string", enum: ["viewer", "owner"] }, "decisive"],
    ["mood", { type: "string", description: "How it feels" }, "decisive"],
  ])("%s with %j is %s", (name, schema, role) => {
    expect(roleOf(name, schema)).toBe(role);
  });

  it("follow the members of objects, lists, alternatives and definitions, by their paths", () => {
    const inputSchema = {
      properties: {
        message: {
          type: "object",
          properties: {
            toRecipients: { type: "array", items: { $ref: "#/$defs/recipient" } },
            body: { type: "object", properties: { value: { type: "string" } } },
          },
        },
        payment: {
          oneOf: [
            { type: "object", properties: { iban: { type: "string" }, memo: { description: "What the note says" } } },
            { $ref: "#/$defs/recipient" },
          ],
        },
        reply: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] },
        tree: { $ref: "#/$defs/tree" },
        last: { type: "string", format: "uri" },
      },
      $defs: {
        recipient: { properties: { address: { type: "string" }, value: { type: "string" } } },
        tree: { properties: { children: { items: { $ref: "#/$defs/tree" } }, leaf: { format: "date" } } },
      },
    };
    expect(toolTraits([{ name: "send_it", inputSchema }])["send_it"]?.argumentRoles).toMatchObject({
      "message.toRecipients": "decisive",
      "message.toRecipients.address": "decisive",
      "message.toRecipients.value": "decisive",
      "message.body": "content",
      "message.body.value": "content",
      "payment.iban": "decisive",
      "payment.memo": "content",
      "payment.address": "decisive",
      reply: "decisive",
      "tree.children.leaf": "content",
      last: "decisive",
    });
  });

  it("are overridden one by one, and names of members of Object are no roles", () => {
    const tool = { name: "send_it", inputSchema: { properties: { to: {}, memo: {} } } };
    const traits = toolTraits([tool], { send_it: { argumentRoles: { memo: "content" } } });
    expect(traits["send_it"]?.argumentRoles).toEqual({ to: "decisive", memo: "content" });
    expect(roleOf("constructor")).toBe("decisive");
  });
});

describe("resultTrust", () => {
  it("follows the traits, or else the name", () => {
    const trust = resultTrust({ get_notes: { results: "trusted" } });
    expect([trust("get_notes"), trust("get_balance"), trust("get_emails"), trust("__proto__")]).toEqual([
      "trusted",
      "trusted",
      "untrusted",
      "untrusted",
    ]);
  });
});

describe("the traits of a policy", () => {
  it("are checked", () => {
    const traits = JSON.parse('{ "get_notes": { "results": "good", "changesworld": true } }');
    expect(() => predicates({ traits })).toThrow(PolicyError);
    const roles = JSON.parse('{ "post": { "argumentRoles": { "wall": "important" } } }');
    expect(() => predicates({ traits: roles })).toThrow(PolicyError);
  });
});
