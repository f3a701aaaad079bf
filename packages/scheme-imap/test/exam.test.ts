import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { MAIL_LIBRARY, startImapServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { imap } from "../src/index.ts";
import { EXCEPT, PROTOCOL } from "./hostile-protocol.ts";

const WELCOME = octetsOf(MAIL_LIBRARY["INBOX"]![0]!.replaceAll("\n", "\r\n"));

describeAccess(imap, {
  start: async () => {
    const server = await startImapServer();
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [imap], transport: nodeTransport(), ...world }),
  get: { path: "/INBOX/;UID=1", octets: WELCOME, mediaType: "message/rfc822" },
  list: { path: "/INBOX", names: ["Welcome to the library", "Café at noon?", "Tide tables"] },
  search: { path: "/INBOX", words: "tables attached", names: ["Tide tables"] },
  stat: { path: "/INBOX/;UID=1", kind: "file", size: WELCOME.length },
  refuses: [
    { operation: "get", path: "/nothing/;UID=1", code: "not-found" },
    { operation: "get", path: "/INBOX/;UID=9", code: "not-found" },
    { operation: "get", path: "/INBOX/;UID=3/;SECTION=7", code: "not-found" },
    { operation: "get", path: "/INBOX;UIDVALIDITY=1/;UID=1", code: "not-found" },
    { operation: "get", path: "/INBOX", code: "is-a-directory" },
    { operation: "get", path: "/", code: "is-a-directory" },
    { operation: "list", path: "/nothing", code: "not-found" },
    { operation: "list", path: "/INBOX?NONSENSE", code: "unsupported" },
    { operation: "list", path: "/INBOX/;UID=3/;SECTION=1", code: "not-a-directory" },
  ],
  protocol: PROTOCOL,
  exceptFaults: EXCEPT,
  fetch: toFetch,
});
