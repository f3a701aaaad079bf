import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@anyurl/client";
import { mailto } from "@anyurl/scheme-mailto";
import { type MailtoOptions, type Receipt, type SmtpOptions, smtp } from "@anyurl/smtp";
import { nodeTransport } from "@anyurl/transport-node";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { describePeer } from "./describe-peer.ts";
import { missing, startPeer } from "./start.ts";

const PASSWORD = "s3cr:t@/%";

/** Sends a message through a server on this machine, and returns the result. */
async function send(
  url: string,
  { port, ca, ...smtpOptions }: Omit<SmtpOptions, "host"> & { readonly port: number; readonly ca?: string },
  options: MailtoOptions = {},
): Promise<Receipt> {
  const client = createClient({
    schemes: [mailto],
    transport: nodeTransport(),
    ...(ca !== undefined && { tls: { ca } }),
  });
  const receipts: Receipt[] = [];
  await client.send(url as "mailto:", undefined, {
    options: {
      submit: smtp({ host: "localhost", port, ...smtpOptions }),
      from: "Me <me@example.net>",
      confirmed: true,
      onReceipt: (receipt: Receipt) => void receipts.push(receipt),
      ...options,
    },
  });
  return receipts[0]!;
}

describePeer({ name: "exim" }, (peer) => {
  let ca: string;
  beforeAll(() => {
    ca = readFileSync(join(peer.root, "cert.pem"), "utf8");
  });
  const auth = { user: "alice", password: PASSWORD };
  const secure = () => ({ port: peer.port, ca, tls: "required" as const });

  it("delivers a message over TLS", async () => {
    const url =
      "mailto:joe@example.org?subject=caf%C3%A9%20%F0%9F%98%80&cc=J%C3%B6rg%20%3Ckim@example.org%3E" +
      "&bcc=hidden@example.org&from=evil@x&body=.%0D%0A..two%0D%0AFrom%20here%0D%0A%C3%BC";
    const receipt = await send(url, secure());
    expect(receipt).toMatchObject({
      accepted: ["joe@example.org", "kim@example.org", "hidden@example.org"],
      refused: [],
      reply: expect.stringMatching(/^250 OK id=/),
    });
    // One copy for each recipient.
    const copies = await mails(join(peer.root, "mail/inbox"), 3);
    const [message] = copies;
    const added = ["Return-path", "Envelope-to", "Received"];
    expect(
      message!.fields
        .map(([name]) => name)
        .filter((name) => !added.includes(name))
        .sort(),
    ).toEqual(
      [
        "From",
        "Date",
        "To",
        "Cc",
        "Message-ID",
        "Subject",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
      ].sort(),
    );
    const field = (name: string) => message!.fields.find(([each]) => each === name)?.[1];
    expect(field("Subject")).toBe("café 😀");
    expect(field("To")).toBe("joe@example.org");
    expect(field("Cc")).toBe("Jörg <kim@example.org>");
    expect(field("From")).toBe("Me <me@example.net>");
    expect(field("Return-path")).toBe("<me@example.net>");
    const envelopes = copies.map(({ fields }) => fields.find(([name]) => name === "Envelope-to")?.[1]);
    expect(envelopes.sort()).toEqual(["hidden@example.org", "joe@example.org", "kim@example.org"]);
    // The mailbox format adds the character before "From ".
    expect(message!.body).toBe(".\n..two\n>From here\nü\n");
  });

  it("fails or sends to the other recipients if the server rejects or defers one", async () => {
    const url = "mailto:joe@example.org,nobody@example.org,later@example.org?subject=some";
    await expect(send(url, secure())).rejects.toMatchObject({
      code: "not-found",
      replyCode: 550,
      reply: expect.stringMatching(/^550 .*no such person/),
      retryable: false,
    });
    await expect(send("mailto:later@example.org", secure())).rejects.toMatchObject({
      code: "temporarily-unavailable",
      replyCode: 451,
      retryable: true,
    });
    const receipts: Receipt[] = [];
    const partly = send(url, secure(), {
      partial: true,
      onReceipt: (receipt) => void receipts.push(receipt),
    });
    await expect(partly).rejects.toMatchObject({
      message: expect.stringContaining("accepted the message for 1 mailbox"),
    });
    expect(receipts).toMatchObject([
      { accepted: ["joe@example.org"], refused: [{ replyCode: 550 }, { replyCode: 451 }] },
    ]);
    const some = (await mails(join(peer.root, "mail/inbox"), 4)).filter(({ fields }) =>
      fields.some(([name, value]) => name === "Subject" && value === "some"),
    );
    expect(some).toHaveLength(1);
    expect(some[0]!.fields).toContainEqual(["Envelope-to", "joe@example.org"]);
  });

  it("relays only after a login", async () => {
    const url = "mailto:far@elsewhere.example";
    await expect(send(url, secure())).rejects.toMatchObject({ replyCode: 550 });
    expect(await send(url, { ...secure(), auth })).toMatchObject({ accepted: ["far@elsewhere.example"] });
    const wrong = { ...secure(), auth: { user: "alice", password: "wrong" } };
    await expect(send(url, wrong)).rejects.toMatchObject({ code: "auth-failed", replyCode: 535 });
  });

  it("requires TLS with a valid certificate for the login", async () => {
    const { port } = peer;
    const clear = { port, tls: "none", auth, clearTextPasswords: "allow" } as const;
    await expect(send("mailto:joe@example.org", clear)).rejects.toMatchObject({ code: "unsupported" });
    await expect(send("mailto:joe@example.org", { port, tls: "required" })).rejects.toMatchObject({
      code: "tls-failed",
    });
  });

  it("rejects a message that exceeds the SIZE limit of the server", async () => {
    const url = `mailto:joe@example.org?body=${"x".repeat(50)}${"%0D%0Axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".repeat(700)}`;
    const client = createClient({
      schemes: [mailto],
      transport: nodeTransport(),
      tls: { ca },
      limits: { maxUrlLength: 1e6 },
    });
    const body = (async function* () {
      yield new TextEncoder().encode(`${"x".repeat(90)}\n`.repeat(1200));
    })();
    const { ca: _, ...server } = secure();
    const options = {
      submit: smtp({ host: "localhost", ...server }),
      from: "me@example.net",
      confirmed: true,
    };
    await expect(client.send("mailto:joe@example.org", body, { options })).rejects.toMatchObject({
      code: "too-large",
    });
    await expect(send(url, secure())).resolves.toBeDefined();
  });

  it("accepts a non-ASCII address", async () => {
    const receipt = await send("mailto:J%C3%BCrgen@example.org?subject=utf8", secure());
    expect(receipt.accepted).toEqual(["Jürgen@example.org"]);
  });
});

