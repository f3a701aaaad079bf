import { toFetch } from "@anyurl/client";
import { describeHostile, type HostileProtocol } from "@anyurl/testkit";
import { news } from "../src/index.ts";
import { answer, clientWith, FAULTS_OF_NEWS, PROTOCOL, reply, withLastLine } from "./hostile-protocol.ts";

/** A server of 1986: it has neither CAPABILITIES nor OVER, and continues to read after 500. */
const OLD: HostileProtocol = {
  ...PROTOCOL,
  answer: (line) => {
    if (line.startsWith("MODE")) return reply("200 ready\r\n");
    return /^(?:CAPABILITIES|OVER|LIST)/.test(line) ? reply("500 what\r\n") : answer(line);
  },
  operations: PROTOCOL.operations,
};

describeHostile(news, {
  protocol: OLD,
  faults: FAULTS_OF_NEWS,
  client: clientWith({ clearTextLogin: true }),
  fetch: toFetch,
});

/** A server with STARTTLS, and a client that requires it. */
const UPGRADE: HostileProtocol = {
  ...PROTOCOL,
  answer: (line) => {
    if (line === "CAPABILITIES") return reply("101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\nSTARTTLS\r\n.\r\n");
    if (line === "STARTTLS") return [{ is: "reply", text: "382 go on\r\n", secures: true }];
    return answer(line);
  },
  operations: [
    {
      operation: "get",
      url: "news://alice:Swordfish%2F42@h.example/a%2F$x@b.example",
      end: "mark",
      carries: "text",
      frame: withLastLine,
      tls: "upgrade",
    },
  ],
};

describeHostile(news, {
  protocol: UPGRADE,
  faults: FAULTS_OF_NEWS,
  client: clientWith({ tls: "required" }),
  fetch: toFetch,
});
