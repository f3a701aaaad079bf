import { createClient } from "@anyurl/client";
import { type AccessCode, AccessError, octetsOf, textOf } from "@anyurl/core";
import { fakeClock, memoryTransport } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MailtoOptions, mailto, type Preview, type Receipt, type Submission } from "../src/index.ts";
import { addressesOf, quotedPrintable, read, shown } from "./read-message.ts";

const NOW = Date.UTC(1997, 10, 21, 9, 55, 6);

interface Sent {
  readonly error: unknown;
  readonly submissions: readonly Submission[];
  readonly operations: number;
}

/** Sends with a submitter that accepts everything, or that returns `receipt`. */
async function send(
  url: string,
  options: object = {},
  { message, receipt }: { readonly message?: readonly Uint8Array[]; readonly receipt?: unknown } = {},
): Promise<Sent> {
  const transport = memoryTransport();
  const client = createClient({ schemes: [mailto], transport, clock: fakeClock({ now: NOW }) });
  const submissions: Submission[] = [];
  const submit = async (submission: Submission): Promise<Receipt> => {
    submissions.push(submission);
    return (receipt ?? { accepted: submission.recipients, refused: [], reply: "250 ok" }) as Receipt;
  };
  const all = { submit, from: "me@h.example", confirmed: true, ...options };
  const source =
    message &&
    (async function* () {
      yield* message;
    })();
  try {
    await client.send(url as "mailto:", source, { options: all });
    return { error: undefined, submissions, operations: transport.operations };
  } catch (error) {
    return { error, submissions, operations: transport.operations };
  }
}

const messageOf = ({ submissions }: Sent) => read(textOf(submissions[0]!.message));

