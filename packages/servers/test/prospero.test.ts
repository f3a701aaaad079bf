import { createSocket, type Socket } from "node:dgram";
import { afterEach, describe, expect, it, test } from "vitest";
import { folder, type ProsperoServerOptions, patternDocument, startProsperoServer } from "../src/index.ts";
import { latin1, octets } from "./raw-client.ts";

const root = folder({
  "tide.txt": "It's 4 o'clock.\n",
  "two words.txt": "",
  "long.bin": patternDocument(60_000),
  charts: folder({ "a.gif": "GIF", "b.gif": "GIF" }),
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A client without any protocol: it sends and receives datagrams. */
async function dial(port: number) {
  const socket = createSocket("udp4");
  sockets.push(socket);
  const received: Uint8Array[] = [];
  socket.on("message", (datagram) => received.push(Uint8Array.from(datagram)));
  await new Promise<void>((resolve) => socket.connect(port, "127.0.0.1", resolve));
  return {
    received,
    send: (datagram: Uint8Array) => new Promise<void>((resolve) => socket.send(datagram, () => resolve())),
    /** Resolves when this many datagrams have arrived. */
    until: async (count: number) => expect.poll(() => received.length).toBe(count),
    /** Resolves when no more datagrams arrive. */
    // biome-ignore lint/plugin/no-fixed-waits: nothing arrives during this time.
    silence: () => new Promise((resolve) => setTimeout(resolve, 60)),
  };
}

const START = "VERSION 5 test\nAUTHENTICATE '' UNAUTHENTICATED tester\n";

/** Formats a packet of a request, with a header of nine bytes. */
function packet(text: string, { id = 0x1234, number = 1, total = 1, through = 0 } = {}): Uint8Array {
  const header = [id, number, total, through].flatMap((field) => [field >> 8, field & 0xff]);
  return Uint8Array.from([9, ...header, ...octets(text)]);
}

/** Returns the text of a packet. */
const datagramText = (datagram: Uint8Array | undefined) => latin1(datagram!.subarray(datagram![0]));

async function ask(text: string, options: ProsperoServerOptions = { root }): Promise<string> {
  await using server = await startProsperoServer(options);
  const client = await dial(server.port);
  await client.send(packet(START + text));
  // The last packet has no number, or states the total.
  await expect
    .poll(() => client.received.some((each) => each[0] === 3 || each[5]! + each[6]! > 0))
    .toBe(true);
  return client.received.map(datagramText).join("").replaceAll(`(${server.port})`, "(PORT)");
}

describe("answers", () => {
  test.each([
    ["VERSION\n", "VERSION 5 anyurl-servers\n"],
    ["VERSION 5\n", ""],
    ["VERSION 9\n", "VERSION-NOT-SUPPORTED TRY 5\n"],
    ["BOGUS\n", "ERROR Unknown' message'\n"],
    ["STATUS\n", "ERROR Unknown' message'\n"],
    ["DIRECTORY ASCII '/srv\n", "ERROR 'the request cannot be read'\n"],
    ["DIRECTORY ASCII '/nope'\nLIST '' COMPONENTS\n", "FAILURE NOT-A-DIRECTORY\n"],
    ["DIRECTORY ASCII '/tide.txt'\nLIST '' COMPONENTS\n", "FAILURE NOT-A-DIRECTORY\n"],
    ["DIRECTORY HANDLE '/'\nLIST '' COMPONENTS\n", "FAILURE SERVER-FAILED\n"],
    ["LIST '' COMPONENTS\n", "FAILURE NOT-AUTHORIZED\n"],
    ["DIRECTORY ASCII '/charts'\nLIST VERIFY COMPONENTS\n", "NONE-FOUND\n"],
    ["DIRECTORY ASCII '/charts'\nLIST '' COMPONENTS zzz\n", "NONE-FOUND\n"],
    ["GET-OBJECT-INFO #ALL ASCII '/nope' 0\n", "FAILURE NOT-FOUND\n"],
    ["GET-OBJECT-INFO\n", "ERROR 'wrong number of arguments'\n"],
    ["SELECT OBJECT FIELD ID REMOTE 1\n", "ERROR Unknown' message'\n"],
    ["AUTHENTICATE MANDATORY NOSUCH x\nVERSION\n", "FAILURE AUTHENTICATION-DATA\n"],
    ["AUTHENTICATE '' NOSUCH x\nVERSION\n", "VERSION 5 anyurl-servers\n"],
    ["PARAMETER GET MOTD\n", "PARAMETER NOTSET MOTD\n"],
    ["GET-OBJECT-INFO #ALL ASCII '/nope' 0\nVERSION\n", "FAILURE NOT-FOUND\n"],
    ["VERSION\nGET-OBJECT-INFO #ALL ASCII '/nope' 0\n", "VERSION 5 anyurl-servers\nFAILURE NOT-FOUND\n"],
  ])("%j", async (request, answer) => {
    expect(await ask(request)).toBe(answer);
  });

  it("list a directory, with two spaces after LINK", async () => {
    expect(await ask("DIRECTORY ASCII ''\nLIST '' COMPONENTS\n")).toBe(
      [
        "LINK  L FILE tide.txt INTERNET-D 127.0.0.1(PORT) ASCII '/tide.txt' 0\n",
        "LINK  L FILE 'two words.txt' INTERNET-D 127.0.0.1(PORT) ASCII '/two words.txt' 0\n",
        "LINK  L FILE long.bin INTERNET-D 127.0.0.1(PORT) ASCII '/long.bin' 0\n",
        "LINK  L DIRECTORY charts INTERNET-D 127.0.0.1(PORT) ASCII '/charts' 0\n",
      ].join(""),
    );
  });

  it.each(["charts *.gif", "charts/?.gif", "ch*/*"])("find names: %s", async (names) => {
    const answer = await ask(`DIRECTORY ASCII '/'\nLIST '' COMPONENTS ${names}\n`);
    expect(answer.match(/FILE (\S+)/g)).toEqual(["FILE a.gif", "FILE b.gif"]);
  });

  it("return the attributes of an object, and in a listing on request", async () => {
    expect(await ask("GET-OBJECT-INFO #ALL ASCII '/tide.txt' 0\nSELECT OBJECT FIELD X y\n")).toBe(
      [
        "ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '16 bytes'\n",
        "ATTRIBUTE OBJECT INTRINSIC LAST-MODIFIED SEQUENCE 19941220120000Z\n",
        "ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\n",
        "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n",
        "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE LOCAL '' '' '' ''\n",
      ].join(""),
    );
    const listing = await ask("DIRECTORY ASCII '/charts'\nLIST ATTRIBUTES+LEXPAND COMPONENTS a.gif\n");
    expect(listing.split("\n").slice(1, -1)).toEqual([
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD PROSPERO-CONTENTS '' '' '' ''",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD LOCAL '' '' '' ''",
      "ATTRIBUTE CACHED FIELD SIZE '3 bytes'",
      "ATTRIBUTE CACHED FIELD LAST-MODIFIED 19941220120000Z",
      "ATTRIBUTE CACHED FIELD UNIX-MODES -rw-r--r--",
    ]);
  });

  it("return the contents of a document only if the server provides them", async () => {
    const request = "GET-OBJECT-INFO CONTENTS+SIZE ASCII '/tide.txt' 0\n";
    expect(await ask(request)).toBe(
      "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA 'It''s 4 o''clock.\n'\n",
    );
    expect(await ask(request, { root, contents: false })).toBe("FAILURE NOT-FOUND ATTRIBUTE\n");
    expect(await ask("GET-OBJECT-INFO CONTENTS ASCII '/charts' 0\n")).toBe("FAILURE NOT-FOUND ATTRIBUTE\n");
  });

  const links = {
    "/links/ftp": "ftp://ftp.example:2121/pub/a%20b.txt;type=a",
    "/links/full": "ftp://ftp.example/%2Fetc/motd",
    "/links/gopher": "gopher://gopher.example/9/octets/bytes.bin",
    "/links/http": "http://www.example/a?b=c",
    "/links/wais": "wais://wais.example:210/harbour/TEXT/%02x",
    "/links/telnet": "telnet://pilot.example:2323/",
    "/links/far": "prospero://pros.example:1526//far/away",
    "/links/two": ["gopher://gopher.example:70/0x", "ftp://ftp.example/x;type=i"],
  };

  it("link to other servers, with an access method or a prospero URL", async () => {
    const answer = await ask("DIRECTORY ASCII '/links'\nLIST LEXPAND COMPONENTS\n", { root, links });
    expect(answer.split("\n")).toEqual([
      "LINK  L EXTERNAL ftp INTERNET-D ftp.example(2121) ASCII '/pub/a b.txt' 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD AFTP INTERNET-D ftp.example(2121) ASCII '/pub/a b.txt' TEXT",
      "LINK  L EXTERNAL full INTERNET-D ftp.example ASCII '/etc/motd' 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD FTP INTERNET-D ftp.example ASCII '/etc/motd' BINARY",
      "LINK  L EXTERNAL gopher INTERNET-D gopher.example(70) ASCII '/octets/bytes.bin' 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD GOPHER INTERNET-D gopher.example(70) ASCII '/octets/bytes.bin' 9",
      "LINK  L EXTERNAL http INTERNET-D www.example ASCII '/a?b=c' 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD HTTP INTERNET-D www.example ASCII '/a?b=c'",
      "LINK  L EXTERNAL wais INTERNET-D wais.example(210) ASCII 'WAIS-GW/wais.example(210)/TEXT/harbour/%02x' 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD WAIS INTERNET-D wais.example(210) ASCII 'WAIS-GW/wais.example(210)/TEXT/harbour/%02x'",
      "LINK  L EXTERNAL telnet INTERNET-D pilot.example(2323) ASCII '' 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD TELNET INTERNET-D pilot.example(2323) ASCII ''",
      "LINK  L DIRECTORY far INTERNET-D pros.example(1526) ASCII '/far/away' 0",
      "LINK  L EXTERNAL two INTERNET-D gopher.example(70) ASCII x 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD GOPHER INTERNET-D gopher.example(70) ASCII x 0",
      "ATTRIBUTE CACHED FIELD ACCESS-METHOD AFTP INTERNET-D ftp.example ASCII '/x' BINARY",
      "",
    ]);
    expect(await ask("GET-OBJECT-INFO #ALL ASCII '/links/gopher' 0\n", { root, links })).toBe(
      "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE GOPHER INTERNET-D gopher.example(70) ASCII '/octets/bytes.bin' 9\n",
    );
    expect(await ask("DIRECTORY ASCII ''\nLIST '' COMPONENTS links/far/x/y\n", { root, links })).toBe(
      "LINK  L DIRECTORY far INTERNET-D pros.example(1526) ASCII '/far/away' 0\nUNRESOLVED x y\n",
    );
    expect(await ask("DIRECTORY ASCII ''\nLIST '' COMPONENTS links\n", { root, links })).toContain(
      "LINK  L DIRECTORY links",
    );
  });

  it("list union links last, and report the new location of a moved object", async () => {
    const far = "prospero://pros.example:1526//far";
    const options = { root, unions: { "/charts/": [far] }, forwards: { "/old": far } };
    const listing = await ask("DIRECTORY ASCII '/charts'\nLIST '' COMPONENTS\n", options);
    expect(listing).toMatch(
      /b\.gif' 0\nLINK {2}U DIRECTORY union INTERNET-D pros\.example\(1526\) ASCII '\/far' 0\n$/,
    );
    for (const request of [
      "DIRECTORY ASCII '/old'\nLIST '' COMPONENTS\n",
      "GET-OBJECT-INFO #ALL ASCII '/old' 0\n",
    ])
      expect(await ask(request, options)).toBe("FORWARDED INTERNET-D pros.example(1526) ASCII '/far' 0\n");
  });
});

describe("packets", () => {
  const CONTENTS = `${START}GET-OBJECT-INFO CONTENTS ASCII '/long.bin' 0\n`;

  it("have a header of three bytes for a short response, and of nine when sent again", async () => {
    await using server = await startProsperoServer({ root });
    const client = await dial(server.port);
    await client.send(packet("VERSION\n"));
    await client.until(1);
    expect([...client.received[0]!.subarray(0, 4)]).toEqual([3, 0x12, 0x34, 0x56]);
    await client.send(packet("VERSION\n"));
    await client.until(2);
    expect([...client.received[1]!.subarray(0, 10)]).toEqual([9, 0x12, 0x34, 0, 1, 0, 1, 0, 1, 0x56]);
    expect(server.received).toHaveLength(1);
  });

  it("are sent sixteen at a time, and wait for an acknowledgement", async () => {
    await using server = await startProsperoServer({ root });
    const client = await dial(server.port);
    await client.send(packet(CONTENTS));
    await client.until(16);
    await client.silence();
    expect(client.received).toHaveLength(16);
    expect(client.received.map((datagram) => datagram[0])).toEqual([...Array(15).fill(7), 12]);
    expect(client.received[15]![11]).toBe(0x80);
    for (const through of [16, 32, 48]) {
      await client.send(packet("", { number: 0, total: 0, through }));
      await client.until(Math.min(through + 16, 49));
    }
    const last = client.received.at(-1)!;
    expect([...last.subarray(3, 7)]).toEqual([0, 49, 0, 49]);
    const text = client.received.map(datagramText).join("");
    expect(text.length).toBeGreaterThan(60_000);
    expect(text.endsWith("'\n")).toBe(true);
  });

  it("use the window that the client states", async () => {
    await using server = await startProsperoServer({ root });
    const client = await dial(server.port);
    const header = [15, 0x12, 0x34, 0, 1, 0, 1, 0, 0, 0, 0, 8, 0, 0, 2];
    await client.send(Uint8Array.from([...header, ...octets(CONTENTS)]));
    await client.until(2);
    await client.silence();
    expect(client.received).toHaveLength(2);
  });

  it("can arrive in any order, and get no response before all have arrived", async () => {
    await using server = await startProsperoServer({ root });
    const client = await dial(server.port);
    await client.send(packet("RSION\n", { number: 2, total: 2 }));
    await client.silence();
    expect(client.received).toEqual([]);
    await client.send(packet("VE", { number: 1, total: 2 }));
    await client.until(1);
    expect(datagramText(client.received[0])).toBe("VERSION 5 anyurl-servers\n");
    expect(server.received[0]!.map((line) => latin1(line.subarray(9)))).toEqual([
      "VE\x09\x124\x00\x02\x00\x02\x00\x00RSION",
    ]);
  });

  it.each([
    ["nothing", ""],
    ["no header", "VERSION\n"],
    ["no total", "\x05\x12\x34\x00\x01VERSION\n"],
    ["a total of 0", "\x07\x12\x34\x00\x01\x00\x00VERSION\n"],
    ["a number beyond the total", "\x09\x12\x34\x00\x05\x00\x02\x00\x00VERSION\n"],
    ["a header beyond the end of the packet", "\x1f\x12\x34\x00\x01\x00\x01"],
    ["half a field", "\x02\x12VERSION\n"],
    ["an acknowledgement of an unknown request", "\x09\x12\x34\x00\x00\x00\x00\x00\x05"],
    ["a cancel of one", "\x0d\x12\x34\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"],
    ["a thousand packets to come", "\x09\x12\x34\x00\x01\x03\xe8\x00\x00VERSION\n"],
  ])("get no response if they are invalid: %s", async (_what, datagram) => {
    await using server = await startProsperoServer({ root });
    const client = await dial(server.port);
    await client.send(octets(datagram));
    await client.silence();
    expect(client.received).toEqual([]);
    expect(server.received).toEqual([]);
  });
});

describe("a server", () => {
  it("reports its address, and can be closed twice", async () => {
    const server = await startProsperoServer({ host: "::1" });
    expect(server).toMatchObject({ host: "::1", origin: `prospero://[::1]:${server.port}`, live: 0 });
    await Promise.all([server.close(), server.close()]);
  });

  it("listens on loopback only", async () => {
    await expect(startProsperoServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError);
  });

  it.each([
    "mailto:somebody@example.com",
    "ftp://user@h.example/x",
    "not a URL",
    "ftp://h.example/a b",
    "ftp://h.example:123456/",
  ])("rejects a URL that a link cannot express: %s", async (url) => {
    await expect(startProsperoServer({ links: { "/x": url } })).rejects.toThrow(TypeError);
    await expect(startProsperoServer({ forwards: { "/x": url } })).rejects.toThrow(TypeError);
    await expect(startProsperoServer({ unions: { "/x": [url] } })).rejects.toThrow(TypeError);
  });
});
