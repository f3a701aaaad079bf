import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { document, type EmbeddedServer, folder, startFtpServer } from "../src/index.ts";
import { dial, ftpClient, portOf, readAll, until } from "./raw-client.ts";

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startFtpServer();
});
afterAll(() => server.close());

const EVERY_OCTET = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i));

describe("RETR (RFC 959 §4.1.3)", () => {
  test("sends the bytes unchanged for TYPE I", async () => {
    using client = await ftpClient(server);
    await client.ask("TYPE I");
    expect(await client.fetch("RETR octets/bytes.bin")).toEqual({
      data: EVERY_OCTET,
      final: expect.stringMatching(/^226 /),
    });
    expect((await client.fetch("RETR octets/empty.txt")).data).toBe("");
    expect((await client.fetch("RETR octets/lf.txt")).data).toBe("These lines end\nin line feed\nalone.\n");
  });

  test("TYPE A, the default, ends each line in CR LF, once", async () => {
    using client = await ftpClient(server);
    expect((await client.fetch("RETR octets/lf.txt")).data).toBe(
      "These lines end\r\nin line feed\r\nalone.\r\n",
    );
    expect((await client.fetch("RETR octets/crlf.txt")).data).toBe(
      "These lines end\r\nin carriage return\r\nand line feed.\r\n",
    );
  });

  test.each([
    "two words.txt",
    " leading blank.txt",
    "gr\xc3\xbc\xc3\x9fe.txt",
    "caf\xe9.txt",
    "last byte \xff\xff",
    "notes;type=a",
    "what?.txt",
    "a#b.txt",
    "100%.txt",
    "%41.txt",
    'a "quoted" word.txt',
    "-dash.txt",
    "back\\slash.txt",
    ".hidden.txt",
    "__proto__",
  ])("accepts the name %j in SIZE, RETR, NLST and LIST", async (name) => {
    using client = await ftpClient(server);
    await client.ask("CWD names");
    await client.ask("TYPE I");
    const size = Number((await client.ask(`SIZE ${name}`)).slice(4));
    const { data, final } = await client.fetch(`RETR ${name}`);
    expect(final).toMatch(/^226 /);
    expect(data).toMatch(/^You have found the document whose name /);
    expect(data.length).toBe(size);
    // On the data connection nothing is doubled: it is not a Telnet stream.
    expect((await client.fetch(`NLST ${name}`)).data).toBe(`${name.replace("\xff\xff", "\xff")}\r\n`);
    expect((await client.fetch(`LIST ${name}`)).data).toMatch(/^-rw/);
  });

  test("ignores a 255 in a name if it is not doubled", async () => {
    using client = await ftpClient(server);
    expect((await client.fetch("RETR names/last byte \xff")).final).toMatch(/^550 /);
  });

  test.each(["RETR nosuch", "RETR poems", "RETR /", "RETR welcome.txt/", "RETR poems/tide.txt/x"])(
    "replies 550 to %s, and keeps the data connection for the next command",
    async (command) => {
      using client = await ftpClient(server);
      const data = await client.openData();
      const read = readAll(data);
      expect(await client.ask(command)).toMatch(/^550 /);
      expect(await client.ask("RETR octets/lf.txt")).toMatch(/^150 /);
      expect(await client.reply()).toMatch(/^226 /);
      expect(await read).toHaveLength(39);
    },
  );

  test("replies 425 without EPSV or PASV, each of which is for one transfer", async () => {
    using client = await ftpClient(server);
    for (const command of ["RETR welcome.txt", "LIST", "NLST", "MLSD"]) {
      expect(await client.ask(command)).toMatch(/^425 /);
    }
    await client.fetch("RETR welcome.txt");
    expect(await client.ask("RETR welcome.txt")).toMatch(/^425 /);
  });

  test("accepts a data connection after the command", async () => {
    using client = await ftpClient(server);
    const port = portOf(await client.ask("EPSV"));
    expect(await client.ask("RETR octets/lf.txt")).toMatch(/^150 /);
    expect(await readAll(await dial(server.host, port))).toHaveLength(39);
    expect(await client.reply()).toMatch(/^226 /);
  });

  test("accepts a half-closed data connection", async () => {
    using client = await ftpClient(server);
    const data = await client.openData();
    data.end();
    const read = readAll(data);
    // By then the server has received the end.
    await client.ask("NOOP");
    expect(await client.ask("RETR octets/lf.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^226 /);
    expect(await read).toHaveLength(39);
  });

  test("replies 425 if the client does not open the data connection", async () => {
    await using own = await startFtpServer({ dataTimeout: 1000 });
    using client = await ftpClient(own);
    await client.ask("EPSV");
    expect(await client.ask("RETR welcome.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^425 /);
    await until(() => own.live === 1);
  });

  test("resets the connection and replies 451 if a document fails", async () => {
    const broken = document({
      size: 100,
      *chunks() {
        yield new Uint8Array(10);
        throw new Error("no more");
      },
    });
    await using own = await startFtpServer({ root: folder({ broken }) });
    using client = await ftpClient(own);
    await client.ask("TYPE I");
    expect(await client.fetch("RETR broken")).toEqual({
      data: "reset",
      final: expect.stringMatching(/^451 /),
    });
    expect(await client.ask("NOOP")).toMatch(/^200 /);
  });
});

describe("REST (RFC 3659 §5)", () => {
  test.each([0, 1, 255, 256])("starts at byte %i", async (from) => {
    using client = await ftpClient(server);
    await client.ask("TYPE I");
    const data = await client.openData();
    const read = readAll(data);
    expect(await client.ask(`REST ${from}`)).toMatch(/^350 /);
    expect(await client.ask("RETR octets/bytes.bin")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^226 /);
    expect(await read).toEqual(Uint8Array.from({ length: 256 - from }, (_, i) => from + i));
  });

  test("counts the bytes that TYPE A sends", async () => {
    using client = await ftpClient(server);
    const read = readAll(await client.openData());
    await client.ask("REST 15");
    await client.ask("RETR octets/lf.txt");
    expect(await read).toEqual(Uint8Array.from(Buffer.from("\r\nin line feed\r\nalone.\r\n")));
  });

  test("replies 554 to the transfer command if the offset is beyond the end", async () => {
    using client = await ftpClient(server);
    await client.ask("TYPE I");
    await client.openData();
    expect(await client.ask("REST 257")).toMatch(/^350 /);
    expect(await client.ask("RETR octets/bytes.bin")).toMatch(/^554 /);
  });

  test("applies to the next command only", async () => {
    using client = await ftpClient(server);
    await client.ask("TYPE I");
    await client.ask("REST 200");
    expect((await client.fetch("RETR octets/bytes.bin")).data).toBe(EVERY_OCTET);
  });
});

describe("listings", () => {
  test("NLST lists names with CR LF for either type", async () => {
    using client = await ftpClient(server);
    for (const type of ["A", "I"]) {
      await client.ask(`TYPE ${type}`);
      for (const command of ["NLST poems", "NLST poems/", "NLST /poems"]) {
        expect((await client.fetch(command)).data).toBe("tide.txt\r\npercent.txt\r\n");
      }
    }
    await client.ask("CWD poems");
    expect((await client.fetch("NLST")).data).toBe("tide.txt\r\npercent.txt\r\n");
  });

  test("NLST with pathnames, as RFC 1123 §4.1.2.7 wants them", async () => {
    await using own = await startFtpServer({ nlst: "pathnames" });
    using client = await ftpClient(own);
    expect((await client.fetch("NLST poems")).data).toBe("poems/tide.txt\r\npoems/percent.txt\r\n");
    expect((await client.fetch("NLST poems/")).data).toBe("poems/tide.txt\r\npoems/percent.txt\r\n");
    await client.ask("CWD poems");
    expect((await client.fetch("NLST")).data).toBe("tide.txt\r\npercent.txt\r\n");
    expect((await client.fetch("NLST tide.txt")).data).toBe("tide.txt\r\n");
  });

  test.each(["NLST", "LIST"])(
    "%s lists nothing for an empty directory, and fails for a missing one",
    async (command) => {
      using client = await ftpClient(server);
      expect(await client.fetch(`${command} attic/empty box`)).toEqual({
        data: "",
        final: expect.stringMatching(/^226 /),
      });
      expect((await client.fetch(`${command} nosuch`)).final).toMatch(/^550 /);
    },
  );

  test("LIST sends the lines of ls -l", async () => {
    const now = new Date();
    await using own = await startFtpServer({
      root: folder({
        " old": document("12345", { modified: new Date(Date.UTC(2001, 1, 3, 4, 5, 6)) }),
        new: document("", { modified: now }),
        dir: folder({}),
      }),
    });
    using client = await ftpClient(own);
    const { data } = await client.fetch("LIST");
    const [old, recent, dir] = data.split("\r\n");
    expect(old).toBe("-rw-r--r--   1 ftp      ftp                 5 Feb 03  2001  old");
    expect(recent).toContain(` ${now.toISOString().slice(11, 16)} new`);
    expect(dir).toBe("drwxr-xr-x   2 ftp      ftp                 0 Dec 20  1994 dir");
    // Options of ls, which clients send although no RFC defines them.
    expect((await client.fetch("LIST -la")).data).toBe(data);
    expect((await client.fetch("LIST -a dir")).data).toBe("");
  });

  test("MLSD (RFC 3659 §7.2): facts, one space, the name", async () => {
    using client = await ftpClient(server);
    await client.ask("CWD home");
    const { data, final } = await client.fetch("MLSD alice");
    expect(final).toMatch(/^226 /);
    expect(data.split("\r\n")).toEqual([
      "type=cdir;modify=19941220120000;perm=el; /home/alice",
      "type=pdir;perm=el; /home",
      "type=file;size=235;modify=19941220120000;perm=r; where.txt",
      "type=file;size=227;modify=19941220120000;perm=r; notes.txt",
      "",
    ]);
    expect((await client.fetch("MLSD /names")).data).toContain("perm=r;  leading blank.txt\r\n");
    expect((await client.fetch("MLSD alice/where.txt")).final).toMatch(/^501 /);
    expect((await client.fetch("MLSD nosuch")).final).toMatch(/^550 /);
  });
});

describe("passive data port", () => {
  test("EPSV by number and ALL (RFC 2428 §3)", async () => {
    using client = await ftpClient(server);
    expect(await client.ask("EPSV 1")).toMatch(/^229 .*\(\|\|\|\d+\|\)$/);
    expect(await client.ask("EPSV 2")).toBe("522 Network protocol not supported, use (1)");
    expect(await client.ask("EPSV ALL")).toMatch(/^200 /);
    expect(await client.ask("PASV")).toMatch(/^5/);
    expect((await client.fetch("RETR octets/lf.txt")).final).toMatch(/^226 /);
  });

  test("PASV (RFC 959 §4.1.2)", async () => {
    using client = await ftpClient(server);
    const reply = await client.ask("PASV");
    const [, address, high, low] = /^227 .*\((\d+,\d+,\d+,\d+),(\d+),(\d+)\)/.exec(reply) ?? [];
    expect(address).toBe("127,0,0,1");
    const data = await dial("127.0.0.1", Number(high) * 256 + Number(low));
    const read = readAll(data);
    await client.ask("RETR octets/lf.txt");
    expect(await read).toHaveLength(39);
  });

  test("PASV can report another address", async () => {
    await using own = await startFtpServer({ passiveAddress: "192.0.2.1" });
    using client = await ftpClient(own);
    expect(await client.ask("PASV")).toMatch(/^227 .*\(192,0,2,1,\d+,\d+\)/);
  });

  test("works over IPv6", async (context) => {
    const own = await startFtpServer({ host: "::1" }).catch(() => undefined);
    if (own === undefined) return context.skip("this machine has no ::1");
    await using _ = own;
    expect(own.origin).toBe(`ftp://[::1]:${own.port}`);
    using client = await ftpClient(own);
    expect(await client.ask("PASV")).toMatch(/^502 /);
    expect(await client.ask("EPSV 1")).toBe("522 Network protocol not supported, use (2)");
    expect((await client.fetch("RETR octets/lf.txt")).data).toHaveLength(39);
  });

  test("rejects a connection from another address", async () => {
    using client = await ftpClient(server);
    const port = portOf(await client.ask("EPSV"));
    const stranger = await dial(server.host, port, "127.0.0.2");
    const robbed = readAll(stranger);
    await client.ask("RETR octets/lf.txt");
    expect(await robbed).toHaveLength(0);
    expect(await readAll(await dial(server.host, port))).toHaveLength(39);
    expect(await client.reply()).toMatch(/^226 /);
  });

  test("is closed after one transfer", async () => {
    using client = await ftpClient(server);
    const port = portOf(await client.ask("EPSV"));
    const data = await dial(server.host, port);
    await client.ask("NOOP");
    await expect(dial(server.host, port)).rejects.toThrow();
    data.destroy();
  });

  test("is closed by a new EPSV", async () => {
    await using own = await startFtpServer();
    using client = await ftpClient(own);
    await client.ask("EPSV");
    await client.ask("EPSV");
    // The control connection, and one listener. It can have the port of the first one.
    await until(() => own.live === 2);
  });
});

describe("ABOR (RFC 959 §4.1.3)", () => {
  test.each(["ABOR\r\n", "\xff\xf4\xff\xf2ABOR\r\n"])(
    "ends a transfer with 426 and 226: %j",
    async (abort) => {
      await using own = await startFtpServer({ root: folder({ endless: ENDLESS }) });
      using client = await ftpClient(own);
      await client.ask("TYPE I");
      const data = await client.openData();
      await client.ask("RETR endless");
      data.once("data", () => client.send(abort));
      await readAll(data);
      expect(await client.reply()).toMatch(/^426 /);
      expect(await client.reply()).toMatch(/^226 /);
      expect(await client.ask("NOOP")).toMatch(/^200 /);
      await until(() => own.live === 1);
    },
  );

  test("closes an unused data port", async () => {
    using client = await ftpClient(server);
    const data = await client.openData();
    const read = readAll(data);
    expect(await client.ask("ABOR")).toMatch(/^226 /);
    expect(await read).toHaveLength(0);
    expect(await client.ask("LIST")).toMatch(/^425 /);
  });

  test("is the only command that does not wait for the end of the transfer", async () => {
    using client = await ftpClient(server);
    void readAll(await client.openData());
    client.send("RETR welcome.txt\r\nNOOP\r\nQUIT\r\n");
    const codes: string[] = [];
    for (let i = 0; i < 4; i++) codes.push((await client.reply()).slice(0, 3));
    expect(codes).toEqual(["150", "226", "200", "221"]);
  });
});

const ENDLESS = {
  size: Number.MAX_SAFE_INTEGER,
  *chunks(): Generator<Uint8Array> {
    for (const chunk = new Uint8Array(65536); ; ) yield chunk;
  },
};
