import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedServer, folder, startFtpServer } from "../src/index.ts";
import { ftpClient, guest, isListening, latin1, until } from "./raw-client.ts";

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startFtpServer();
});
afterAll(() => server.close());

describe("login (RFC 959 §4.1.1)", () => {
  test.each(["CWD poems", "PWD", "TYPE I", "EPSV", "PASV", "RETR welcome.txt", "LIST", "SIZE welcome.txt"])(
    "%s is rejected before the login",
    async (command) => {
      using client = await guest(server);
      expect(await client.ask(command)).toMatch(/^530 /);
    },
  );

  test("accepts any password from a guest, even an empty one", async () => {
    for (const pass of ["PASS me@host.example", "PASS ", "PASS"]) {
      using client = await guest(server);
      expect(await client.ask("USER anonymous")).toMatch(/^331 /);
      expect(await client.ask(pass)).toMatch(/^230 /);
      expect(await client.ask("PWD")).toBe('257 "/" is the current directory.');
    }
  });

  test("asks for the password of an unknown user", async () => {
    using client = await guest(server);
    expect(await client.ask("USER nosuch")).toBe(await client.ask("USER alice"));
    await client.ask("USER nosuch");
    expect(await client.ask("PASS x")).toMatch(/^530 /);
    expect(await client.ask("PASS x")).toMatch(/^503 /);
  });

  test("accepts the right password after a wrong one", async () => {
    using client = await guest(server);
    await client.ask("USER alice");
    expect(await client.ask("PASS s3cr")).toMatch(/^530 /);
    expect(await client.ask("PWD")).toMatch(/^530 /);
    await client.ask("USER alice");
    expect(await client.ask("PASS s3cr:t@/%")).toMatch(/^230 /);
    expect(await client.ask("PWD")).toMatch(/^257 "\/home\/alice" /);
    expect(await client.ask("ACCT any")).toMatch(/^202 /);
  });

  test("PASS first, USER without a name", async () => {
    using client = await guest(server);
    expect(await client.ask("PASS x")).toMatch(/^503 /);
    expect(await client.ask("USER")).toMatch(/^501 /);
    expect(await client.ask("USER ")).toMatch(/^501 /);
  });

  test("ends the first login after a second USER", async () => {
    using client = await ftpClient(server);
    expect(await client.ask("USER alice")).toMatch(/^331 /);
    expect(await client.ask("PWD")).toMatch(/^530 /);
  });

  test("accepts an account whose name is not UTF-8, and rejects guests", async () => {
    await using own = await startFtpServer({
      anonymous: false,
      accounts: { "Zo\udceb": { password: "\udcfftr\u00e8s" } },
    });
    using client = await guest(own);
    await client.ask("USER anonymous");
    expect(await client.ask("PASS me@")).toMatch(/^530 /);
    await client.ask("USER Zo\xeb");
    expect(await client.ask("PASS \xff\xfftr\xc3\xa8s")).toMatch(/^230 /);
  });
});

describe("pathnames", () => {
  test.each([
    ["CWD poems", "/poems"],
    ["CWD /poems", "/poems"],
    ["CWD home/alice", "/home/alice"],
    ["CWD attic/up the stairs", "/attic/up the stairs"],
    ["CWD poems/", "/poems"],
    ["CWD .", "/"],
    ["CWD ..", "/"],
    ["CWD poems/../tables", "/tables"],
    ["CWD //", "/"],
    ["cwd poems", "/poems"],
    ["XCWD poems", "/poems"],
  ])("%s changes to %s", async (command, path) => {
    using client = await ftpClient(server);
    expect(await client.ask(command)).toMatch(/^250 /);
    expect(await client.ask("PWD")).toBe(`257 "${path}" is the current directory.`);
  });

  test.each([
    "CWD nosuch",
    "CWD welcome.txt",
    "CWD nosuch/..",
    "CWD welcome.txt/..",
    "CWD  poems",
    "CWD %2F",
  ])("%s fails", async (command) => {
    using client = await ftpClient(server);
    await client.ask("CWD home");
    expect(await client.ask(command)).toMatch(/^550 /);
    expect(await client.ask("PWD")).toMatch(/^257 "\/home" /);
  });

  test("changes to the root for a missing argument, as RFC 1738's //etc/motd needs it", async () => {
    using client = await ftpClient(server, "alice", "s3cr:t@/%");
    expect(await client.ask("CWD ")).toMatch(/^250 /);
    expect(await client.ask("PWD")).toMatch(/^257 "\/" /);
  });

  test("CDUP climbs, and stays at the root", async () => {
    using client = await ftpClient(server, "alice", "s3cr:t@/%");
    for (const path of ["/home", "/", "/"]) {
      expect(await client.ask("CDUP")).toMatch(/^250 /);
      expect(await client.ask("PWD")).toMatch(new RegExp(`^257 "${path}" `));
    }
  });

  test("PWD doubles quotes (RFC 959 appendix II) and the byte 255", async () => {
    await using own = await startFtpServer({ root: folder([['a "b" \udcff', folder({})]]) });
    using client = await ftpClient(own);
    expect(await client.ask('CWD a "b" \xff\xff')).toMatch(/^250 /);
    expect(await client.ask("PWD")).toBe('257 "/a ""b"" \xff\xff" is the current directory.');
  });
});

