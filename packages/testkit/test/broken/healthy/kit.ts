import { createClient } from "@anyurl/client";
import { octetsOf, type Scheme, textOf } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import type {
  HostileOperation,
  HostileProtocol,
  HostileWorld,
  ServerKit,
  ServerStep,
} from "../../../src/index.ts";
import { startEchoServer } from "./server.ts";

/** Bytes of every value, more than fit into one packet. */
const OCTETS: Uint8Array = Uint8Array.from({ length: 600 }, (_, i) => (i * 7) % 256);

const TEXTS: Readonly<Record<string, Uint8Array>> = {
  hello: OCTETS,
  "what? 50%#": octetsOf("a name that has to be escaped"),
  "caf\udce9": octetsOf("a name that is no UTF-8"),
  "his own": octetsOf("for bob"),
};

/** Creates the kit of an x-echo server and a client with this scheme, next to other schemes. */
export function kitOf(scheme: Scheme, beside: readonly Scheme[] = []): ServerKit {
  return {
    start: () => startEchoServer(TEXTS),
    client: (world) =>
      createClient({
        schemes: [...beside, scheme],
        transport: nodeTransport(),
        credentials: ({ user }) => (user === "bob" ? { password: "s3cr:t" } : undefined),
        ...world,
      }),
    get: { path: "/hello", octets: OCTETS },
    list: { path: "//", names: Object.keys(TEXTS).filter((name) => name !== "his own") },
    put: { path: "/n%FFew", octets: octetsOf("one\r\n.two\r\n\udcff\r\n") },
    remove: { path: "/hello" },
    refuses: [
      { operation: "get", path: "/nothing", code: "not-found" },
      { operation: "remove", path: "/nothing", code: "not-found" },
      { operation: "get", path: "//his%20own", code: "permission-denied" },
    ],
    protocol: PROTOCOL,
  };
}

const URL = "x-echo://bob:Swordfish%2F42@h.example/a";

const OPERATIONS: readonly HostileOperation[] = [
  { operation: "get", url: URL, end: "reply", sized: true },
  {
    operation: "list",
    url: "x-echo://h.example/",
    end: "mark",
    entry: (name) => `+${name}`,
    frame: (body) => octetsOf(`${textOf(body)}.\r\n`),
  },
  { operation: "stat", url: URL, end: "reply" },
  {
    operation: "put",
    url: URL,
    end: "reply",
    carries: "text",
    frame: (body) => octetsOf(textOf(body).replaceAll(/^\./gm, "..")),
  },
  { operation: "remove", url: URL, end: "reply" },
];

const PROTOCOL: HostileProtocol = {
  greeting: "200 hello\r\n",
  answer,
  refusal: "500 no\r\n",
  operations: OPERATIONS,
};

function answer(line: string, { size }: HostileWorld): readonly ServerStep[] {
  switch (line.split(" ", 1)[0]) {
    case "GET":
      return [{ is: "reply", text: `200 ${size}\r\n` }, { is: "body" }, { is: "reply", text: "200 all\r\n" }];
    case "LIST":
      return [{ is: "reply", text: "200 here\r\n" }, { is: "body" }, { is: "close" }];
    case "STAT":
      return [{ is: "reply", text: `200 ${size}\r\n` }];
    case "PUT":
      return [
        { is: "reply", text: "100 go on\r\n", required: true },
        { is: "upload", until: "." },
        { is: "reply", text: "200 I have it\r\n", confirms: true },
      ];
    case "REMOVE":
      return [{ is: "reply", text: "200 gone\r\n", confirms: true }];
    default:
      return [{ is: "reply", text: "200 ok\r\n", required: true }];
  }
}
