/** A server with notes, which appends each call that it gets to a file. */
export const notesServer = `
  const tools = ["list_notes", "delete_note", "read_secret"].map((name) => ({
    name, description: "Notes.", inputSchema: { type: "object", properties: { id: { type: "string" } } },
  }));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "tools/call") require("node:fs").appendFileSync(process.argv.at(-1), params.name + "\\n");
    const results = {
      initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } },
      "tools/list": { tools },
      "tools/call": { content: [{ type: "text", text: "the notes" }] },
    };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
  });
`;
