import { createClient, toFetch } from "@anyurl/client";
import { folder, startGeminiServer } from "@anyurl/servers";
import { describeAccess, FAULTS } from "@anyurl/testkit";
import { VALID } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { gemini } from "../src/index.ts";

/** Bytes of every value. */
const OCTETS: Uint8Array = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);

const ROOT = folder({
  "a.bin": OCTETS,
  "poem.txt": "The tide.\n",
  "page.gmi":
    "# Hello\n=> poem.txt A poem\n```\n=> none\n```\n=> /shelf/\n=> gopher://h.example/ elsewhere\n",
  shelf: folder({ "what? 50%#.txt": "A name with escapes.\n" }),
});

describeAccess(
  gemini,
  {
    start: async () => {
      const server = await startGeminiServer({
        tls: VALID,
        root: ROOT,
        redirects: {
          "/loop": { status: 30, location: "loop" },
          "/away": { status: 30, location: "http://h.example/" },
        },
        responses: { "/slow": "44 3\r\n", "/bad": "2 text/plain\r\n" },
        protected: ["/private"],
      });
      return {
        url: (path) => `${server.origin}${path}`,
        received: server.received,
        get live() {
          return server.live;
        },
        close: () => server.close(),
      };
    },
    client: (world) => createClient({ schemes: [gemini], transport: nodeTransport(), ...world }),
    get: { path: "/a.bin", octets: OCTETS, mediaType: "application/octet-stream" },
    stat: { path: "/a.bin", kind: "file" },
    list: { path: "/page.gmi", names: ["# Hello", "A poem", "", "=> none", "", "/shelf/", "elsewhere"] },
    search: { path: "/search", words: "tide", names: ["# 1 found", "/poem.txt"] },
    refuses: [
      { operation: "get", path: "/nothing", code: "not-found" },
      { operation: "get", path: "/search", code: "input-required" },
      { operation: "get", path: "/loop", code: "too-many-redirects" },
      { operation: "get", path: "/away", code: "redirect-refused" },
      { operation: "get", path: "/slow", code: "temporarily-unavailable" },
      { operation: "get", path: "/private/a", code: "auth-required" },
      { operation: "get", path: "/bad", code: "protocol-error" },
      { operation: "list", path: "/poem.txt", code: "unsupported" },
    ],
    protocol: {
      // The rest of the header is a media type.
      answer: () => [
        { is: "reply", text: "20 text/gemini\r\n", exact: true },
        { is: "body" },
        { is: "close" },
      ],
      invalidReplies: [
        ...["\r\n", "\udcff\udcfe\r\n", "-\r\n", "\0\r\n"],
        ...["2 x\r\n", "200 x\r\n", "2200 x\r\n", "99 x\r\n", "999 x\r\n"],
        // Not a media type.
        "20 x\r\n",
      ],
      refusal: "51 no\r\n",
      operations: [
        { operation: "get", url: "gemini://h.example/a", end: "close", tls: "implicit" },
        {
          operation: "list",
          url: "gemini://h.example/",
          end: "close",
          tls: "implicit",
          entry: (name) => `=> /x ${name}`,
        },
        {
          operation: "search",
          url: "gemini://h.example/find",
          words: "w",
          end: "close",
          tls: "implicit",
          entry: (name) => `=> /x ${name}`,
        },
      ],
    },
    fetch: toFetch,
  },
  { faults: FAULTS },
);
