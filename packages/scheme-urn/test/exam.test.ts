import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { describeAccess, memoryTransport } from "@anyurl/testkit";
import { urn } from "../src/index.ts";
import { book } from "./book-scheme.ts";

// There is no server: the resolver names a URL of a scheme without one.
const options = { resolvers: { example: "x-book:{nss}" } };

describeAccess(
  urn,
  {
    start: async () => ({ url: (path) => `urn:${path}`, received: [], live: 0, close: async () => {} }),
    client: (world) => {
      const client = createClient({ schemes: [urn, book], transport: memoryTransport(), ...world });
      return {
        ...client,
        get: (url, call) => client.get(url, { ...call, options: { ...options, ...call.options } }),
      };
    },
    fetch: toFetch,
    get: { path: "example:a-b", octets: octetsOf("x-book:a-b"), mediaType: "text/plain" },
    except: { "plan: get": "the plan depends on the resolver" },
  },
  { beside: [book] },
);
