import { createClient, toFetch } from "@anyurl/client";
import { describeHostile, type HostileOperation, type HostileProtocol } from "@anyurl/testkit";
import { describe } from "vitest";
import { ftp } from "../src/index.ts";
import { answer, CHANGES, PROTOCOL, unixLine } from "./hostile-protocol.ts";

/** Uses TLS before the login and for data connections. */
const TLS: HostileProtocol = { ...PROTOCOL, operations: PROTOCOL.operations.map(withTls) };

function withTls(operation: HostileOperation): HostileOperation {
  return { ...operation, tls: "upgrade" };
}

/** A server of 1985, without FEAT and with listings from `ls -l`. */
const OLD: HostileProtocol = {
  ...PROTOCOL,
  answer: (line, world) =>
    /^(?:FEAT|MLS[DT]|EPSV)/.test(line) ? [{ is: "reply", text: "502 no\r\n" }] : answer(line, world),
  operations: [
    {
      operation: "list",
      url: "ftp://h.example/pub/",
      end: "reply",
      entry: unixLine,
    },
    ...CHANGES,
  ],
};

/** Only the 150 has a size, so nothing confirms it. */
const NO_SIZE: HostileProtocol = {
  ...PROTOCOL,
  answer: (line, world) =>
    line.startsWith("SIZE") ? [{ is: "reply", text: "502 no\r\n" }] : answer(line, world),
  operations: [{ operation: "get", url: "ftp://h.example/b", end: "reply" }],
};

const DIALOGUES = [
  ["a server of 1985", OLD, "none"],
  ["a server without SIZE", NO_SIZE, "none"],
  ["a server with TLS", TLS, "required"],
] as const;

describe.each(DIALOGUES)("%s", (_, protocol, tls) => {
  describeHostile(ftp, {
    protocol,
    client: (world) => createClient({ schemes: [ftp], options: { ftp: { tls } }, ...world }),
    fetch: toFetch,
  });
});