describe("transfer parameters (RFC 959 §4.1.2, RFC 1123 §4.1.2)", () => {
  test.each([
    ["TYPE A", 200],
    ["TYPE A N", 200],
    ["TYPE A T", 200],
    ["TYPE I", 200],
    ["TYPE L 8", 200],
    ["type i", 200],
    ["TYPE E", 504],
    ["TYPE L 36", 504],
    ["TYPE", 501],
    ["STRU F", 200],
    ["STRU R", 504],
    ["STRU P", 504],
    ["MODE S", 200],
    ["MODE B", 504],
    ["MODE C", 504],
    ["ALLO 100", 202],
    ["REST 10", 350],
    ["REST -1", 501],
    ["REST 1x", 501],
    ["REST", 501],
    ["OPTS UTF8 ON", 200],
    ["OPTS UTF8 OFF", 501],
    ["OPTS NOSUCH", 501],
    ["NOOP", 200],
    ["NOOP x", 501],
    ["SYST", 215],
    ["AUTH TLS", 502],
    ["PORT 127,0,0,1,4,1", 502],
    ["EPRT |1|127.0.0.1|5282|", 502],
    ["NOSUCH", 500],
    ["", 500],
    [" NOOP", 500],
    ["STOR x", 550],
    ["DELE welcome.txt", 550],
    ["MKD x", 550],
    ["RNFR welcome.txt", 550],
    ["ABOR", 226],
    ["HELP NOSUCH", 501],
  ])("%s: %i", async (command, code) => {
    using client = await ftpClient(server);
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(code);
    expect(await client.ask("NOOP")).toMatch(/^200 /);
  });
});

describe("FEAT and OPTS (RFC 2389, RFC 3659)", () => {
  test("FEAT names each extension on a line of its own, led by one space", async () => {
    using client = await guest(server);
    const lines = (await client.ask("FEAT")).split("\n");
    expect(lines[0]).toMatch(/^211-/);
    expect(lines.at(-1)).toBe("211 End");
    expect(lines.slice(1, -1)).toEqual([
      " EPSV",
      " MDTM",
      " MLST type*;size*;modify*;perm*;",
      " REST STREAM",
      " SIZE",
      " TVFS",
      " UTF8",
    ]);
  });

  test("OPTS MLST narrows, and FEAT shows it (RFC 3659 §7.9)", async () => {
    using client = await ftpClient(server);
    expect(await client.ask("OPTS MLST Size;nosuch;Type;")).toBe("200 MLST OPTS type;size;");
    expect(await client.ask("FEAT")).toContain("\n MLST type*;size*;modify;perm;\n");
    expect(await client.ask("MLST where.txt")).toContain("\n type=file;size=162; /where.txt\n");
    expect(await client.ask("OPTS MLST")).toBe("200 MLST OPTS");
    expect(await client.ask("MLST where.txt")).toContain("\n  /where.txt\n");
  });

  test("rejects disabled features, and omits them from FEAT", async () => {
    await using bare = await startFtpServer({ features: [] });
    using client = await ftpClient(bare);
    expect(await client.ask("FEAT")).toMatch(/^211 /);
    for (const command of ["EPSV", "MLSD", "MLST", "SIZE welcome.txt", "MDTM welcome.txt", "REST 0"]) {
      expect(await client.ask(command)).toMatch(/^500 /);
    }
    expect(await client.ask("OPTS MLST type;")).toMatch(/^501 /);
    expect(await client.ask("HELP")).not.toMatch(/EPSV|MLSD|SIZE/);
    expect(await client.ask("PASV")).toMatch(/^227 /);
  });
});

