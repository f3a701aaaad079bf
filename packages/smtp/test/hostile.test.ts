import { inspect } from "node:util";
import { createClient, Transcript } from "@anyurl/client";
import { isAccessError, octetsOf, textOf } from "@anyurl/core";
import { mailto } from "@anyurl/scheme-mailto";
import { fakeClock, type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { smtp } from "../src/index.ts";

const PASSWORD = "Swordfish/42";

/** What a proper server says: first of all, and then to each command; the last but one is to the end of the data. */
const SAID: readonly (readonly [to: string, reply: string])[] = [
  ["greeting", "220 ready\r\n"],
  ["EHLO", "250-h.example\r\n250-SIZE 1000000\r\n250 AUTH PLAIN\r\n"],
  ["AUTH", "235 welcome\r\n"],
  ["MAIL", "250 ok\r\n"],
  ["RCPT", "250 ok\r\n"],
  ["DATA", "354 go on\r\n"],
  [".", "250 taken\r\n"],
  ["QUIT", "221 bye\r\n"],
];
const POINTS = SAID.map(([to]) => to);
const END_OF_DATA = POINTS.indexOf(".");
const QUIT = POINTS.indexOf("QUIT");

/** What it does in the place of a reply, or with it. Gives how it goes on. */
type Misdeed = (peer: MemoryPeer, reply: string) => Promise<"goes on" | "is done">;

const done = async (act: () => unknown) => {
  await act();
  return "is done" as const;
};

const MISDEEDS: Readonly<Record<string, Misdeed>> = {
  closes: (peer) => done(() => peer.end()),
  resets: (peer) => done(() => peer.reset()),
  "says nothing": (peer) => done(() => peer.closed),
  drips: async (peer) => {
    for (;;) {
      await peer.send("2");
      if ((await Promise.race([peer.closed.then(() => "closed"), tick()])) === "closed") return "is done";
    }
  },
  "says half": (peer, reply) =>
    done(async () => {
      await peer.send(reply.slice(0, 2));
      peer.end();
    }),
  "says a line without end": (peer) => done(() => flood(peer, octetsOf("2".repeat(16_384)))),
  "says a reply without end": (peer) => done(() => flood(peer, octetsOf("250-and\r\n".repeat(1_000)))),
  "speaks another protocol": async (peer) => {
    await peer.send("SSH-2.0-OpenSSH_9.2p1\r\n");
    return "goes on";
  },
  "changes the code within": async (peer) => {
    await peer.send("250-one\r\n550 two\r\n");
    return "goes on";
  },
  "says NUL and terminal controls": async (peer) => {
    await peer.send(`599 \0\u001b]0;x\u0007\u202e ${PASSWORD} ${btoa(`\0alice\0${PASSWORD}`)}\r\n`);
    return "goes on";
  },
  "says it twice": async (peer, reply) => {
    await peer.send(reply + reply);
    return "goes on";
  },
};

async function tick(): Promise<"tick"> {
  await new Promise((resolve) => setImmediate(resolve));
  return "tick";
}

async function flood(peer: MemoryPeer, octets: Uint8Array): Promise<void> {
  while (peer.open) await peer.send(octets).catch(() => {});
}

/** Serves one connection; at the reply number `point` by the misdeed. */
async function serve(peer: MemoryPeer, point: number, misdeed: Misdeed): Promise<void> {
  let unread = "";
  const line = async () => {
    for (;;) {
      const end = unread.indexOf("\r\n");
      if (end >= 0) {
        const text = unread.slice(0, end);
        unread = unread.slice(end + 2);
        return text;
      }
      const octets = await peer.receive();
      if (octets === undefined) return undefined;
      unread += textOf(octets);
    }
  };
  for (const [i, [to, reply]] of SAID.entries()) {
    for (let text = i === 0 ? to : await line(); !text?.startsWith(to); text = await line()) {
      if (text === undefined) return;
    }
    if (i !== point) await peer.send(reply);
    else if ((await misdeed(peer, reply)) === "is done") return;
  }
  peer.end();
}

async function send(point: number, misdeed: Misdeed) {
  const transport = memoryTransport({ names: { "mail.example": ["10.0.0.1"] } });
  transport.listen("10.0.0.1", 2525, (peer) => serve(peer, point, misdeed));
  const clock = fakeClock();
  const client = createClient({ schemes: [mailto], transport, clock });
  const transcript = new Transcript();
  let delivered = false;
  const options = {
    submit: smtp({
      host: "mail.example",
      port: 2525,
      tls: "none",
      auth: { user: "alice", password: PASSWORD },
      clearTextPasswords: "allow",
    }),
    from: "me@h.example",
    confirmed: true,
    onReceipt: () => {
      delivered = true;
    },
  };
  let error: unknown;
  const sending = client.send("mailto:joe@h.example?body=x", undefined, { options, transcript });
  await clock.until(
    sending.catch((thrown) => (error = thrown)),
    120_000,
  );
  return { error, delivered, transport, transcript, pending: clock.pending };
}

// Modules are loaded in real time, which a clock that stands still does not wait for.
beforeAll(() => mailto.access?.());

describe.each(Object.entries(MISDEEDS))("a server that %s", (name, misdeed) => {
  it.each(SAID.map(([to], point) => [to, point] as const))(
    "in the place of its reply to %s",
    async (_, point) => {
      const { error, delivered, transport, transcript, pending } = await send(point, misdeed);
      expect({ open: transport.open, pending }).toEqual({ open: 0, pending: 0 });
      const seen = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(transcript.entries)}`;
      for (const secret of [PASSWORD, btoa(PASSWORD), btoa(`\0alice\0${PASSWORD}`)])
        expect(seen).not.toContain(secret);
      // Whatever it says behind QUIT, the message is taken.
      if (point === QUIT) {
        expect({ error, delivered }).toEqual({ error: undefined, delivered: true });
        return;
      }
      // The second of two replies to the end of the data is nobody's: the message is taken.
      if (name === "says it twice" && point === END_OF_DATA) {
        expect({ error, delivered }).toEqual({ error: undefined, delivered: true });
        return;
      }
      expect(delivered).toBe(false);
      expect(isAccessError(error) && error.code).toMatch(
        /^(?:truncated|protocol-error|timeout|too-large|desync|temporarily-unavailable|auth-failed|permission-denied)$/,
      );
      expect(error).toMatchObject({ scheme: "mailto", operation: "send" });
      // From the end of the data on nobody knows, unless the server has said no.
      const { message, retryable, replyCode } = error as {
        message: string;
        retryable: boolean;
        replyCode?: number;
      };
      const isKnown = point < END_OF_DATA || replyCode !== undefined;
      expect(/may have been sent/.test(message)).toBe(!isKnown);
      if (!isKnown) expect(retryable).toBe(false);
      // No message reaches a server that has not said what it must.
      const sent = transport.connections.flatMap((connection) => connection.sent.map(textOf)).join("");
      if (point < END_OF_DATA) expect(sent).not.toContain("\r\n.\r\n");
      if (point === 0) expect(sent).toBe("");
    },
  );
});
