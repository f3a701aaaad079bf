import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, it } from "vitest";
import { type SmtpServer, type SmtpServerOptions, startSmtpServer } from "../src/index.ts";

const servers: SmtpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(options?: SmtpServerOptions): Promise<SmtpServer> {
  const server = await startSmtpServer(options);
  servers.push(server);
  return server;
}

/**
 * Sends one line after the reply to the previous one (lines without a reply go with the next one), and reads to the
 * end.
 */
function dialogue(server: SmtpServer, lines: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, server.host);
    let heard = "";
    let next = 0;
    socket.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
      const last = heard.split("\r\n").at(-2) ?? "";
      if (!heard.endsWith("\r\n") || !/^\d{3} /.test(last)) return;
      if (next < lines.length) socket.write(lines[next++]!);
    });
    socket.once("error", reject).once("close", () => resolve(heard.split("\r\n").slice(0, -1)));
  });
}

const codes = (heard: readonly string[]) =>
  heard.filter((line) => line[3] === " ").map((line) => line.slice(0, 3));
const HELLO = ["EHLO c.example\r\n", "MAIL FROM:<a@b>\r\n", "RCPT TO:<c@d>\r\n"];

describe("embedded mail server", () => {
  it("accepts the transaction of RFC 5321, appendix D.1", async () => {
    const server = await start({ refuse: ["green@foo.com"] });
    const heard = await dialogue(server, [
      "EHLO bar.com\r\n",
      "MAIL FROM:<Smith@bar.com>\r\n",
      "RCPT TO:<Jones@foo.com>\r\n",
      "RCPT TO:<Green@foo.com>\r\n",
      "RCPT TO:<Brown@foo.com>\r\n",
      "DATA\r\n",
      "Blah blah blah...\r\n..etc. etc. etc.\r\n.\r\n",
      "QUIT\r\n",
    ]);
    expect(codes(heard)).toEqual(["220", "250", "250", "250", "550", "250", "354", "250", "221"]);
    expect(server.messages).toMatchObject([
      {
        from: "Smith@bar.com",
        recipients: ["Jones@foo.com", "Brown@foo.com"],
        user: undefined,
        secure: false,
      },
    ]);
    expect(Buffer.from(server.messages[0]!.octets).toString()).toBe(
      "Blah blah blah...\r\n.etc. etc. etc.\r\n",
    );
  });

  it("announces its extensions only", async () => {
    expect(await dialogue(await start(), ["EHLO x\r\n", "QUIT\r\n"])).toEqual([
      "220 embedded.example ESMTP anyurl embedded SMTP server ready.",
      "250-embedded.example greets you",
      "250-PIPELINING",
      "250-8BITMIME",
      "250-SMTPUTF8",
      "250-ENHANCEDSTATUSCODES",
      "250 SIZE 5242880",
      "221 2.0.0 Bye",
    ]);
    const old = await dialogue(await start({ esmtp: false }), ["EHLO x\r\n", "HELO x\r\n", "QUIT\r\n"]);
    expect(codes(old)).toEqual(["220", "500", "250", "221"]);
    const few = await dialogue(
      await start({ features: ["SIZE"], maxSize: 10, accounts: { a: "b" }, mechanisms: ["LOGIN"] }),
      ["EHLO x\r\n", "QUIT\r\n"],
    );
    expect(few.slice(1, -1)).toEqual(["250-embedded.example greets you", "250-AUTH LOGIN", "250 SIZE 10"]);
  });

  it.each<[string, SmtpServerOptions, readonly string[], readonly string[]]>([
    ["an unknown parameter", {}, ["EHLO x\r\n", "MAIL FROM:<a@b> X=1\r\n", "QUIT\r\n"], ["250", "555"]],
    [
      "a disabled parameter",
      { features: [] },
      ["EHLO x\r\n", "MAIL FROM:<a@b> SIZE=1\r\n", "QUIT\r\n"],
      ["250", "555"],
    ],
    [
      "a message that is announced as too large",
      { maxSize: 5 },
      ["EHLO x\r\n", "MAIL FROM:<a@b> SIZE=6\r\n", "QUIT\r\n"],
      ["250", "552"],
    ],
    [
      "too many bytes",
      { maxSize: 5 },
      [...HELLO, "DATA\r\n", "123456\r\n.\r\n", "QUIT\r\n"],
      ["250", "250", "250", "354", "552"],
    ],
    ["a busy mailbox", { defer: ["c@d"] }, [...HELLO, "QUIT\r\n"], ["250", "250", "451"]],
    [
      "UTF-8 without SMTPUTF8",
      {},
      [...HELLO.slice(0, 2), "RCPT TO:<é@d>\r\n", "QUIT\r\n"],
      ["250", "250", "553"],
    ],
    [
      "no login",
      { requireAuth: true, accounts: { a: "b" } },
      [...HELLO.slice(0, 2), "QUIT\r\n"],
      ["250", "530"],
    ],
    [
      "too many bytes, without SIZE",
      { maxSize: 5, features: [] },
      [...HELLO, "DATA\r\n", "123456\r\n.\r\n", "QUIT\r\n"],
      ["250", "250", "250", "354", "552"],
    ],
    ["no TLS", { requireTls: true, tls: SELF_SIGNED }, [...HELLO.slice(0, 2), "QUIT\r\n"], ["250", "530"]],
    ["AUTH without accounts", {}, ["EHLO x\r\n", "AUTH PLAIN\r\n", "QUIT\r\n"], ["250", "500"]],
    ["STARTTLS without TLS", {}, ["EHLO x\r\n", "STARTTLS\r\n", "QUIT\r\n"], ["250", "500"]],
    ["a bare LF in a command", {}, ["EHLO x\n", "MAIL FROM:<a@b>\r\n", "QUIT\r\n"], ["250", "500"]],
  ])("%s", async (_, options, lines, expected) => {
    expect(codes(await dialogue(await start(options), lines))).toEqual(["220", ...expected, "221"]);
  });

  it.each([
    ["a bare LF", "one\ntwo\r\n.\r\n"],
    ["a dot between bare LFs", "one\n.\nMAIL FROM:<x@y>\r\n.\r\n"],
    ["a bare CR", "one\rtwo\r\n.\r\n"],
    ["a line of 999 bytes", `${"x".repeat(999)}\r\n.\r\n`],
  ])("rejects mail with %s", async (_, data) => {
    const server = await start();
    const heard = await dialogue(server, [...HELLO, "DATA\r\n", data, "QUIT\r\n"]);
    expect(codes(heard).slice(-3)).toEqual(["354", "554", "221"]);
    expect(server.messages).toEqual([]);
  });

  it("accepts pipelined commands (RFC 2920)", async () => {
    const server = await start();
    const all = `${HELLO.join("")}DATA\r\nx\r\n.\r\nQUIT\r\n`;
    expect(codes(await dialogue(server, [all]))).toEqual(["220", "250", "250", "250", "354", "250", "221"]);
    expect(server.messages).toHaveLength(1);
  });

  describe("logins", () => {
    const options = { accounts: { alice: "s3cr:t@/%" } };
    const plain = (text: string) => Buffer.from(text).toString("base64");
    it.each<[readonly string[], string]>([
      [[`AUTH PLAIN ${plain("\0alice\0s3cr:t@/%")}`], "235"],
      [[`auth plain ${plain("alice\0alice\0s3cr:t@/%")}`], "235"],
      [["AUTH PLAIN", plain("\0alice\0s3cr:t@/%")], "235"],
      [["AUTH LOGIN", plain("alice"), plain("s3cr:t@/%")], "235"],
      [[`AUTH LOGIN ${plain("alice")}`, plain("s3cr:t@/%")], "235"],
      [[`AUTH PLAIN ${plain("\0alice\0wrong")}`], "535"],
      [[`AUTH PLAIN ${plain("bob\0alice\0s3cr:t@/%")}`], "535"],
      [[`AUTH PLAIN ${plain("\0constructor\0x")}`], "535"],
    ])("%j: %s", async (lines, code) => {
      const heard = await dialogue(await start(options), [
        "EHLO x\r\n",
        ...lines.map((line) => `${line}\r\n`),
        "QUIT\r\n",
      ]);
      expect(codes(heard).at(-2)).toBe(code);
    });
  });

  describe("TLS", () => {
    const tls = SELF_SIGNED;
    it("supports TLS from the first byte", async () => {
      const server = await start({ tls, implicitTls: true });
      expect(server.origin).toMatch(/^smtps:/);
      const socket = connectTls({
        host: server.host,
        port: server.port,
        ca: SELF_SIGNED.cert,
        servername: "localhost",
      });
      const heard = await new Promise<string>((resolve, reject) => {
        let text = "";
        socket.setEncoding("utf8").on("data", (more: string) => {
          text += more;
          if (text.startsWith("220 ")) socket.write("QUIT\r\n");
        });
        socket.once("error", reject).once("close", () => resolve(text));
      });
      expect(heard).toMatch(/^220 .*\r\n221 .*\r\n$/);
    });

    it("discards the state before STARTTLS, and ignores data after it (RFC 3207 §4.2)", async () => {
      const server = await start({ tls, accounts: { a: "b" } });
      const plain = connect(server.port, server.host);
      const hear = (from: NodeJS.ReadableStream) =>
        new Promise<string>((resolve) => from.once("data", (octets: Buffer) => resolve(octets.toString())));
      expect(await hear(plain)).toMatch(/^220 /);
      plain.write("EHLO x\r\n");
      expect(await hear(plain)).toContain("250-STARTTLS\r\n");
      plain.write("STARTTLS\r\nMAIL FROM:<evil@x>\r\n");
      expect(await hear(plain)).toMatch(/^220 2\.0\.0 [^\r]*\r\n$/);
      plain.removeAllListeners();
      const socket = connectTls({ socket: plain, ca: SELF_SIGNED.cert, servername: "localhost" });
      const first = hear(socket);
      socket.write("MAIL FROM:<a@b>\r\n");
      expect(await first).toMatch(/^503 /);
      socket.write("EHLO x\r\n");
      expect(await hear(socket)).not.toContain("STARTTLS");
      socket.write("STARTTLS\r\n");
      expect(await hear(socket)).toMatch(/^503 /);
      socket.destroy();
    });
  });

  it("sends 421 on close(), and closes everything", async () => {
    const server = await start();
    const heard = dialogue(server, ["EHLO x\r\n"]);
    await expect.poll(() => server.received[0]?.length).toBe(1);
    await server.close();
    expect(codes(await heard)).toEqual(["220", "250", "421"]);
    expect(server.live).toBe(0);
  });

  it("listens on loopback only", async () => {
    await expect(startSmtpServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError);
  });
});
