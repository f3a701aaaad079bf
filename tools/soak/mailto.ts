import { type ReceivedMessage, startSmtpServer } from "@anyurl/servers";
import { smtp } from "@anyurl/smtp";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import type { Place, Target } from "./target.ts";

const BODIES = ["short", ".\r\n..\r\n...three\r\n\r\nend", "a line that is longer\r\n.dot\r\n".repeat(700)];

/** Mail: each message is delivered once and complete, to a server without TLS and to one with STARTTLS and a login. */
export async function mailtoPlace(): Promise<Place> {
  const plain = await startSmtpServer();
  const secure = await startSmtpServer({
    tls: SELF_SIGNED,
    accounts: { alice: "s3cr:t@/%" },
    requireAuth: true,
    requireTls: true,
  });
  const servers = [plain, secure];
  const box = mailbox(servers.map(({ messages }) => messages as ReceivedMessage[]));
  const login = { auth: { user: "alice", password: "s3cr:t@/%" } };
  const targets = [
    sending("mailto", smtp({ host: plain.host, port: plain.port, tls: "none" }), box),
    sending("mailto tls", smtp({ host: secure.host, port: secure.port, tls: "required", ...login }), box),
  ];
  return {
    name: "mailto",
    targets,
    live: () => servers.reduce((sum, { live }) => sum + live, 0),
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((each) => each.close()))),
  };
}

/** Messages by their recipient. The servers keep at most a thousand, so they are emptied each time. */
function mailbox(all: readonly ReceivedMessage[][]): (to: string) => readonly ReceivedMessage[] {
  const box = new Map<string, ReceivedMessage[]>();
  return (to) => {
    for (const message of all.flatMap((messages) => messages.splice(0))) {
      const key = message.recipients.join(" ");
      box.set(key, [...(box.get(key) ?? []), message]);
    }
    const found = box.get(to) ?? [];
    box.delete(to);
    return found;
  };
}

function sending(scheme: string, submit: unknown, box: ReturnType<typeof mailbox>): Target {
  const options = { submit, from: "keeper@soak.example", confirmed: true };
  return {
    scheme,
    url: "mailto:",
    options,
    end: "marked",
    does: "send",
    prepare: async ({ name, random }) => {
      const to = `${name}@soak.example`;
      const body = random.pick(BODIES);
      const url = `mailto:${to}?subject=${name}&body=${encodeURIComponent(body)}`;
      return {
        run: async (client, call) => {
          await client.send(url, undefined, call);
          return "right";
        },
        left: async (how) => {
          const messages = box(to);
          const [message] = messages;
          if (message === undefined) return how === "done" ? "the message was not delivered" : undefined;
          if (messages.length > 1) return `the message was delivered ${messages.length} times`;
          const text = Buffer.from(message.octets).toString("latin1");
          const isWhole = text.endsWith(`\r\n\r\n${body.replace(/(?<!\r\n)$/, "\r\n")}`);
          return isWhole ? undefined : `the delivered message is wrong: ${text.slice(-300)}`;
        },
      };
    },
  };
}