describe("the submitted message", () => {
  it("is the message of the plan with sender fields and without Bcc", async () => {
    const url = "mailto:a@h.example?cc=b@h.example&bcc=c@h.example&subject=caf%C3%A9&body=x%0D%0Ay";
    const sent = await send(url, { from: "J\u00f6rg <me@H.example>" });
    expect(sent.error).toBeUndefined();
    const [submission] = sent.submissions;
    expect(submission).toMatchObject({
      from: "me@h.example",
      recipients: ["a@h.example", "b@h.example", "c@h.example"],
      partial: false,
    });
    const lines = textOf(submission!.message).split("\r\n");
    const own = lines.filter((line) => /^(?:From|Date|Message-ID): /.test(line));
    expect(own).toEqual([
      "From: =?utf-8?Q?J=C3=B6rg?= <me@h.example>",
      "Date: Fri, 21 Nov 1997 09:55:06 -0000",
      expect.stringMatching(/^Message-ID: <[0-9a-f]{32}@h\.example>$/),
    ]);
    const [step] = mailtoPlan(url);
    const planned = step!.split("\r\n").filter((line) => !line.startsWith("Bcc:"));
    expect(lines.filter((line) => !own.includes(line))).toEqual(planned);
  });

  it("has a new Message-ID each time", async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () =>
        new Map(messageOf(await send("mailto:a@h.example")).fields).get("Message-ID"),
      ),
    );
    expect(new Set(ids).size).toBe(50);
  });

  it("has the body of the caller instead of that of the URL", async () => {
    const message = [octetsOf("gr\u00fc"), octetsOf("\u00dfe\n.\r\nend")];
    const { fields, body } = messageOf(await send("mailto:a@h.example?body=other", {}, { message }));
    expect(new Map(fields).get("Content-Transfer-Encoding")).toBe("quoted-printable");
    expect(quotedPrintable(body)).toBe("gr\u00fc\u00dfe\r\n.\r\nend\r\n");
    // Split within a character, and empty.
    const cut = Array.from(octetsOf("\u00e9"), (octet) => Uint8Array.of(octet));
    expect(quotedPrintable(messageOf(await send("mailto:a@h.example", {}, { message: cut })).body)).toBe(
      "\u00e9\r\n",
    );
    expect(messageOf(await send("mailto:a@h.example?body=x", {}, { message: [] })).body).toBe("");
    // A byte order mark is a character of the text (RFC 3629 §6).
    const marked = messageOf(await send("mailto:a@h.example", {}, { message: [octetsOf("\ufeffx")] }));
    expect(quotedPrintable(marked.body)).toBe("\ufeffx\r\n");
    const many = Array.from({ length: 300_000 }, () => Uint8Array.of(0x0a));
    expect(messageOf(await send("mailto:a@h.example", {}, { message: many })).body).toHaveLength(600_000);
  });

  it("goes only to the mailboxes of the URL, with only the safe fields", async () => {
    const local = fc.constantFrom("a", "b.c", '"d,e"', "f+g", '"h\\"i"', "Jos\u00e9");
    const address = fc
      .tuple(local, fc.constantFrom("h.example", "X.example", "xn--99zt52a.example"))
      .map((parts) => parts.join("@"));
    const list = fc.array(address, { maxLength: 4 });
    const field = fc.tuple(
      fc.constantFrom(
        "subject",
        "from",
        "sender",
        "bcc2",
        "x-y",
        "content-type",
        "received",
        "to2",
        "attach",
        "keywords",
      ),
      fc.string({ unit: fc.constantFrom(...'ab ,:;<>@\u00fc=?"'), maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(list, list, list, fc.array(field, { maxLength: 4 }), async (to, cc, bcc, more) => {
        fc.pre(to.length + cc.length + bcc.length > 0);
        const url = mailto.format({
          to,
          hfields: [
            ...(cc.length === 0 ? [] : [{ hfname: "CC", hfvalue: cc.join(", ") }]),
            ...(bcc.length === 0 ? [] : [{ hfname: "Bcc", hfvalue: bcc.join(",") }]),
            ...more.map(([hfname, hfvalue]) => ({ hfname, hfvalue })),
          ],
        });
        const sent = await send(url);
        expect(sent.error).toBeUndefined();
        const lower = (addresses: readonly string[]) =>
          [
            ...new Set(addresses.map((each) => each.replace(/@[^@]*$/, (domain) => domain.toLowerCase()))),
          ].sort();
        const { fields } = messageOf(sent);
        const value = new Map(fields);
        expect(lower(sent.submissions[0]!.recipients)).toEqual(lower([...to, ...cc, ...bcc]));
        expect(lower(addressesOf(value.get("To") ?? ""))).toEqual(lower(to));
        expect(lower(addressesOf(value.get("Cc") ?? ""))).toEqual(lower(cc));
        const safe = ["From", "Date", "To", "Cc", "Message-ID", "Subject", "Keywords"];
        for (const [name] of fields) expect(safe).toContain(name);
        const names = fields.map(([name]) => name).filter((name) => name !== "Keywords");
        expect(names).toEqual([...new Set(names)]);
        expect(value.get("From")).toBe("me@h.example");
      }),
      { numRuns: 300 },
    );
  });

  it("has further fields if the option fields allows them", async () => {
    const url = "mailto:a@h.example?priority=urgent&x-other=1&PRIORITY=%C3%BC";
    expect(messageOf(await send(url)).fields.map(([name]) => name)).toEqual([
      "From",
      "Date",
      "To",
      "Message-ID",
    ]);
    const { fields } = messageOf(await send(url, { fields: ["Priority"] }));
    expect(fields.slice(4).map(([name, value]) => [name, shown(value)])).toEqual([
      ["Priority", "urgent"],
      ["Priority", "\u00fc"],
    ]);
  });
});

