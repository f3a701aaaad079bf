import { createClient } from "@anyurl/client";
import { textOf } from "@anyurl/core";
import { type FingerServerOptions, startFingerServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FingerOptions, finger } from "../src/index.ts";

async function start(options?: FingerServerOptions) {
  const server = await startFingerServer(options);
  onTestFinished(() => server.close());
  const client = createClient({
    ...{ schemes: [finger], transport: nodeTransport() },
    policy: { allowAddresses: ["127.0.0.0/8"], allowPorts: ["finger:*"] },
  });
  const get = async (path: string, given: FingerOptions = {}) =>
    (await client.get(`${server.origin}${path}` as "finger:", { options: given })).text();
  return { server, get, lines: () => server.received.flatMap((each) => each.map(textOf)) };
}

describe("get", () => {
  it("says who is logged in, and what a user is", async () => {
    const { get, lines } = await start();
    expect(await get("")).toContain("keeper");
    expect(await get("/gull")).toBe("Login: gull\r\nName: A Gull\r\n");
    expect(lines()).toEqual(["", "gull"]);
  });

  it("returns that a user does not exist as a text", async () => {
    const { get } = await start();
    expect(await get("/missing")).toBe("finger: missing: no such user\r\n");
  });

  it("asks for a longer answer by the URL or by an option, once", async () => {
    const { get, lines } = await start();
    await get("/%2FW%20gull");
    await get("/gull", { verbose: true });
    await get("/%2FW%20gull", { verbose: true });
    await get("/", { verbose: true });
    expect(lines()).toEqual(["/W gull", "/W gull", "/W gull", "/W"]);
  });

  it("forwards only if the caller asks for it (RFC 1288 §3.2.1)", async () => {
    const { get, server, lines } = await start();
    await expect(get("/gull@h.example")).rejects.toMatchObject({ code: "redirect-refused" });
    expect(server.received).toEqual([]);
    expect(await get("/gull@h.example@h2.example", { forward: true })).toBe(
      "Finger forwarding service denied\r\n",
    );
    expect(lines()).toEqual(["gull@h.example@h2.example"]);
  });

  it.each(["/a%0D%0Ab", "/a%00", "/%1Ba", "/a%7F"])("sends nothing for %s", async (path) => {
    const { get, server } = await start();
    await expect(get(path)).rejects.toMatchObject({ code: "control-octet" });
    expect(server.received).toEqual([]);
  });

  it("limits the request, and a text that is read into memory", async () => {
    const { server, lines } = await start({ users: { long: { name: "x".repeat(5000) } } });
    const client = createClient({
      ...{ schemes: [finger], transport: nodeTransport(), limits: { maxCommand: 100, maxBytes: 1000 } },
      policy: { allowAddresses: ["127.0.0.0/8"], allowPorts: ["finger:*"] },
    });
    const url = (path: string) => `${server.origin}${path}` as "finger:";
    // The limit counts the CR LF.
    const longest = "x".repeat(98);
    expect(await (await client.get(url(`/${longest}`))).text()).toContain("no such user");
    await expect(client.get(url(`/${longest}x`))).rejects.toMatchObject({ code: "too-long" });
    expect(lines()).toEqual([longest]);
    await expect(client.get(url("/long")).then((got) => got.text())).rejects.toMatchObject({
      code: "too-large",
    });
  });
});
