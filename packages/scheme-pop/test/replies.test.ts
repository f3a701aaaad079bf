import type { Entry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { PopOptions } from "../src/index.ts";
import { type Replies, worldOf } from "./table-server.ts";

// Load from disk first, because this takes real time, which the fake clock does not have: also what APOP needs.
await worldOf({}).client.stat("pop://ann;AUTH=+APOP@h.example");

describe("APOP (RFC 1939 §7)", () => {
  const login = async (greeting: string) => {
    const { client, clock, sent } = worldOf({ greeting });
    const outcome = await clock
      .until(client.stat("pop://ann;AUTH=+APOP@h.example"))
      .then(({ kind }) => kind)
      .catch((error: { readonly code: string }) => error.code);
    return [outcome, sent.length];
  };

  it.each([
    "+OK <1896.697170952@dbc.mtview.ca.us>",
    "+OK Dovecot ready. <6b0.1.5d.x~!a=b?c+d@[10.0.0.1]>",
    "+OK a<b <1@h> c",
  ])("signs the timestamp of %j", async (greeting) => {
    expect(await login(greeting)).toEqual(["directory", 2]);
  });

  // With other bytes a false server can learn the password from digests (CVE-2007-1558).
  it.each([
    ["without a host", "+OK <1896.697170952>"],
    ["without a host after the @", "+OK <1896@>"],
    ["without a text before the @", "+OK <@h>"],
    ["with two @", "+OK <a@b@c>"],
    ["with a control character", "+OK <a\x01b@h>"],
    ["with DEL", "+OK <a\x7fb@h>"],
    ["with a byte that is not ASCII", "+OK <a\udc80b@h>"],
    ["with a letter that is not ASCII", "+OK <a@hé>"],
    ["with a space", "+OK <a b@h>"],
    ["that is not there", "+OK ready"],
  ])("signs no timestamp %s, which is not a msg-id of RFC 822", async (_, greeting) => {
    expect(await login(greeting)).toEqual(["auth-failed", 0]);
  });
});

describe("get with a unique id (RFC 1939 §7)", () => {
  it.each([
    ["the mailbox is empty", "+OK\n.", "not-found"],
    ["only other messages are there", "+OK\n1 a\n2 bb\n.", "not-found"],
    ["the id has another case", "+OK\n1 B\n.", "not-found"],
    ["the server has no unique ids", "-ERR unknown command", "unsupported"],
  ])("fails if %s", async (_, UIDL, code) => {
    const { client, clock, sent } = worldOf({ UIDL });
    const call = clock.until(client.get("pop://ann@h.example", { options: { uidl: "b" } }));
    await expect(call).rejects.toMatchObject({ code });
    expect(sent.slice(2)).toEqual(["UIDL"]);
  });
});

describe("a server that cannot read the mailbox", () => {
  it.each([
    ["LIST", "list"],
    ["STAT", "stat"],
  ] as const)("and rejects %s is temporarily unavailable", async (command, operation) => {
    const { client, clock } = worldOf({ [command]: "-ERR mailbox is corrupt" });
    const found = client[operation]("pop://ann@h.example");
    const call = "then" in found ? found : found[Symbol.asyncIterator]().next();
    await expect(clock.until<unknown>(call)).rejects.toMatchObject({
      code: "temporarily-unavailable",
      message: expect.stringContaining("the server cannot read the mailbox"),
      reply: "-ERR mailbox is corrupt",
    });
  });
});

describe("list", () => {
  const list = async (replies: Replies) => {
    const { client, clock, sent } = worldOf(replies);
    const read = async () => {
      const entries: Entry[] = [];
      for await (const entry of client.list("pop://ann@h.example")) entries.push(entry);
      return entries;
    };
    return { entries: await clock.until(read()), sent: sent.slice(2) };
  };
  const LIST = "+OK\n1 10\n2 20\n3 30\n.";
  const top = (...lines: readonly string[]) => `+OK\n${lines.join("\n")}\n.`;

  it("goes on after a message whose header cannot be read, for example because it was removed", async () => {
    const { entries, sent } = await list({
      ...{ LIST, "TOP 1 0": top("Subject: a", ""), "TOP 2 0": "-ERR gone", "TOP 3 0": top("Subject: c", "") },
    });
    expect(entries.map(({ name }) => name)).toEqual(["a", "message 2", "c"]);
    expect(sent).toEqual(["LIST", "UIDL", "TOP 1 0", "TOP 2 0", "TOP 3 0"]);
  });

  it.each<[string, readonly string[], string | undefined]>([
    ["the first field of a name counts", ["Subject: a", "Subject: b"], "a"],
    ["the empty line ends it, also if the server sends lines of the body", ["From: x", "", "Subject: b"], ""],
    ["a message can have no header", ["", "Subject: b"], ""],
    ["a line of white space continues a field (RFC 5322 §4.2)", ["Subject: a", "\t", "\tb"], "a  b"],
    ["a field can be folded, also with a tab", ["subject:", " a", "\tb"], "a b"],
    ["a field needs no space", ["Subject:a"], "a"],
    ["a line without a colon is no field", ["Subject", "SUBJECT : b"], "b"],
    ["words are decoded (RFC 2047)", ["Subject: =?UTF-8?Q?=C3=A9?=", " =?iso-8859-1?b?6Q==?="], "éé"],
    ["text that is not ASCII is UTF-8 (RFC 6532)", ["Subject: \udcc3\udca9"], "é"],
    ["a byte that is not UTF-8 is shown", ["Subject: \udce9"], "\\xe9"],
    ["controls are shown", ["Subject: \x1b[31m"], "\\x1b[31m"],
  ])("reads a header: %s", async (_, lines, subject) => {
    const { entries } = await list({ LIST: "+OK\n1 10\n.", TOP: top(...lines) });
    expect(entries.map(({ name }) => name)).toEqual([subject || "(no subject)"]);
  });

  it("gives no size that no message can have", async () => {
    const { entries } = await list({ LIST: "+OK\n1 9007199254740991\n2 9007199254740993\n.", TOP: "-ERR" });
    expect(entries.map(({ size }) => size)).toEqual([2 ** 53 - 1, undefined]);
  });

  it("asks once if the server has no TOP", async () => {
    const { entries, sent } = await list({ LIST, TOP: "-ERR unknown command" });
    expect(entries.map(({ name }) => name)).toEqual(["message 1", "message 2", "message 3"]);
    expect(sent).toEqual(["LIST", "UIDL", "TOP 1 0"]);
  });
});

describe("a rejected login", () => {
  // A code has levels, of which a later RFC can add some (RFC 2449 §8).
  it.each([
    ["[IN-USE] locked", "busy"],
    ["[in-use]", "busy"],
    ["[LOGIN-DELAY] wait", "temporarily-unavailable"],
    ["[SYS/TEMP] full", "temporarily-unavailable"],
    ["[SYS/TEMP/DISK] full", "temporarily-unavailable"],
    ["[SYS/TEMP/DISK/2] full", "temporarily-unavailable"],
    ["[SYS/PERM/NO-POP] not enabled", "permission-denied"],
    ["[SYS/TEMP/]", "temporarily-unavailable"],
    ["[SYS/TEMPORARY]", "auth-failed"],
    ["[SYS]", "auth-failed"],
    ["[/SYS/TEMP]", "auth-failed"],
    ["[AUTH/APP-PASSWORD] no", "auth-failed"],
    ["[constructor]", "auth-failed"],
    ["[]", "auth-failed"],
    ["[IN-USE", "auth-failed"],
    ["no [IN-USE]", "auth-failed"],
  ])("with %j fails with %s", async (text, code) => {
    const { client, clock } = worldOf({ PASS: `-ERR ${text}` });
    const call = clock.until(client.stat("pop://ann@h.example"));
    await expect(call).rejects.toMatchObject({ code, reply: `-ERR ${text}` });
  });
});

describe("a login with PLAIN (RFC 5034 §4)", () => {
  const login = async (replies: Replies, password: string) => {
    const { client, clock, sent } = worldOf(replies, {}, () => ({ password }));
    const call = clock.until(client.stat("pop://ann;AUTH=PLAIN@h.example"));
    const outcome = await call.then(
      ({ kind }) => kind,
      ({ code }) => code,
    );
    return [outcome, ...sent];
  };
  const base64 = (password: string) => btoa(`\0ann\0${password}`);
  // "AUTH PLAIN ", 240 characters of base64, and CR LF are 253 bytes; 3 more bytes of the password are 257.
  const [longest, longer] = ["x".repeat(175), "x".repeat(176)];
  const again = { "AUTH PLAIN": "+ " };

  it.each<[string, Replies, string, readonly string[]]>([
    ["in one line", {}, "pw", ["directory", `AUTH PLAIN ${base64("pw")}`, "STAT"]],
    ["in one line of 255 bytes at most", {}, longest, ["directory", `AUTH PLAIN ${base64(longest)}`, "STAT"]],
    ["in two lines if it is longer", again, longer, ["directory", "AUTH PLAIN", base64(longer), "STAT"]],
    [
      "again if an old server asks",
      { AUTH: "+" },
      "pw",
      ["directory", `AUTH PLAIN ${base64("pw")}`, base64("pw"), "STAT"],
    ],
    [
      "once more only",
      { AUTH: "+ ", [base64("pw")]: "+ " },
      "pw",
      ["protocol-error", `AUTH PLAIN ${base64("pw")}`, base64("pw")],
    ],
    ["after no text that is similar", { AUTH: "+O" }, "pw", ["protocol-error", `AUTH PLAIN ${base64("pw")}`]],
    ["after no data that comes unasked", { greeting: "+OK ready\n+OK" }, "pw", ["desync"]],
    ["after no other data", { AUTH: "+ \n+OK" }, "pw", ["desync", `AUTH PLAIN ${base64("pw")}`]],
    ["and can be rejected", { AUTH: "-ERR no" }, "pw", ["auth-failed", `AUTH PLAIN ${base64("pw")}`]],
    [
      "and can be rejected later",
      { AUTH: "+ ", [base64("pw")]: "-ERR [SYS/TEMP] no" },
      "pw",
      ["temporarily-unavailable", `AUTH PLAIN ${base64("pw")}`, base64("pw")],
    ],
  ])("is sent %s", async (_, replies, password, due) => expect(await login(replies, password)).toEqual(due));
});

describe("get of a header (RFC 1939 §7, TOP is optional)", () => {
  it.each<[string, Replies, string, readonly string[]]>([
    ["the server has no TOP", { TOP: "-ERR what?", LIST: "+OK 1 9" }, "unsupported", ["TOP 1 0", "LIST 1"]],
    ["the message is missing", { TOP: "-ERR none", LIST: "-ERR none" }, "not-found", ["TOP 1 0", "LIST 1"]],
    ["the server says why", { TOP: "-ERR [SYS/TEMP] wait" }, "temporarily-unavailable", ["TOP 1 0"]],
  ])("fails if %s", async (_, replies, code, due) => {
    const { client, clock, sent } = worldOf(replies);
    const options = { message: 1, part: "header" } as const;
    await expect(clock.until(client.get("pop://ann@h.example", { options }))).rejects.toMatchObject({ code });
    expect(sent.slice(2)).toEqual(due);
  });
});

/** Returns the error code of `stat`, or the kind of the mailbox, and what was sent. */
async function statOf(
  url: `pop://${string}`,
  {
    replies = {},
    options = {},
    password = "pw",
  }: { replies?: Replies; options?: PopOptions; password?: string },
) {
  const { client, clock, sent, transport } = worldOf(replies, options, () => ({ password }));
  const outcome = await clock.until(client.stat(url)).then(
    ({ kind }) => kind,
    ({ code }) => code,
  );
  return { outcome, sent, connections: transport.connections.length };
}

describe("STLS (RFC 2595 §4)", () => {
  const apop = "pop://ann;AUTH=+APOP@h.example";

  // A digest is sent without TLS, so that nothing but the option protects it.
  it.each<[PopOptions["tls"], Replies, string, readonly string[]]>([
    ["required", { CAPA: "+OK\nUIDL\n." }, "tls-required", ["CAPA"]],
    ["required", { CAPA: "-ERR what?" }, "tls-required", ["CAPA"]],
    ["required", { CAPA: "+OK\nXSTLS\nSTLS2\n." }, "tls-required", ["CAPA"]],
    ["required", { CAPA: "+OK\nSTLS\n.", STLS: "-ERR no" }, "tls-failed", ["CAPA", "STLS"]],
    ["required", { CAPA: "+OK\nstls\n.", STLS: "-ERR no" }, "tls-failed", ["CAPA", "STLS"]],
    ["preferred", { CAPA: "+OK\nSTLS\n.", STLS: "-ERR no" }, "tls-failed", ["CAPA", "STLS"]],
    ["required", { CAPA: "+OK\nSTLS\n.", STLS: "+OK\n+OK" }, "desync", ["CAPA", "STLS"]],
  ])("that is %s is not left out, with the replies %j", async (tls, replies, outcome, sent) => {
    expect(await statOf(apop, { replies, options: { tls } })).toMatchObject({ outcome, sent });
  });

  it("that is preferred is left out if the server does not offer it", async () => {
    const { outcome, sent } = await statOf(apop, {
      options: { tls: "preferred" },
      replies: { CAPA: "-ERR" },
    });
    expect([outcome, sent[0], sent.at(-1)]).toEqual(["directory", "CAPA", "STAT"]);
  });
});

describe("a login that cannot succeed", () => {
  it.each<[`pop://${string}`, PopOptions, string]>([
    ["pop://ann@h.example", { clearTextLogin: false }, "tls-required"],
    ["pop://ann;AUTH=PLAIN@h.example", { clearTextLogin: false }, "tls-required"],
    ["pop://a%01b@h.example", {}, "control-octet"],
    ["pop://a%1Fb;AUTH=PLAIN@h.example", {}, "control-octet"],
    ["pop://a%7Fb;AUTH=+APOP@h.example", {}, "control-octet"],
    ["pop://ann;AUTH=CRAM-MD5@h.example", {}, "unsupported"],
  ])("does not connect: %s with %j", async (url, options, outcome) => {
    expect(await statOf(url, { options })).toEqual({ outcome, sent: [], connections: 0 });
  });

  it("sends no user if the password is too long for a command", async () => {
    const found = await statOf("pop://ann@h.example", { password: "x".repeat(100_000) });
    expect(found).toMatchObject({ outcome: "too-long", sent: [] });
  });
});

describe("an error", () => {
  it.each<[string, Replies, string]>([
    ["an invalid drop listing", { STAT: "+OK none" }, "protocol-error"],
    ["the end of the connection", { STAT: "" }, "truncated"],
    ["another protocol", { greeting: "220 ready" }, "protocol-error"],
    ["a full server", { greeting: "-ERR busy" }, "temporarily-unavailable"],
    ["a mailbox in use", { greeting: "-ERR [IN-USE] busy" }, "busy"],
  ])("tells %s", async (_, replies, outcome) => {
    expect(await statOf("pop://ann@h.example", { replies })).toMatchObject({ outcome });
  });
});
