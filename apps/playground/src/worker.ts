// The worker. Its name says what it does, so that both workers share the chunks of their code.

if (self.name === "language-server") await import("./worker/language-server.ts");
else await import("./worker/evaluate-messages.ts");
