import { createClient, toFetch } from "@anyurl/client";
import { type AccessCall, describeAccess, memoryTransport } from "@anyurl/testkit";
import { cid, mid } from "../src/index.ts";
import { NEWSLETTER } from "./messages.ts";

const start = (scheme: string) => async () => ({
  url: (path: string) => `${scheme}:${path}`,
  ...{ received: [], live: 0, close: async () => {} },
});
const picture = { octets: Uint8Array.from(atob("R0lGODlhAQABAAAAACw="), (char) => char.charCodeAt(0)) };

describeAccess(mid, {
  start: start("mid"),
  client: (world) => {
    const client = createClient({ schemes: [mid], transport: memoryTransport(), ...world });
    const store = new Map([["news.1@h.example", NEWSLETTER]]);
    const withStore = (call: AccessCall) => ({ ...call, options: { store, ...call.options } });
    return {
      ...client,
      get: (url, call) => client.get(url, withStore(call)),
      list: (url, call) => client.list(url, withStore(call)),
      stat: (url, call) => client.stat(url, withStore(call)),
    };
  },
  fetch: toFetch,
  get: { path: "news.1@h.example/1.2.2", ...picture, mediaType: "image/gif" },
  list: { path: "news.1@h.example", names: ["text/plain 1.1", "page@h.example", "grüße.gif", "a.bin"] },
  stat: { path: "news.1@h.example", kind: "directory", size: NEWSLETTER.length },
});

describeAccess(cid, {
  start: start("cid"),
  client: (world) => {
    const client = createClient({ schemes: [cid], transport: memoryTransport(), ...world });
    const withMessage = (call: AccessCall) => ({
      ...call,
      options: { message: NEWSLETTER, ...call.options },
    });
    return {
      ...client,
      get: (url, call) => client.get(url, withMessage(call)),
      stat: (url, call) => client.stat(url, withMessage(call)),
    };
  },
  fetch: toFetch,
  get: { path: "pic+1@h.example", ...picture, mediaType: "image/gif" },
  stat: { path: "pic+1@h.example", kind: "file" },
});