describe("nothing is submitted", () => {
  const cases: readonly (readonly [what: string, url: string, options: object, code: AccessCode])[] = [
    ["without a submitter", "mailto:a@h.example", { submit: undefined }, "unsupported"],
    ["without a confirmation", "mailto:a@h.example", { confirmed: undefined }, "bad-option"],
    ["unconfirmed", "mailto:a@h.example", { confirmed: false }, "bad-option"],
    ["without a sender", "mailto:a@h.example", { from: undefined }, "bad-option"],
    ...[
      "",
      "me",
      "a@b, c@d",
      "<>",
      "me@h\r\nBcc: x@y",
      "me@h.example\0",
      "group: a@b;",
      "M\u00dcN@M\u00dcN.example",
      7,
    ].map(
      (from) =>
        [`with the sender ${JSON.stringify(from)}`, "mailto:a@h.example", { from }, "bad-option"] as const,
    ),
    ...["yes", 1, {}, null].map(
      (confirmed) =>
        [
          `confirmed by ${JSON.stringify(confirmed)}`,
          "mailto:a@h.example",
          { confirmed },
          "bad-option",
        ] as const,
    ),
    ["with no submitter but a text", "mailto:a@h.example", { submit: "smtp" }, "bad-option"],
    ["with partial: 1", "mailto:a@h.example", { partial: 1 }, "bad-option"],
    ["with onReceipt: 1", "mailto:a@h.example", { onReceipt: 1 }, "bad-option"],
    ["with confirm: true", "mailto:a@h.example", { confirmed: undefined, confirm: true }, "bad-option"],
    ...[Number.NaN, -1, "5", null].map(
      (maxRecipients) =>
        [
          `with maxRecipients ${maxRecipients}`,
          "mailto:a@h.example",
          { maxRecipients },
          "bad-option",
        ] as const,
    ),
    ...[
      "x y",
      [1],
      ["a b"],
      ["From"],
      ["content-type"],
      ["Received-SPF"],
      ["resent-to"],
      ["attach"],
      ["subject"],
      ["Date"],
      ["x\r\ny"],
    ].map(
      (fields) =>
        [
          `with the fields ${JSON.stringify(fields)}`,
          "mailto:a@h.example",
          { fields },
          "bad-option",
        ] as const,
    ),
    ["without a recipient", "mailto:?subject=x", {}, "bad-address"],
    ["to more than maxRecipients", "mailto:a@b,c@d", { maxRecipients: 1 }, "too-large"],
    ["to 101", `mailto:${Array.from({ length: 101 }, (_, i) => `a${i}@b`)}`, {}, "too-large"],
    ["with a header in a header", "mailto:a@h.example?subject=x%0D%0ABcc:%20c@d", {}, "control-octet"],
    [
      "with a name that breaks its line",
      "mailto:a@h.example?cc=%22x%0D%0A%22%20%3Cc@d%3E",
      {},
      "control-octet",
    ],
    ["to a group", "mailto:a@h.example?cc=group:%20c@d;", {}, "bad-address"],
  ];
  it.each(cases)("%s: %s", async (_, url, options, code) => {
    const { error, submissions, operations } = await send(url, options);
    expect(error).toMatchObject({ name: "AccessError", code, scheme: "mailto", operation: "send" });
    expect({ submissions, operations }).toEqual({ submissions: [], operations: 0 });
  });

  it.each<[options: object, message: string]>([
    [{ submit: undefined }, "cannot send mail: no submitter"],
    [{ confirmed: undefined }, "the message is not confirmed"],
    [{ from: undefined }, "invalid mailto option from: expected the mailbox of the sender, for example"],
    [{ from: "a@b, c@d" }, "invalid mailto option from: expected the mailbox of the sender, for example"],
    [{ fields: ["x y"] }, "invalid mailto option fields: expected a list of names of header fields"],
    [{ fields: ["X-Y", "CC"] }, 'expected a list without "cc", which is always allowed'],
    [{ fields: ["X-Y", "ARC-Seal"] }, 'expected a list without "arc-seal", which a URL must never set'],
  ])("with %j, and says why", async (options, message) => {
    const { error, submissions } = await send("mailto:a@h.example", options);
    expect((error as AccessError).message).toContain(message);
    expect(submissions).toEqual([]);
  });

  it.each<[url: string, message: string, hint: string]>([
    ["mailto:?cc=", "the URL has no recipient", "add an address after mailto:"],
    [
      "mailto:a@b?CC=c",
      'the field "cc" is not a valid list of mailboxes',
      'separate the addresses with ",", each as ADDRESS or as NAME <ADDRESS>',
    ],
    [
      "mailto:a@b?bcc=c@%E2%98%83",
      "the domain has no A-labels",
      "write the domain in lower case, or its labels as xn--…",
    ],
    [`mailto:a@b?to=${"c".repeat(319)}@d`, "the address is not valid in a message", ""],
    [
      `mailto:${Array.from({ length: 50 }, (_, i) => `a${i}@b`)}?cc=${Array.from({ length: 51 }, (_, i) => `a${i}@b`)}`,
      "the message exceeds the limit of 100 recipients",
      "increase the mailto option maxRecipients",
    ],
  ])("to %s, and says why", async (url, message, hint) => {
    const { error, submissions } = await send(url);
    expect(error).toMatchObject({ message, ...(hint !== "" && { hint }) });
    expect(submissions).toEqual([]);
  });

  it("if the confirmation fails, with its own error if it has a code", async () => {
    const failed = async (reason: Error) => {
      const confirm = () => Promise.reject(reason);
      const { error, submissions } = await send("mailto:a@h.example", { confirmed: undefined, confirm });
      expect(submissions).toEqual([]);
      return error;
    };
    const own = new AccessError("timeout", "no answer within a minute");
    expect(await failed(own)).toMatchObject({ code: "timeout", message: own.message });
    const cause = new Error("closed");
    expect(await failed(cause)).toMatchObject({
      ...{ code: "aborted", message: "the confirm callback failed; nothing was sent", cause },
    });
  });

  it("and the hint names the option submit and the operation plan", async () => {
    const { error } = await send("mailto:a@h.example", { submit: undefined });
    expect((error as AccessError).hint).toMatch(/option submit.*plan/);
  });

  it.each([
    ["control-octet", [octetsOf("a\0b")]],
    ["control-octet", [octetsOf("\u001b[2J")]],
    ["illegal-character", [Uint8Array.of(0xe9)]],
    ["illegal-character", [Uint8Array.of(0xc3)]],
  ])("for %s in the body of the caller", async (code, message) => {
    const { error, submissions } = await send("mailto:a@h.example", {}, { message });
    expect(error).toMatchObject({ code });
    expect(submissions).toEqual([]);
  });

  it("to exactly maxRecipients, but not to one more", async () => {
    const url = `mailto:${Array.from({ length: 100 }, (_, i) => `a${i}@b`)}`;
    expect((await send(url)).submissions[0]!.recipients).toHaveLength(100);
    expect((await send(`${url},c@d`)).error).toMatchObject({ code: "too-large" });
    expect((await send("mailto:a@b,c@d", { maxRecipients: 2 })).error).toBeUndefined();
    const unlimited = { maxRecipients: Number.POSITIVE_INFINITY };
    expect((await send(`${url},c@d`, unlimited)).submissions[0]!.recipients).toHaveLength(101);
  });

  it("for a body of more than maxBytes, but not of exactly these", async () => {
    const submissions: Submission[] = [];
    const submit = async (submission: Submission) => {
      submissions.push(submission);
      return { accepted: submission.recipients, refused: [], reply: "" };
    };
    const client = createClient({ schemes: [mailto], transport: memoryTransport() });
    const sendBody = (text: string) => {
      const chunks = [octetsOf(text.slice(0, 4)), octetsOf(text.slice(4))];
      const source = (async function* () {
        yield* chunks;
      })();
      const options = { submit, from: "a@b.example", confirmed: true };
      return client.send("mailto:a@b", source, { options, limits: { maxBytes: 10 } });
    };
    await expect(sendBody("x".repeat(11))).rejects.toMatchObject({ code: "too-large" });
    expect(submissions).toHaveLength(0);
    await sendBody("x".repeat(10));
    expect(textOf(submissions[0]!.message)).toContain(`\r\n\r\n${"x".repeat(10)}\r\n`);
  });

  it("for a body without an end", async () => {
    const client = createClient({ schemes: [mailto], transport: memoryTransport() });
    async function* endless() {
      for (;;) yield new Uint8Array(1024).fill(0x61);
    }
    const options = { submit: async () => expect.unreachable(), from: "a@b", confirmed: true };
    const sending = client.send("mailto:a@b", endless(), { options, limits: { maxBytes: 10_000 } });
    await expect(sending).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("maxBytes"),
    });
  });
});