describe("SIZE, MDTM, MLST, STAT, HELP", () => {
  test.each([
    ["SIZE octets/bytes.bin", "213 256"],
    ["SIZE octets/empty.txt", "213 0"],
    ["SIZE octets/lf.txt", "213 36"],
    ["SIZE names/ leading blank.txt", "213 60"],
    ["SIZE names/__proto__", "213 62"],
    ["MDTM welcome.txt", "213 19941220120000"],
  ])("%s: %s", async (command, reply) => {
    using client = await ftpClient(server);
    await client.ask("TYPE I");
    expect(await client.ask(command)).toBe(reply);
  });

  test.each(["SIZE nosuch", "SIZE poems", "MDTM nosuch", "MDTM poems", "MLST nosuch", "SIZE constructor"])(
    "%s: 550",
    async (command) => {
      using client = await ftpClient(server);
      await client.ask("TYPE I");
      expect(await client.ask(command)).toMatch(/^550 /);
    },
  );

  test("SIZE counts what would be sent, so TYPE A counts each line end as two (RFC 3659 §4)", async () => {
    using client = await ftpClient(server);
    expect(await client.ask("SIZE octets/lf.txt")).toBe("213 39");
    expect(await client.ask("SIZE octets/crlf.txt")).toBe("213 53");
  });

  test("MLST gives one entry with its whole pathname (RFC 3659 §7.3.1)", async () => {
    using client = await ftpClient(server);
    await client.ask("CWD home");
    expect((await client.ask("MLST alice/notes.txt")).split("\n").slice(1)).toEqual([
      " type=file;size=227;modify=19941220120000;perm=r; /home/alice/notes.txt",
      "250 End",
    ]);
    expect(await client.ask("MLST")).toContain("\n type=dir;modify=19941220120000;perm=el; /home\n");
  });

  test("STAT", async () => {
    using client = await ftpClient(server);
    expect(await client.ask("STAT")).toMatch(/^211-.*\n211 End$/s);
    expect(await client.ask("STAT poems")).toMatch(/^212-.*\n .*tide\.txt\n .*percent\.txt\n212 End$/s);
    expect(await client.ask("STAT where.txt")).toMatch(/^213-.*\n .* 162 .*where\.txt\n213 End$/s);
    expect(await client.ask("STAT nosuch")).toMatch(/^450 /);
  });

  test("HELP", async () => {
    using client = await guest(server);
    expect(await client.ask("HELP")).toMatch(/^214-.*RETR.*\n214 End$/s);
    expect(await client.ask("HELP retr")).toBe("214 Syntax: RETR <pathname>");
  });
});

describe("command lines", () => {
  test("are answered in order if they were sent together", async () => {
    using client = await guest(server);
    client.send("USER anonymous\r\nPASS x\r\nCWD poems\r\nPWD\r\nQUIT\r\nNOOP\r\n");
    const codes: string[] = [];
    for (let i = 0; i < 6; i++) codes.push((await client.reply()).slice(0, 3));
    expect(codes).toEqual(["331", "230", "250", "257", "221", ""]);
  });

  test("can arrive byte by byte", async () => {
    using client = await guest(server);
    client.control.setNoDelay(true);
    for (const char of "USER anonymous\r\n") {
      client.send(char);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.reply()).toMatch(/^331 /);
  });

  test("are rejected if they are too long, and the session continues", async () => {
    using client = await ftpClient(server);
    client.send(`CWD ${"x".repeat(100_000)}\r\nNOOP\r\n`);
    expect(await client.reply()).toMatch(/^500 /);
    expect(await client.reply()).toMatch(/^200 /);
  });

  test("can end in only LF, which is kept in received", async () => {
    await using own = await startFtpServer();
    using client = await ftpClient(own);
    client.send("NOOP\n");
    expect(await client.reply()).toMatch(/^200 /);
    expect(own.received.map((lines) => lines.map(latin1))).toEqual([
      ["USER anonymous", "PASS guest@", "NOOP\n"],
    ]);
  });

  test("can contain Telnet commands after a raw 255; options are rejected (RFC 1123 §4.1.2.12)", async () => {
    using client = await guest(server);
    client.send("\xff\xfd\x06\xff\xfb\x18\xff\xf4\xff\xf2NOOP\r\n");
    // WONT TIMING-MARK, DONT TERMINAL-TYPE; then the reply.
    expect(await client.reply()).toMatch(/^\xff\xfc\x06\xff\xfe\x18200 /);
  });

  test("are kept in received for each connection, with 255 as it was sent", async () => {
    await using own = await startFtpServer();
    using one = await ftpClient(own, "alice", "s3cr:t@/%");
    using two = await guest(own);
    await one.ask("CWD \xff\xff\xe9");
    await two.ask("NOOP");
    expect(own.received.map((lines) => lines.map(latin1))).toEqual([
      ["USER alice", "PASS s3cr:t@/%", "CWD \xff\xff\xe9"],
      ["NOOP"],
    ]);
  });
});

describe("end of a session", () => {
  test("replies 221 to QUIT and closes", async () => {
    using client = await guest(server);
    expect(await client.ask("QUIT")).toMatch(/^221 /);
    expect(await client.reply()).toBe("");
  });

  test("sends 421 to all clients on close(), and closes everything", async () => {
    const own = await startFtpServer();
    using client = await ftpClient(own);
    const data = await client.openData();
    const closing = own.close();
    expect(await client.reply()).toMatch(/^421 /);
    await closing;
    expect(own.live).toBe(0);
    data.destroy();
    expect(await isListening(own)).toBe(false);
    await own.close();
  });

  test("sends 421 to an idle client", async () => {
    await using own = await startFtpServer({ idleTimeout: 1000 });
    using client = await guest(own);
    expect(await client.reply()).toMatch(/^421 /);
    expect(await client.reply()).toBe("");
    await until(() => own.live === 0);
  });

  test("does not count a transfer as idle time", async () => {
    const slow = { size: 1, chunks: () => [new Uint8Array(1)] };
    await using own = await startFtpServer({ root: folder({ slow }), idleTimeout: 1000 });
    using client = await ftpClient(own);
    expect((await client.fetch("RETR slow")).final).toMatch(/^226 /);
    expect(await client.reply()).toMatch(/^421 /);
  });

  test("listens on loopback only", async () => {
    await expect(async () => startFtpServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError);
  });
});
