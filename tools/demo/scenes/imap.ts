import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function imapBlock({ imap: { origin } }: DemoEnvironment): SchemeScenario {
  const mailbox = `${origin}/INBOX;UIDVALIDITY=981173100`;
  return {
    scheme: "imap",
    title: "mailboxes and messages",
    scenes: [
      {
        title: "A mailbox: its messages, whose URLs have the version of the UIDs",
        url: `${origin}/inbox`,
        operation: "list",
        expected: {
          names: ["Welcome to the library", "Café at noon?", "Tide tables"],
          urls: [1, 2, 3].map((uid) => `${mailbox}/;UID=${uid}`),
        },
      },
      {
        title: "The messages that a search finds",
        url: `${origin}/INBOX?FROM%20keeper`,
        operation: "list",
        expected: { names: ["Welcome to the library"], urls: [`${mailbox}/;UID=1`] },
      },
      {
        title: "An attachment, without its transfer encoding",
        url: `${origin}/INBOX/;UID=3/;SECTION=2`,
        operation: "get",
        expected: { octets: octetsOf("time,height\r\n04:12,0.8\r\n10:30,4.2\r\n") },
        anatomy: true,
      },
      {
        title: "A login that is not supported: nothing is sent",
        url: `${origin.replace("//", "//alice;AUTH=GSSAPI@")}/INBOX`,
        operation: "list",
        expected: { code: "unsupported" },
      },
    ],
  };
}