describe("the option confirm", () => {
  const url =
    "mailto:a@h.example?cc=%3D%3Futf-8%3FQ%3Fboss%3D40corp%3F%3D%20%3Cevil@x.example%3E&bcc=c@h.example" +
    "&subject=%3D%3Fiso-8859-1*en%3FQ%3Fcaf%3DE9%3F%3D%20%E2%80%AEx&from=b@x&X-Y=1&Subject=y&From=c@x&body=one%0D%0Atwo";

  it("receives the whole message, decoded and sanitized", async () => {
    let seen: Preview | undefined;
    const confirm = (preview: Preview) => {
      seen = preview;
      return true;
    };
    const sent = await send(url, { confirmed: undefined, confirm });
    expect(sent.error).toBeUndefined();
    expect(seen).toMatchObject({
      from: "me@h.example",
      to: ["a@h.example"],
      cc: ["boss@corp <evil@x.example>"],
      bcc: ["c@h.example"],
      fields: [["Subject", "caf\u00e9 \\u202ex"]],
      body: "one\ntwo",
      leftOut: ["from", "x-y", "subject"],
      message: sent.submissions[0]!.message,
    });
    expect(seen!.text).toBe(textOf(seen!.message).replaceAll("\r\n", "\n"));
  });

  it("shows names, addresses and line ends unchanged, and each field by itself", async () => {
    const shown: Preview[] = [];
    const confirm = (preview: Preview) => shown.push(preview) > 0;
    const text =
      "mailto:a@H.example?bcc=J%C3%B6rg%20%3Cb@c%3E&to=d@e&comments=%3D%3FUTF-8%3FQ%3F=1B%3F%3D&X=";
    await send(text, { confirmed: undefined, confirm, from: "Me <me@h>" });
    const [{ from, to, cc, bcc, fields, body, leftOut, text: all } = {} as Preview] = shown;
    expect({ from, to, cc, bcc, fields, body, leftOut }).toEqual({
      from: "Me <me@h>",
      to: ["a@h.example", "d@e"],
      cc: [],
      bcc: ["J\u00f6rg <b@c>"],
      fields: [["Comments", "\\x1b"]],
      body: "",
      leftOut: ["x"],
    });
    expect(all).not.toContain("\r");
    expect(all.split("\n").filter((line) => !/^(?:Date|Message-ID): /.test(line))).toEqual([
      ...["From: Me <me@h>", "To: a@h.example, d@e", "Comments: =?UTF-8?Q?=1B?=", "", ""],
    ]);
  });

  it.each([false, undefined, "yes", 1, null])("sends nothing if it returns %j", async (answer) => {
    const confirm = async () => answer;
    const { error, submissions } = await send(url, { confirmed: false, confirm });
    expect(error).toMatchObject({ code: "aborted" });
    expect(submissions).toEqual([]);
  });

  it("sends nothing if it throws", async () => {
    const confirm = () => {
      throw new Error("no");
    };
    expect(await send(url, { confirmed: false, confirm })).toMatchObject({
      error: { code: "aborted" },
      submissions: [],
    });
  });

  it("sends nothing if the call is aborted before the answer", async () => {
    const controller = new AbortController();
    const submissions: Submission[] = [];
    const confirm = async () => {
      controller.abort(new Error("enough"));
      return true;
    };
    const submit = async (submission: Submission) => {
      submissions.push(submission);
      return { accepted: submission.recipients, refused: [], reply: "" };
    };
    const client = createClient({ schemes: [mailto], transport: memoryTransport() });
    const options = { submit, from: "me@h.example", confirm };
    const sending = client.send("mailto:a@b", undefined, { options, signal: controller.signal });
    await expect(sending).rejects.toThrow("enough");
    await new Promise((resolve) => setImmediate(resolve));
    expect(submissions).toEqual([]);
  });

  it("is not called if confirmed is set", async () => {
    expect((await send(url, { confirm: () => expect.unreachable() })).error).toBeUndefined();
  });
});

