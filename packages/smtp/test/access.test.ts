import { createServer, type Socket } from "node:net";
import { inspect } from "node:util";
import { type SmtpServerOptions, startSmtpServer } from "@anyurl/servers";
import { expectNoLeaks } from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { describe, expect, it } from "vitest";
import { PASSWORD, type Sending, sendTo } from "./submission-fixture.ts";

const tls = SELF_SIGNED;
const accounts = { alice: PASSWORD };
const auth = { user: "alice", password: PASSWORD };

/** Sends one message to its own server. */
async function once(server: SmtpServerOptions, sending: Sending = {}) {
  await using running = await startSmtpServer(server);
  const sent = await sendTo(running.port, sending);
  return { ...sent, server: running, messages: [...running.messages] };
}

describe("a message that is cut off", { timeout: 60_000 }, () => {
  it.each(["an abort", "a timeout"])("by %s never gets its end", async (why) => {
    const controller = new AbortController();
    let taking: Socket | undefined;
    let end = (_: string) => {};
    const heard = new Promise<string>((resolve) => {
      end = resolve;
    });
    const server = createServer((socket) => {
      let text = "";
      socket.on("error", () => {}).on("close", () => end(text.slice(-100)));
      socket.write("220 ready\r\n");
      socket.on("data", (bytes) => {
        text += bytes.toString("latin1");
        if (taking !== undefined || !text.endsWith("\n")) return;
        if (!text.endsWith("DATA\r\n")) {
          socket.write("250 ok\r\n");
          return;
        }
        socket.write("354 go on\r\n");
        // After the first bytes of the message, read nothing until the client has aborted the call or timed out.
        socket.once("data", () => {
          taking = socket.pause();
          controller.abort(new Error("enough"));
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    const message = `${"x".repeat(70)}\n`.repeat(300_000);
    const how = why === "an abort" ? { signal: controller.signal } : { limits: { replyTimeout: 1500 } };
    const { error } = await sendTo(port, { message, smtp: { host: "127.0.0.1" }, ...how });
    expect(error).toBeDefined();
    taking?.resume();
    expect(await heard).toMatch(/x+$|x\r\n?$|x=\r?\n?$/);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("a message", () => {
  it("delivers a message unchanged, with dots restored", async () => {
    const body = ".\r\n..\r\n.x\r\n\r\nend";
    const { error, messages, receipt } = await once(
      {},
      { url: `mailto:joe@h.example?body=${encodeURIComponent(body)}` },
    );
    expect(error).toBeUndefined();
    expect(messages).toHaveLength(1);
    const [message] = messages;
    expect(message).toMatchObject({ from: "me@h.example", recipients: ["joe@h.example"], secure: false });
    expect(decodeUtf8(message!.octets).split("\r\n\r\n").slice(1).join("\r\n\r\n")).toBe(`${body}\r\n`);
    expect(receipt).toEqual({
      accepted: ["joe@h.example"],
      refused: [],
      reply: "250 2.6.0 OK: message queued",
    });
  });

  it("sends to To, Cc and Bcc once each, without a Bcc field", async () => {
    const { messages } = await once(
      {},
      { url: "mailto:a@h.example?cc=b@h.example,A@H.example&bcc=c@h.example,a@H.EXAMPLE" },
    );
    expect(messages[0]?.recipients).toEqual(["a@h.example", "b@h.example", "A@h.example", "c@h.example"]);
    expect(decodeUtf8(messages[0]!.octets)).not.toMatch(/^bcc:|\bc@h\.example/im);
  });

  it("sends a megabyte", async () => {
    const message = `.dots${"x".repeat(54)}\n`.repeat(20_000);
    const { error, messages, transcript } = await once({}, { message });
    expect(error).toBeUndefined();
    expect(messages[0]!.octets.length).toBeGreaterThan(1_200_000);
    // The transcript counts the message but does not contain it.
    expect(transcript.entries.filter(({ kind, text }) => kind === "send" && text === undefined)).toHaveLength(
      1,
    );
  });

  it("requests SMTPUTF8 for a non-ASCII address", async () => {
    const { error, messages } = await once({}, { url: "mailto:J%C3%BCrgen@h.example?subject=x" });
    expect(error).toBeUndefined();
    expect(messages[0]).toMatchObject({ recipients: ["Jürgen@h.example"] });
    expect(messages[0]!.parameters).toEqual([
      expect.stringMatching(/^SIZE=\d+$/),
      "BODY=8BITMIME",
      "SMTPUTF8",
    ]);
    const without = await once({ features: ["8BITMIME"] }, { url: "mailto:J%C3%BCrgen@h.example" });
    expect(without.error).toMatchObject({ code: "unsupported" });
    expect(without.messages).toEqual([]);
  });

  it("sends through a server of RFC 821", async () => {
    expect(await once({ esmtp: false })).toMatchObject({
      error: undefined,
      messages: [{ from: "me@h.example" }],
    });
  });

  it("fails before sending if the message is too large", async () => {
    const { error, server } = await once({ maxSize: 100 });
    expect(error).toMatchObject({ code: "too-large" });
    expect(verbsOf(server)).toEqual(["EHLO", "QUIT"]);
    const unsaid = await once({ maxSize: 100, features: [] });
    expect(unsaid.error).toMatchObject({ code: "too-large", replyCode: 552 });
  });
});

describe("rejected recipients", () => {
  const server = { refuse: ["b@h.example"], defer: ["c@h.example"] };
  const url = "mailto:a@h.example,b@h.example,c@h.example";

  it("prevent delivery to all by default", async () => {
    const { error, messages, receipt } = await once(server, { url });
    expect(messages).toEqual([]);
    expect(receipt).toMatchObject({
      accepted: [],
      refused: [{ recipient: "b@h.example" }, { recipient: "c@h.example" }],
    });
    expect(error).toMatchObject({
      name: "AccessError",
      code: "not-found",
      replyCode: 550,
      retryable: false,
      message: "the message was not sent: the server rejected b@h.example, c@h.example",
      scheme: "mailto",
      operation: "send",
    });
  });

  it("do not prevent delivery to the others with partial; the call still fails and lists them", async () => {
    const { error, messages, receipt } = await once(server, { url, mailto: { partial: true } });
    expect(messages.map(({ recipients }) => recipients)).toEqual([["a@h.example"]]);
    expect(receipt).toMatchObject({
      accepted: ["a@h.example"],
      refused: [{ code: "not-found" }, { retryable: true }],
    });
    expect(error).toMatchObject({
      code: "not-found",
      retryable: false,
      message: "the server accepted the message for 1 mailbox, but rejected it for b@h.example, c@h.example",
    });
  });

  it("are retryable after a 451, unless the message was delivered to others", async () => {
    expect((await once(server, { url: "mailto:c@h.example" })).error).toMatchObject({
      code: "temporarily-unavailable",
      retryable: true,
    });
    const some = await once(server, { url: "mailto:a@h.example,c@h.example", mailto: { partial: true } });
    expect(some.error).toMatchObject({ code: "temporarily-unavailable", retryable: false });
  });
});

describe("TLS", () => {
  it.each([
    ["implicit", { implicitTls: true }, true],
    ["required", {}, true],
    ["preferred", {}, true],
    ["none", {}, false],
  ] as const)("%s", async (how, more, secure) => {
    const { error, messages } = await once({ tls, ...more }, { smtp: { tls: how } });
    expect(error).toBeUndefined();
    expect(messages).toMatchObject([{ secure }]);
  });

  it("required sends nothing if the server has no STARTTLS", async () => {
    const { error, server } = await once({}, { smtp: { tls: "required", auth } });
    expect(error).toMatchObject({ code: "tls-required" });
    expect(verbsOf(server)).toEqual(["EHLO", "QUIT"]);
    expect(await once({}, { smtp: { tls: "preferred" } })).toMatchObject({
      error: undefined,
      messages: [{ secure: false }],
    });
  });

  it.each(["required", "implicit", "preferred"] as const)("%s verifies the certificate", async (how) => {
    const server = { tls, implicitTls: how === "implicit" };
    const stranger = await once(server, { smtp: { tls: how }, client: { tls: {} } });
    expect(stranger).toMatchObject({ error: { code: "tls-failed" }, messages: [] });
    const elsewhere = await once(server, { smtp: { tls: how, host: "127.0.0.2" } });
    expect(elsewhere.error).toMatchObject({ code: expect.stringMatching(/tls-failed|connect-failed/) });
  });

  it("starts before any other command", async () => {
    const { server } = await once({ tls, requireTls: true, accounts }, { smtp: { tls: "required", auth } });
    expect(verbsOf(server)).toEqual(["EHLO", "STARTTLS", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]);
  });

  it("fails with auth-required (530) if the server requires TLS and the option is tls=none", async () => {
    const { error } = await once({ tls, requireTls: true }, { smtp: { tls: "none" } });
    expect(error).toMatchObject({ code: "auth-required" });
  });
});

describe("a login", () => {
  const secure = { accounts, requireAuth: true, tls };

  it.each([[["PLAIN", "LOGIN"]], [["LOGIN"]], [["PLAIN"]]] as const)(
    "logs in with %j, from the options or from credentials",
    async (mechanisms) => {
      const given = await once({ ...secure, mechanisms }, { smtp: { tls: "required", auth } });
      expect(given).toMatchObject({ error: undefined, messages: [{ user: "alice", secure: true }] });
      const questions: unknown[] = [];
      const asked = await once(
        { ...secure, mechanisms },
        {
          smtp: { tls: "required", auth: {} },
          client: {
            credentials: (question) => {
              questions.push(question);
              return { user: "alice", password: PASSWORD };
            },
          },
        },
      );
      expect(asked).toMatchObject({ error: undefined, messages: [{ user: "alice" }] });
      expect(questions).toEqual([
        {
          scheme: "mailto",
          host: "localhost",
          port: asked.server.port,
          user: undefined,
          wanted: "user",
          attempt: 1,
          elsewhere: true,
        },
      ]);
    },
  );

  it("asks for the password of a given user, and fails before sending anything without one", async () => {
    const sending = { smtp: { tls: "required", auth: { user: "alice" } } } as const;
    const told = await once(secure, {
      ...sending,
      client: { credentials: ({ user }) => ({ user: user!, password: PASSWORD }) },
    });
    expect(told.messages).toMatchObject([{ user: "alice" }]);
    const untold = await once(secure, sending);
    expect(untold.error).toMatchObject({ code: "auth-required" });
    expect(untold.server.received.flat()).toEqual([]);
  });

  it("sends no password without TLS, unless both the option and the policy allow it", async () => {
    const refused = await once({ accounts }, { smtp: { auth } });
    expect(refused.error).toMatchObject({ code: "tls-required" });
    expect(verbsOf(refused.server)).toEqual(["EHLO", "QUIT"]);
    const allowed = { auth, clearTextPasswords: "allow" } as const;
    expect(await once({ accounts }, { smtp: allowed })).toMatchObject({
      error: undefined,
      messages: [{ user: "alice" }],
    });
    const strict = { policy: { clearTextPasswords: "refuse" } } as const;
    for (const mechanisms of [["PLAIN"], ["LOGIN"]] as const) {
      const byPolicy = await once({ accounts, mechanisms }, { smtp: allowed, client: strict });
      expect(byPolicy.error).toMatchObject({ code: "tls-required" });
      expect(linesOf(byPolicy.server).join("\n")).not.toContain(btoa(PASSWORD));
    }
  });

  it("sends a wrong password once, and shows it nowhere", async () => {
    const wrong = "Sw0rdfish!!";
    const { error, transcript, server } = await once(secure, {
      smtp: { tls: "required", auth: { user: "alice", password: wrong } },
    });
    expect(error).toMatchObject({ code: "auth-failed", replyCode: 535, retryable: false });
    expect(verbsOf(server).filter((verb) => verb === "AUTH")).toHaveLength(1);
    const seen = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(transcript.entries)}`;
    for (const secret of [wrong, btoa(wrong), btoa(`\0alice\0${wrong}`)]) expect(seen).not.toContain(secret);
    expect(transcript.entries.map(({ text }) => text?.trim())).toContain("AUTH PLAIN ***");
  });

  it("fails with auth-required if the server requires a login and none is given", async () => {
    expect((await once(secure, { smtp: { tls: "required" } })).error).toMatchObject({
      code: "auth-required",
      replyCode: 530,
    });
  });
});

describe("destinations of mail", () => {
  it("allows the ports of mail, but not those of other services", async () => {
    for (const port of [25, 465, 587]) {
      const { error } = await sendTo(port, { smtp: { host: "127.0.0.9" } });
      expect(error).toMatchObject({ code: "connect-failed" });
    }
    for (const port of [22, 21, 6667, 143]) {
      const { error, transcript } = await sendTo(port, { smtp: { host: "127.0.0.9" } });
      expect(error).toMatchObject({ code: "port-blocked" });
      expect(transcript.entries).toEqual([]);
    }
  });

  it("blocks a mail server on this machine for the policy untrusted", async () => {
    const { error } = await sendTo(25, { client: { policy: "untrusted" } });
    expect(error).toMatchObject({ code: "host-blocked" });
    const elsewhere = await sendTo(2525, { client: { policy: "untrusted" } });
    expect(elsewhere.error).toMatchObject({ code: "port-blocked" });
  });
});

describe("cleanup", () => {
  it("closes everything after a success, an error, and an abort", async () => {
    await expectNoLeaks(async () => {
      await once({ tls }, { smtp: { tls: "required" } });
      await once({ refuse: ["joe@h.example"] });
      await using server = await startSmtpServer();
      const controller = new AbortController();
      const reason = new Error("enough");
      const sending = sendTo(server.port, { signal: controller.signal, message: "x\n".repeat(1_000_000) });
      controller.abort(reason);
      expect((await sending).error).toBe(reason);
      expect(server.messages).toEqual([]);
    });
  });
});

function decodeUtf8(octets: Uint8Array): string {
  return Buffer.from(octets).toString("utf8");
}

function linesOf({ received }: { readonly received: readonly (readonly Uint8Array[])[] }): readonly string[] {
  return received.flat().map(decodeUtf8);
}

/** The commands of one session, if its mail data does not look like a command. */
function verbsOf(server: Parameters<typeof linesOf>[0]): readonly string[] {
  return linesOf(server).flatMap(
    (line) => /^(?:EHLO|HELO|STARTTLS|AUTH|MAIL|RCPT|DATA|QUIT)\b/.exec(line)?.[0] ?? [],
  );
}
