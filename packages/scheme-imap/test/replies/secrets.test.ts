import { createClient, Transcript } from "@anyurl/client";
import { memoryTransport } from "@anyurl/testkit";
import { expect, it } from "vitest";
import { imap } from "../../src/index.ts";
import { ADDRESS, startTableServer } from "./table-server.ts";

it.each([
  ["IMAP4rev1", "pw", ['a1 LOGIN "me" ***']],
  ["IMAP4rev1", "pä", ["a1 LOGIN {2}", "me {3}", "***"]],
  ["IMAP4rev1 LITERAL+", "pä", ["a1 LOGIN {2+}", "me {3+}", "***"]],
  ["IMAP4rev1 AUTH=PLAIN", "pä", ["a1 AUTHENTICATE PLAIN", "***"]],
  ["IMAP4rev1 AUTH=PLAIN SASL-IR", "pä", ["a1 AUTHENTICATE PLAIN ***"]],
])("a transcript at a server with %s masks the password %s", async (capabilities, password, expected) => {
  const network = memoryTransport();
  const replies = {
    greeting: `* OK [CAPABILITY ${capabilities}] hi`,
    LOGIN: /[^\0-\x7f]/.test(password) && !capabilities.includes("LITERAL+") ? "+ go" : "$ OK in",
    AUTHENTICATE: capabilities.includes("SASL-IR") ? "$ OK in" : "+ go",
    "+": capabilities.includes("AUTH=PLAIN") ? "$ OK in" : ["+ go", "$ OK in"],
  };
  startTableServer(network, { replies });
  const client = createClient({
    ...{ schemes: [imap] as const, transport: network, options: { imap: { clearTextLogin: true } } },
    credentials: () => ({ password }),
  });
  const transcript = new Transcript();
  await client.stat(`imap://me@${ADDRESS}/`, { transcript });
  const sent = transcript.entries.flatMap(({ kind, text = "" }) => (kind === "send" ? [text.trim()] : []));
  expect(sent.slice(0, expected.length)).toEqual(expected);
});
