import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { MAIL_LIBRARY, startPopServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { pop } from "../src/index.ts";
import { EXCEPT, PROTOCOL } from "./hostile-protocol.ts";

const WELCOME = octetsOf(MAIL_LIBRARY["INBOX"]![0]!.replaceAll("\n", "\r\n"));

// A URL names a mailbox, so an option selects the message of `get`.
describeAccess(pop, {
  start: async () => {
    const server = await startPopServer({ accounts: { alice: "Swordfish42" } });
    const origin = server.origin.replace("//", "//alice;AUTH=+APOP@");
    return {
      url: (path) => `${origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) =>
    createClient({
      ...{ schemes: [pop], transport: nodeTransport(), options: { pop: { message: 1 } } },
      credentials: () => ({ password: "Swordfish42" }),
      ...world,
    }),
  get: { path: "", octets: WELCOME, mediaType: "message/rfc822" },
  list: { path: "", names: ["Welcome to the library", "Café at noon?", "Tide tables"] },
  stat: { path: "", kind: "directory" },
  refuses: [],
  protocol: PROTOCOL,
  exceptFaults: EXCEPT,
  // No fetch: it cannot set the option, so it lists the mailbox.
  except: {
    "plan: get":
      "the kit plans without the option that selects the message; vectors.json and access.test.ts have plans",
    "plan: list": "a plan has one TOP, because only the server knows how many messages there are",
  },
});
