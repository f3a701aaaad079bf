import { createRegistry, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type WsOptions, ws } from "../src/index.ts";
import { accepted, closeFrame, readAll, worldOf } from "./world.ts";

const registry = createRegistry(ws);
type Url = `ws:${string}` | `wss:${string}`;

interface Row {
  readonly url: Url;
  readonly options?: WsOptions;
  readonly target: string;
  /** Default "h.example". */
  readonly host?: string;
  /** Default: 80 for ws, 443 for wss. */
  readonly port?: number;
  /** The fields after Host. */
  readonly own?: readonly string[];
  /** The fields at the end. */
  readonly more?: readonly string[];
}

const EXTENSION = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits";

const ROWS: readonly Row[] = [
  // The resource name is the path or "/", and "?" and the query if that is not empty (RFC 6455 §3).
  { url: "ws://h.example", target: "/" },
  { url: "ws://h.example/", target: "/" },
  { url: "wss://h.example/chat", target: "/chat" },
  { url: "ws://h.example/a/b/?c=d&e", target: "/a/b/?c=d&e" },
  { url: "ws://h.example?c", target: "/?c" },
  { url: "ws://h.example?", target: "/" },
  { url: "ws://h.example/a?", target: "/a" },
  { url: "ws://h.example/a?b?c", target: "/a?b?c" },
  // Escapes and case stay, dot segments go (RFC 3986 §5.2.4).
  { url: "ws://h.example/A%2fb%7E?%7E", target: "/A%2fb%7E?%7E" },
  { url: "ws://h.example//a//", target: "//a//" },
  { url: "ws://h.example/a/./b", target: "/a/b" },
  { url: "ws://h.example/a/../b?../c", target: "/b?../c" },
  { url: "ws://h.example/a/.", target: "/a/" },
  { url: "ws://h.example/a/b/..", target: "/a/" },
  { url: "ws://h.example/..", target: "/" },
  { url: "ws://h.example/../../a", target: "/a" },
  { url: "ws://h.example/a/%2E%2e/b/%2e", target: "/b/" },
  { url: "ws://h.example/.../.a/a./..a", target: "/.../.a/a./..a" },
  // Host has the port if it is not the default one (§4.1).
  { url: "ws://H.Example:80/", target: "/" },
  { url: "wss://h.example:443/", target: "/" },
  { url: "ws://h.example:/", target: "/" },
  { url: "ws://h.example:8080/", target: "/", host: "h.example:8080", port: 8080 },
  { url: "ws://h.example:443/", target: "/", host: "h.example:443", port: 443 },
  { url: "wss://h.example:080/", target: "/", host: "h.example:80", port: 80 },
  { url: "ws://10.0.0.1/", target: "/", host: "10.0.0.1" },
  // The options.
  { url: "ws://h.example/", options: { protocols: [] }, target: "/" },
  {
    url: "ws://h.example/",
    options: { protocols: ["chat"] },
    target: "/",
    more: ["Sec-WebSocket-Protocol: chat"],
  },
  {
    url: "ws://h.example/",
    options: { protocols: ["a", "b"] },
    target: "/",
    more: ["Sec-WebSocket-Protocol: a,b"],
  },
  { url: "ws://h.example/", options: { compress: true }, target: "/", more: [EXTENSION] },
  {
    url: "ws://h.example/",
    options: { compress: true, protocols: ["a"] },
    target: "/",
    more: [EXTENSION, "Sec-WebSocket-Protocol: a"],
  },
  {
    url: "ws://h.example/",
    options: { headers: { Origin: "https://h.example", "X-A": "b c" } },
    target: "/",
    own: ["Origin: https://h.example", "X-A: b c"],
  },
];

