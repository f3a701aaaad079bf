import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { mailto } from "@anyurl/scheme-mailto";
import { type SmtpServer, startSmtpServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { smtp } from "../src/index.ts";

const MESSAGE: Uint8Array = octetsOf("first\r\n.\r\n..two\r\n");

/** A mailto URL names no server: the client has the one of the test. */
let running: SmtpServer;

describeAccess(mailto, {
  start: async () => {
    const server = await startSmtpServer({ refuse: ["nobody@h.example"] });
    running = server;
    return {
      url: (path) => `mailto:${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) =>
    createClient({
      schemes: [mailto],
      transport: nodeTransport(),
      options: {
        mailto: {
          submit: (submission, context) =>
            smtp({ host: running.host, port: running.port, tls: "none" })(submission, context),
          from: "me@h.example",
          confirmed: true,
        },
      },
      ...world,
    }) as never,
  send: {
    path: "joe@h.example?subject=hello",
    octets: MESSAGE,
    arrived: () => running.messages.some(({ octets }) => Buffer.from(octets).includes(Buffer.from(MESSAGE))),
  },
  refuses: [{ operation: "send", path: "nobody@h.example", code: "not-found" }],
});