describe("the result of a submitter", () => {
  const refused = (recipient: string, retryable = false) => ({
    recipient,
    code: retryable ? "temporarily-unavailable" : "not-found",
    reply: `550 ${recipient} \u001b`,
    replyCode: 550,
    retryable,
  });

  it("is passed to onReceipt before the call fails", async () => {
    const receipt = { accepted: ["a@b"], refused: [refused("c@d", true), refused("e@f")], reply: "250 ok" };
    const told: Receipt[] = [];
    const onReceipt: MailtoOptions["onReceipt"] = (each) => void told.push(each);
    const { error } = await send("mailto:a@b,c@d,e@f", { onReceipt, partial: true }, { receipt });
    expect(told).toEqual([receipt]);
    // A permanent rejection takes precedence over a temporary one.
    expect(error).toMatchObject({ code: "not-found", replyCode: 550, retryable: false });
    expect((error as AccessError).message).toContain("c@d, e@f");
    expect((error as AccessError).reply).toBe("550 e@f \\x1b");
  });

  it("lists at most five recipients in the error", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `a${i}@b`);
    const receipt = { accepted: [], refused: names.map((name) => refused(name, true)), reply: "" };
    const { error } = await send(`mailto:${names}`, {}, { receipt });
    expect(error).toMatchObject({ code: "temporarily-unavailable", retryable: true });
    expect((error as AccessError).message).toMatch(/not sent: the server rejected a0@b, .*a4@b and 15 more$/);
  });

  it.each<[accepted: string, refused: string, error: object]>([
    [
      "a@b",
      "c@d",
      {
        ...{ code: "not-found", retryable: false, replyCode: 550, reply: "550 c@d \\x1b" },
        message: "the server accepted the message for 1 mailbox, but rejected it for c@d",
        hint: "do not send it again to all recipients; use the mailto option onReceipt to see who accepted it",
      },
    ],
    [
      "a@b,e@f",
      "c@d?",
      {
        ...{ code: "temporarily-unavailable", retryable: false },
        message: "the server accepted the message for 2 mailboxes, but rejected it for c@d",
      },
    ],
    [
      "",
      "a@b?,c@d?",
      {
        ...{ code: "temporarily-unavailable", retryable: true, reply: "550 a@b \\x1b" },
        message: "the message was not sent: the server rejected a@b, c@d",
        hint: "correct the address, or set the mailto option partial to send to the others",
      },
    ],
    ["", "a@b?,c@d", { code: "not-found", retryable: false, reply: "550 c@d \\x1b" }],
    ["", "a@b,c@d?", { code: "not-found", retryable: false, reply: "550 a@b \\x1b" }],
    ["", "a@b,b@b,c@b,d@b,e@b", { message: expect.stringMatching(/rejected a@b, b@b, c@b, d@b, e@b$/) }],
    ["", "a@b,b@b,c@b,d@b,e@b,f@b", { message: expect.stringMatching(/, d@b, e@b and 1 more$/) }],
  ])("says who was sent the message: accepted %s, rejected %s", async (accepted, rejected, error) => {
    const list = (text: string) => (text === "" ? [] : text.split(","));
    const receipt = {
      accepted: list(accepted),
      refused: list(rejected).map((each) => refused(each.replace("?", ""), each.endsWith("?"))),
      reply: "",
    };
    const url = `mailto:${list(`${accepted}${accepted && ","}${rejected}`.replaceAll("?", ""))}`;
    expect((await send(url, { partial: true }, { receipt })).error).toMatchObject(error);
  });

  it.each([
    [{}],
    [{ accepted: [], refused: [] }],
    [{ accepted: ["a@b"], refused: [], reply: "" }],
    [{ accepted: ["a@b", "c@d", "x@y"], refused: [], reply: "" }],
    [{ accepted: ["a@b", "a@b"], refused: [], reply: "" }],
    [{ accepted: ["a@b"], refused: [{}], reply: "" }],
    [{ accepted: "a@b", refused: [], reply: "" }],
    [{ accepted: ["a@b", "c@d"], reply: "" }],
    [{ refused: [], reply: "" }],
    [{ accepted: [], refused: [], reply: "" }],
    [{ accepted: ["a@b"], refused: [refused("a@b")], reply: "" }],
    [{ accepted: ["a@b"], refused: [refused("c@d"), refused("c@d")], reply: "" }],
    [{ accepted: ["a@b"], refused: [refused("x@y")], reply: "" }],
    [{ accepted: [], refused: [refused("A@b")], reply: "" }],
    [{ accepted: ["a@b", "c@d"], refused: [null], reply: "" }],
    [null],
  ])("%j is a plugin-fault", async (receipt) => {
    const told: unknown[] = [];
    const onReceipt = (each: Receipt) => told.push(each);
    const submit = async () => receipt;
    const { error } = await send("mailto:a@b,c@d", { onReceipt, submit });
    expect(error).toMatchObject({
      code: "plugin-fault",
      message: "the submitter returned an invalid receipt; the message may have been sent",
    });
    expect(told).toEqual([]);
  });

  it("may name only those whom the server rejected: then nothing was sent (RFC 6409 §4)", async () => {
    const receipt = { accepted: [], refused: [refused("c@d")], reply: "" };
    expect((await send("mailto:a@b,c@d", {}, { receipt })).error).toMatchObject({
      code: "not-found",
      message: "the message was not sent: the server rejected c@d",
    });
  });

  it("that is an error is the error of the call", async () => {
    const submit = async () => {
      throw new AccessError("auth-failed", "no", { replyCode: 535 });
    };
    expect((await send("mailto:a@b", { submit })).error).toMatchObject({
      code: "auth-failed",
      replyCode: 535,
    });
    const broken = async () => {
      throw new TypeError("oops");
    };
    expect((await send("mailto:a@b", { submit: broken })).error).toMatchObject({ code: "plugin-fault" });
  });
});

it("a submitter may connect to the ports of submission and relaying only (RFC 6409 §3.1, RFC 8314 §3.3)", async () => {
  const transport = memoryTransport();
  const ports = [25, 26, 110, 465, 466, 587, 588];
  for (const port of ports) transport.listen("8.8.8.8", port, async () => {});
  const client = createClient({ schemes: [mailto], transport });
  const reached: number[] = [];
  for (const port of ports) {
    const submit: MailtoOptions["submit"] = async ({ recipients }, context) => {
      (await context.connect({ host: "8.8.8.8", port })).close();
      reached.push(port);
      return { accepted: recipients, refused: [], reply: "" };
    };
    const options = { submit, from: "me@h.example", confirmed: true };
    const sent = await client.send("mailto:a@b", undefined, { options }).catch((error: unknown) => error);
    if (sent !== undefined) expect(sent).toMatchObject({ code: "port-blocked" });
  }
  expect(reached).toEqual([25, 465, 587]);
});

function mailtoPlan(url: string): readonly string[] {
  const client = createClient({ schemes: [mailto], transport: memoryTransport() });
  return client.registry.plan(url).steps.map((step) => ("octets" in step ? textOf(step.octets) : ""));
}
