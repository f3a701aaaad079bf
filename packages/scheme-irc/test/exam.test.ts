import { createClient, toFetch } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { startIrcServer } from "@anyurl/servers";
import { describeAccess, type HostileProtocol, type ServerStep } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { irc } from "../src/index.ts";

const REPLIES: Readonly<Record<string, readonly ServerStep[]>> = {
  USER: [{ is: "reply", text: ":s 001 guest :hello\r\n" }],
  QUIT: [{ is: "farewell", text: "ERROR :bye\r\n" }, { is: "close" }],
};

/** Each line of a text as a line of the message of the day, and its end. */
function asMotd(body: Uint8Array): Uint8Array {
  const lines = textOf(body).split("\r\n").slice(0, -1);
  return octetsOf(
    `:s 375 guest :-\r\n${lines.map((line) => `:s 372 guest :- ${line}\r\n`).join("")}:s 376 guest :end\r\n`,
  );
}

const PROTOCOL: HostileProtocol = {
  answer: (line, { heard }) => {
    const [verb = ""] = line.split(" ");
    // Only `get` of a server reads the message of the day.
    if (verb === "USER" && heard.includes("NICK motd")) return [...REPLIES["USER"]!, { is: "body" }];
    if (verb === "USER") return [{ is: "reply", text: ":s 001 guest :hello\r\n:s 422 guest :none\r\n" }];
    return REPLIES[verb] ?? [];
  },
  // Empty messages and unknown numeric replies are ignored (RFC 2812 §2.3.1).
  invalidReplies: ["\udcff\udcfe\r\n", "20 x\r\n", "2200 x\r\n", "-\r\n", "\0\r\n"],
  refusal: ":s 403 guest x :no\r\n",
  operations: [
    { operation: "get", url: "irc://motd@h.example/", end: "mark", carries: "text", frame: asMotd },
    // Names of channels have no spaces, which the listings of these peers have, and each line of a message that is sent
    // has a command before it: access.test.ts has hostile peers for these operations.
    {
      operation: "get",
      url: "ircs://motd:Swordfish%2F42@h.example/",
      end: "mark",
      carries: "text",
      frame: asMotd,
      tls: "implicit",
    },
  ],
};

describeAccess(irc, {
  start: async () => {
    const server = await startIrcServer();
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: ({ limits, ...world }) =>
    createClient({ schemes: [irc], transport: nodeTransport(), ...world, ...(limits && { limits }) }),
  get: {
    path: "/%23anyurl",
    octets: octetsOf("#anyurl\r\nTopic: URLs of any scheme\r\nUsers: 2\r\n@keeper\r\ngull\r\n"),
    mediaType: "text/plain; charset=utf-8",
  },
  list: { path: "/", names: ["#anyurl", "#keyed"] },
  send: {
    path: "/%23anyurl",
    octets: octetsOf("hello\r\n"),
    arrived: ({ received }) =>
      received.some((lines) => lines.some((line) => textOf(line) === "PRIVMSG #anyurl :hello")),
  },
  open: {
    path: "/%23anyurl",
    says: octetsOf("/PING x\n"),
    hears: octetsOf("* Topic: URLs of any scheme\n* Users: @keeper gull guest\n"),
  },
  refuses: [
    { operation: "get", path: "/%23nothing", code: "not-found" },
    { operation: "get", path: "/%23keyed", code: "auth-failed" },
  ],
  protocol: PROTOCOL,
  exceptFaults: {
    "a body in the smallest chunks that its framing allows, read by fetch":
      "fetch lists the channels of a server",
  },
  fetch: toFetch,
});