const sinkReason = missing("smtp-sink");

describe.skipIf(sinkReason !== undefined)(
  `smtp-sink${sinkReason === undefined ? "" : `: ${sinkReason}`}`,
  () => {
    const sink = (args?: string) =>
      startPeer("smtp-sink", (root) => {
        mkdirSync(root, { recursive: true });
        if (args !== undefined) writeFileSync(join(root, "arguments"), `${args}\n`);
      });

    it("receives the message without doubled dots", async () => {
      await using peer = await sink();
      const body = ".\r\n..\r\n...x\r\n\r\nend";
      const receipt = await send(`mailto:a@h.example,b@h.example?body=${encodeURIComponent(body)}`, {
        port: peer.port,
        tls: "none",
      });
      expect(receipt).toMatchObject({ accepted: ["a@h.example", "b@h.example"], refused: [] });
      const [file] = await files(join(peer.root, "mail"));
      const text = readFileSync(file!, "utf8");
      expect(text).toMatch(/^X-Mail-Args: <me@example\.net>/m);
      expect(text.match(/^X-Rcpt-Args: .*$/gm)).toEqual([
        "X-Rcpt-Args: <a@h.example>",
        "X-Rcpt-Args: <b@h.example>",
      ]);
      expect(text.slice(text.indexOf("\n\n") + 2).trimEnd()).toBe(body.replaceAll("\r\n", "\n"));
    });

    it.each([
      ["-f RCPT", "permission-denied", false],
      ["-r RCPT", "temporarily-unavailable", true],
      ["-f MAIL", "unsupported", false],
      ["-r DATA", "temporarily-unavailable", true],
      ["-f .", "permission-denied", false],
      ["-q DATA", "truncated", true],
      ["-q .", "truncated", false],
      ["-e", undefined, false],
      ["-8", undefined, false],
    ])("%s: %s", async (args, code, retryable) => {
      await using peer = await sink(args);
      const sending = send("mailto:a@h.example?body=x", { port: peer.port, tls: "none" });
      if (code === undefined) await expect(sending).resolves.toMatchObject({ accepted: ["a@h.example"] });
      else await expect(sending).rejects.toMatchObject({ name: "AccessError", code, retryable });
    });

    it("sends nothing if the reply to the login is 250 instead of 235 (RFC 4954 §4)", async () => {
      await using peer = await sink();
      const login = { auth: { user: "a", password: "b" }, clearTextPasswords: "allow" } as const;
      const sending = send("mailto:a@h.example", { port: peer.port, tls: "none", ...login });
      await expect(sending).rejects.toMatchObject({ code: "protocol-error", replyCode: 250 });
      expect(readdirSync(join(peer.root, "mail"))).toEqual([]);
    });
  },
);

/** For a server that writes a mailbox after its reply. */
const DELIVERY = { timeout: 10_000, interval: 200 };

interface Mail {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Reads a mailbox file with Python's mail package. Waits until it has `count` messages. */
async function mails(file: string, count: number): Promise<readonly Mail[]> {
  const script = `
import json, mailbox, sys
from email import policy, message_from_bytes
box = mailbox.mbox(sys.argv[1], create=False)
def read(each):
    m = message_from_bytes(each.as_bytes(), policy=policy.default)
    return {"fields": [[k, str(v)] for k, v in m.items()], "body": m.get_content()}
print(json.dumps([read(each) for each in box]))
`;
  return vi.waitFor(() => {
    const read = execFileSync("python3", ["-c", script, file], { encoding: "utf8", stdio: "pipe" });
    const found = JSON.parse(read) as Mail[];
    expect(found.length).toBeGreaterThanOrEqual(count);
    return found;
  }, DELIVERY);
}

async function files(folder: string): Promise<readonly string[]> {
  await expect.poll(() => readdirSync(folder), DELIVERY).not.toEqual([]);
  return readdirSync(folder).map((name) => join(folder, name));
}
