import { createClient } from "@anyurl/client";
import { type Limits, octetsOf } from "@anyurl/core";
import { mailto } from "@anyurl/scheme-mailto";
import { type SmtpServer, startSmtpServer } from "@anyurl/servers";
import { type AccessClient, describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { smtp } from "../src/index.ts";
import { clientWith, protocolWith } from "./hostile-protocol.ts";

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
  client: ({ transport, clock, limits = {} }) =>
    transport === undefined || clock === undefined
      ? clientOverSockets(limits)
      : clientWith("none")({ transport, clock, limits }),
  send: {
    path: "joe@h.example?subject=hello",
    octets: MESSAGE,
    arrived: () => running.messages.some(({ octets }) => Buffer.from(octets).includes(Buffer.from(MESSAGE))),
  },
  refuses: [{ operation: "send", path: "nobody@h.example", code: "not-found" }],
  protocol: protocolWith(),
});

function clientOverSockets(limits: Partial<Limits>): AccessClient {
  const { host, port } = running;
  return createClient({
    schemes: [mailto],
    transport: nodeTransport(),
    options: { mailto: { submit: smtp({ host, port, tls: "none" }), from: "me@h.example", confirmed: true } },
    limits,
  }) as unknown as AccessClient;
}