describe("the handshake (RFC 6455 §4.1)", () => {
  it.each(ROWS)("of $url with $options", async (row) => {
    const { url, options = {}, target, host = "h.example", own = [], more = [] } = row;
    const { client, requests, transport } = worldOf(async ({ peer, request }) => {
      const chosen = options.protocols?.[0];
      await peer.send(accepted(request, chosen === undefined ? [] : [`Sec-WebSocket-Protocol: ${chosen}`]));
      await peer.send(closeFrame(1000));
    }, true);
    const session = await client.open(url, { options });
    expect(session.protocol).toBe(options.protocols?.[0] ?? "");
    expect(await readAll(session)).toEqual([]);
    await session[Symbol.asyncDispose]();
    const tls = url.startsWith("wss");
    expect(requests.map((lines) => lines.map((line) => line.replace(/(?<=-Key: ).*/, "***")))).toEqual([
      [
        ...[`GET ${target} HTTP/1.1`, `Host: ${host}`, ...own],
        ...[
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: ***",
          "Connection: Upgrade",
          "Upgrade: websocket",
        ],
        ...more,
      ],
    ]);
    const port = row.port ?? (tls ? 443 : 80);
    expect(transport.dialled.map((each) => [each.port, each.tls !== undefined])).toEqual([[port, tls]]);

    const planned = registry.plan(url, "open", options);
    const [connect, ...steps] = planned.steps;
    expect(connect).toMatchObject({ do: "connect", host: host.replace(/:[0-9]+$/, ""), port });
    const [send] = steps.filter((step) => step.do === "send");
    const text = textOf(send!.octets).replace(/(?<=-Key: ).*/, "***");
    expect(text.split("\r\n")).toEqual([
      ...requests[0]!.map((line) => line.replace(/(?<=-Key: ).*/, "***")),
      "",
      "",
    ]);
    expect(planned).toEqual(registry.plan(url, undefined, options));
  });

  it("has a new key of 16 bytes in each session", async () => {
    const { client, requests } = worldOf(async ({ peer }) => peer.send(closeFrame(1000)));
    for (let i = 0; i < 2; i++) await readAll(await client.open("ws://h.example/"));
    const keys = requests.map((lines) => /^Sec-WebSocket-Key: (.*)$/m.exec(lines.join("\n"))![1]!);
    expect(keys.map((key) => atob(key).length)).toEqual([16, 16]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("may have a resource name of maxCommand bytes, and no more", async () => {
    const { client, requests } = worldOf(async ({ peer }) => peer.send(closeFrame(1000)));
    const open = (length: number) =>
      client.open(`ws://h.example/${"x".repeat(length - 1)}`, { limits: { maxCommand: 100 } });
    await readAll(await open(100));
    await expect(open(101)).rejects.toMatchObject({
      code: "too-long",
      message: "the resource name exceeds the limit of 100 bytes; nothing was sent",
      hint: expect.stringContaining("maxCommand"),
    });
    expect(requests).toHaveLength(1);
  });
});

describe("the plan of a handshake", () => {
  it("shows each part of the URL, and no key", () => {
    const { steps, operation } = registry.plan("wss://h.example:8443/a?b");
    expect(operation).toBe("open");
    expect(steps.map((step) => [step.do, step.cite])).toMatchObject([
      ["connect", expect.stringMatching(/^RFC 6455/)],
      ...steps.slice(1).map(({ do: what }) => [what, "RFC 6455 §4.1"]),
    ]);
    expect(steps.at(-1)).toMatchObject({ do: "send", part: "path" });
    const { text } = steps.at(-1) as { readonly text: string };
    expect(text).toContain("Sec-WebSocket-Key: ***");
    expect(text).not.toContain("AAAA");
  });

  it("is missing for another operation, or for a resource name that is too long", () => {
    for (const operation of ["get", "list", ""])
      expect(() => registry.plan("wss://h.example/", operation)).toThrow(
        expect.objectContaining({ code: "unsupported", hint: expect.stringContaining("open") }),
      );
    expect(() => registry.plan(`wss://h.example/${"x".repeat(8191)}`)).not.toThrow();
    expect(() => registry.plan(`wss://h.example/${"x".repeat(8192)}`)).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
  });
});
