import { createClient, toFetch } from "@anyurl/client";
import { describeAccess, memoryTransport } from "@anyurl/testkit";
import { data } from "../src/index.ts";

// There is no server: the URL is the content.
describeAccess(data, {
  start: async () => ({ url: (path) => `data:${path}`, received: [], live: 0, close: async () => {} }),
  client: (world) => createClient({ schemes: [data], transport: memoryTransport(), ...world }),
  fetch: toFetch,
  get: {
    path: "image/gif;base64,R0lGODlh",
    octets: new TextEncoder().encode("GIF89a"),
    mediaType: "image/gif",
  },
});
