import { deepEqual, equal, rejects } from "node:assert/strict";
import { test } from "node:test";
import { type ClientOptions, createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { describeAccess, FAULTS } from "@anyurl/testkit";
import { OTHER_VALID } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { gemini } from "../src/index.ts";
import { startGeminiServer } from "./server.ts";

const INDEX = "# Hello\n=> text.gmi a link\n```\n=> none\n```\n=> /dir/\n=> gopher://h.example/ elsewhere\n";

function answer(path: string): string {
  if (path === "" || path === "dir/") return `20 text/gemini\r\n${INDEX}`;
  if (path === "text.txt") return "20 text/plain; charset=utf-8\r\nLine\n";
  if (path === "ask") return "10 Words?\r\n";
  if (path.startsWith("ask?")) return `20 text/gemini\r\n=> /found/${path.slice(4)} found\n`;
  if (path === "old") return "31 text.txt\r\n";
  if (path === "loop") return "30 loop\r\n";
  if (path === "away") return "30 http://h.example/\r\n";
  if (path === "slow") return "44 3\r\n";
  if (path === "cert") return "60 A certificate, please\r\n";
  return path === "bad" ? "2 text/plain\r\n" : "51 no\r\n";
}

const create = (options: Partial<ClientOptions<readonly []>> = {}) =>
  createClient({ transport: nodeTransport(), ...options, schemes: [gemini] });
const start = () => startGeminiServer(answer);

describeAccess(
  gemini,
  {
    start,
    client: (world) => create(world),
    fetch: toFetch,
    get: { path: "text.txt", octets: octetsOf("Line\n"), mediaType: "text/plain; charset=utf-8" },
    stat: { path: "text.txt", kind: "file" },
    list: { path: "", names: ["a link", "/dir/", "elsewhere"] },
    search: { path: "ask", words: "two words", names: ["found"] },
    refuses: [
      { operation: "get", path: "nothing", code: "not-found" },
      { operation: "get", path: "ask", code: "x-input-required" },
      { operation: "get", path: "loop", code: "too-many-redirects" },
      { operation: "get", path: "away", code: "redirect-refused" },
      { operation: "get", path: "slow", code: "temporarily-unavailable" },
      { operation: "get", path: "cert", code: "auth-required" },
      { operation: "get", path: "bad", code: "protocol-error" },
      { operation: "list", path: "text.txt", code: "not-a-directory" },
    ],
    protocol: {
      // The rest of the header is a media type.
      answer: () => [
        { is: "reply", text: "20 text/gemini\r\n", exact: true },
        { is: "body" },
        { is: "close" },
      ],
      invalidReplies: ["\r\n", "2 x\r\n", "200 x\r\n"],
      operations: [
        { operation: "get", url: "gemini://h.example/a", end: "close", tls: "implicit" },
        {
          operation: "list",
          url: "gemini://h.example/",
          end: "close",
          tls: "implicit",
          entry: (name) => `=> /x ${name}`,
        },
      ],
    },
  },
  { faults: FAULTS },
);

test("follows a redirect to another host, with trust on first use for each", async () => {
  const other = await startGeminiServer(answer, OTHER_VALID);
  const server = await startGeminiServer(() => `30 gemini://localhost:${other.port}/text.txt\r\n`);
  const client = create();
  try {
    for (let i = 0; i < 2; i++) equal(await (await client.get(server.url("") as "gemini:")).text(), "Line\n");
  } finally {
    await Promise.all([server.close(), other.close()]);
  }
});

test("rejects a server whose key has changed, and accepts only authorities if asked", async () => {
  const server = await start();
  const keys = new Map([[`127.0.0.1:${server.port}`, "sha256/other"]]);
  const trust = {
    get: (name: string) => keys.get(name),
    set: (name: string, key: string) => void keys.set(name, key),
  };
  try {
    await rejects(create({ tls: { trust } }).get(server.url("") as "gemini:"), { code: "tls-failed" });
    await rejects(create().get(server.url("") as "gemini:", { options: { verify: "authority" } }), {
      code: "tls-failed",
    });
    await rejects(
      create({
        policy: { profile: "untrusted", allowAddresses: ["127.0.0.1"], allowPorts: ["gemini:*"] },
      }).get(server.url("") as "gemini:"),
      { code: "tls-failed" },
    );
    deepEqual(server.received.flat(), []);
  } finally {
    await server.close();
  }
});
