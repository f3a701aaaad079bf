import type { HostileOperation, HostileProtocol, HostileWorld, ServerStep } from "@anyurl/testkit";

/** Returns the fixed reply of a server to a command, independent of earlier commands. */
const REPLIES: ReadonlyMap<string, ServerStep> = new Map(
  Object.entries({
    AUTH: { is: "reply", text: "234 go on\r\n", secures: true, required: true },
    PBSZ: { is: "reply", text: "200 none\r\n" },
    PROT: { is: "reply", text: "200 private\r\n", required: true },
    USER: { is: "reply", text: "331 password\r\n", required: true },
    PASS: { is: "reply", text: "230 welcome\r\n", required: true },
    FEAT: { is: "reply", text: "211-features\r\n MLST type*;size*;\r\n211 end\r\n" },
    CWD: { is: "reply", text: "250 there\r\n", required: true },
    TYPE: { is: "reply", text: "200 done\r\n", required: true },
    PWD: { is: "reply", text: '257 "/pub" is here\r\n' },
    DELE: { is: "reply", text: "250 gone\r\n", confirms: true },
    RMD: { is: "reply", text: "250 gone\r\n", confirms: true },
    MKD: { is: "reply", text: '257 "b" made\r\n', confirms: true },
    RNFR: { is: "reply", text: "350 and then?\r\n", required: true },
    RNTO: { is: "reply", text: "250 renamed\r\n", confirms: true },
    MDTM: { is: "reply", text: "213 20010203040506\r\n" },
  } satisfies Record<string, ServerStep>),
);

export function answer(line: string, world: HostileWorld): readonly ServerStep[] {
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
    case "STOR":
    case "APPE":
      return [
        { is: "reply", text: "150 go on\r\n", required: true },
        { is: "upload", on: "data" },
        { is: "reply", text: "226 I have it\r\n", confirms: true },
      ];
    case "SIZE":
      return [{ is: "reply", text: `213 ${size}\r\n` }];
    case "MLST":
      return [{ is: "reply", text: `250-there\r\n type=file;size=${size}; b\r\n250 end\r\n` }];
    case "QUIT":
      return [{ is: "farewell", text: "221 bye\r\n" }, { is: "close" }];
    default:
      return [REPLIES.get(verb) ?? { is: "reply", text: "502 no\r\n" }];
  }
}

function transfer(text: string): readonly ServerStep[] {
  return [
    { is: "reply", text },
    { is: "body", on: "data" },
    { is: "reply", text: "226 all of it\r\n" },
  ];
}

export function unixLine(name: string, size: string): string {
  return `-rw-r--r--    1 0        0        ${size} Feb 03  2001 ${name}`;
}

const DIRECTORY = "ftp://alice:Swordfish%2F42@h.example/a/";

/** The operations that read metadata or write. */
export const CHANGES: readonly HostileOperation[] = [
  { operation: "stat", url: `${DIRECTORY}b`, end: "reply" },
  { operation: "put", url: `${DIRECTORY}b`, end: "reply" },
  { operation: "put", url: `${DIRECTORY}b;type=a`, end: "reply", carries: "text" },
  { operation: "append", url: `${DIRECTORY}b`, end: "reply" },
  { operation: "remove", url: `${DIRECTORY}b`, end: "reply" },
  { operation: "remove", url: DIRECTORY, end: "reply" },
  { operation: "rename", url: `${DIRECTORY}b`, to: `${DIRECTORY}c`, end: "reply" },
  { operation: "makeDirectory", url: `${DIRECTORY}b/`, end: "reply" },
];

export const PROTOCOL: HostileProtocol = {
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
    ...CHANGES,
    {
      operation: "rename",
      url: "ftp://alice:Swordfish%2F42@h.example/a/b",
      to: "ftp://alice:Swordfish%2F42@h.example/c/d",
      end: "reply",
    },
  ],
};
