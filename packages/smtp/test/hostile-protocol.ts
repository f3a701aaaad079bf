import { createClient, Transcript } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { type MailtoOptions, mailto } from "@anyurl/scheme-mailto";
import type { HostileProtocol, PeeredClient, PeeredWorld, ServerStep } from "@anyurl/testkit";
import { expect } from "vitest";
import { type Receipt, type SmtpOptions, smtp } from "../src/index.ts";

const PASSWORD = "Swordfish/42";
const SECRETS = [PASSWORD, btoa(PASSWORD), btoa(`\0alice\0${PASSWORD}`)];
const SERVER = { host: "mail.example", port: 2525 };

/** The replies of a correct server. Without the required replies no message is sent. */
const REPLIES: ReadonlyMap<string, ServerStep> = new Map(
  Object.entries({
    EHLO: {
      is: "reply",
      text: "250-h.example\r\n250-SIZE 1000000\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
    },
    STARTTLS: { is: "reply", text: "220 go on\r\n", secures: true, required: true },
    AUTH: { is: "reply", text: "235 welcome\r\n", required: true },
    MAIL: { is: "reply", text: "250 ok\r\n", required: true },
    RCPT: { is: "reply", text: "250 ok\r\n", required: true },
  } satisfies Record<string, ServerStep>),
);

function answer(line: string): readonly ServerStep[] {
  const [verb = ""] = line.split(" ");
  if (verb === "DATA") {
    return [
      { is: "reply", text: "354 go on\r\n", required: true },
      { is: "upload", until: "." },
      { is: "reply", text: "250 taken\r\n", confirms: true },
    ];
  }
  if (verb === "QUIT") return [{ is: "farewell", text: "221 bye\r\n" }, { is: "close" }];
  return [REPLIES.get(verb) ?? { is: "reply", text: "502 no\r\n" }];
}

/** "If the first character is a period, one additional period is inserted" (RFC 5321 §4.5.2). */
function stuffed(text: Uint8Array): Uint8Array {
  return octetsOf(textOf(text).replaceAll(/^\./gm, ".."));
}

export function protocolWith(tls?: "implicit" | "upgrade"): HostileProtocol {
  return {
    greeting: "220 ready\r\n",
    answer,
    multiline: (reply) => reply.replace(/^([0-9]{3}).*$/s, "$1-and\r\n"),
    failure: "451 4.3.0 broken\r\n",
    refusal: "502 no\r\n",
    operations: [
      {
        operation: "send",
        url: "mailto:joe@h.example?subject=hello",
        server: SERVER,
        secrets: SECRETS,
        octets: octetsOf("first\r\n.\r\n..two\r\n250 no reply\r\nQUIT\r\n"),
        frame: stuffed,
        end: "reply",
        ...(tls && { tls }),
      },
    ],
  };
}

type Tls = NonNullable<SmtpOptions["tls"]>;

function optionsWith(tls: Tls): MailtoOptions {
  const auth = { user: "alice", password: PASSWORD };
  return {
    submit: smtp({ ...SERVER, tls, auth, clearTextPasswords: tls === "none" ? "allow" : "refuse" }),
    from: "me@h.example",
    confirmed: true,
  };
}

/** A client, and an observer of its traffic. */
export function clientWith(tls: Tls): (world: PeeredWorld) => PeeredClient {
  return (world) => {
    const client = createClient({ schemes: [mailto], ...world });
    return {
      get: (url, call) => client.get(url as never, call),
      list: (url, call) => client.list(url as never, call),
      search: (url, words, call) => client.search(url as never, words, call),
      send: async (url, message, call) => {
        const transcript = new Transcript();
        let delivered = false;
        const onReceipt = ({ accepted }: Receipt) => {
          delivered = accepted.length > 0;
        };
        const sending = client.send(url as "mailto:", message, {
          ...call,
          transcript,
          options: { ...optionsWith(tls), onReceipt },
        });
        const failed = await sending.then(
          () => false,
          () => true,
        );
        // The call failed, so nothing must report a delivery.
        expect(delivered).toBe(!failed);
        for (const secret of SECRETS) expect(JSON.stringify(transcript.entries)).not.toContain(secret);
        return sending;
      },
    };
  };
}
