import { createClient } from "@anyurl/client";
import { describeHostile, type HostileProtocol, type HostileWorld, type Said } from "@anyurl/testkit";
import { ftp } from "../src/index.ts";

/** What a server says to a command, once and for all: nothing depends on what was said before. */
const REPLIES: ReadonlyMap<string, string> = new Map([
  ["USER", "331 password\r\n"],
  ["PASS", "230 welcome\r\n"],
  ["FEAT", "211-features\r\n MLST type*;size*;\r\n211 end\r\n"],
  ["CWD", "250 there\r\n"],
  ["TYPE", "200 done\r\n"],
]);

function answer(line: string, world: HostileWorld): readonly Said[] {
  const [verb = ""] = line.split(" ");
  const { port, address, size } = world;
  switch (verb) {
    case "EPSV":
      return [{ is: "reply", text: `229 entering (|||${port}|)\r\n`, offers: "data" }];
    case "PASV": {
      const numbers = [...address.split("."), port >> 8, port & 0xff];
      return [{ is: "reply", text: `227 entering (${numbers.join(",")})\r\n`, offers: "data" }];
    }
    case "RETR":
      return transfer(`150 opening (${size} bytes)\r\n`);
    case "MLSD":
    case "LIST":
    case "NLST":
      return transfer("150 here it comes\r\n");
    case "QUIT":
      return [{ is: "farewell", text: "221 bye\r\n" }, { is: "close" }];
    default:
      return [{ is: "reply", text: REPLIES.get(verb) ?? "502 no\r\n" }];
  }
}

function transfer(text: string): readonly Said[] {
  return [
    { is: "reply", text },
    { is: "body", on: "data" },
    { is: "reply", text: "226 all of it\r\n" },
  ];
}

function unixLine(name: string, size: string): string {
  return `-rw-r--r--    1 0        0        ${size} Feb 03  2001 ${name}`;
}

const PROTOCOL: HostileProtocol = {
  greeting: "220 ready\r\n",
  answer,
  multiline: (reply) => reply.replace(/^([0-9]{3}).*$/s, "$1-hello\r\n"),
  failure: "426 broken\r\n",
  refusal: "502 no\r\n",
  operations: [
    { operation: "get", url: "ftp://alice:Swordfish%2F42@h.example/a/b", end: "reply" },
    { operation: "get", url: "ftp://h.example/b;type=a", end: "reply", carries: "text" },
    {
      operation: "list",
      url: "ftp://alice:Swordfish%2F42@h.example/pub/",
      end: "reply",
      entry: (name, size, to) => (to === "MLSD" ? `type=file;size=${size}; ${name}` : unixLine(name, size)),
    },
  ],
};

/** A server of 1985: it has no FEAT, and the listing is what `ls -l` says. */
const OLD: HostileProtocol = {
  ...PROTOCOL,
  answer: (line, world) =>
    /^(?:FEAT|MLSD|EPSV)/.test(line) ? [{ is: "reply", text: "502 no\r\n" }] : answer(line, world),
  operations: [
    {
      operation: "list",
      url: "ftp://h.example/pub/",
      end: "reply",
      entry: unixLine,
    },
  ],
};

for (const protocol of [PROTOCOL, OLD]) {
  describeHostile(ftp, {
    protocol,
    client: (world) => createClient({ schemes: [ftp], ...world }),
  });
}
