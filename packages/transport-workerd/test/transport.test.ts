import { startTransportPeers } from "@anyurl/testkit/transport-peers";
import { afterAll, describe, expect, it } from "vitest";
import { workerdTransport } from "../src/index.ts";
import { imitation } from "./imitation.ts";

const peers = await startTransportPeers();
afterAll(() => peers[Symbol.asyncDispose]());

const never = new AbortController().signal;
const transport = workerdTransport({ connect: imitation });
const { address, tls: port, startTls, echo } = peers.ports;
const serverName = "h.example";

describe("workerdTransport", () => {
  it.each([
    ["ca", { ca: "x" }],
    ["cert", { cert: "x" }],
    ["insecure", { insecure: true as const }],
    ["minVersion", { minVersion: "TLSv1.3" as const }],
  ])("rejects the TLS option %s, because it would have no effect", async (name, option) => {
    const error = { code: "bad-option", message: expect.stringContaining(`TLS option ${name}`) };
    await expect(transport.checkTls!(option)).rejects.toMatchObject(error);
    const tls = { ...option, serverName };
    await expect(transport.connect({ address, port, maxBuffer: 1, tls }, never)).rejects.toMatchObject(error);
  });

  it("accepts the lowest version of TLS that it has anyway", async () => {
    await expect(transport.checkTls!({ minVersion: "TLSv1.2" })).resolves.toBeUndefined();
  });

  it("compares a certificate with the name without a root dot", async () => {
    const tls = { serverName: `${serverName}.` };
    const connection = await transport.connect({ address, port, maxBuffer: 1, tls }, never);
    expect(connection.tls).toEqual({ protocol: "", authorized: true, fingerprint: "" });
    connection.close();
  });

  it("does not start TLS on a connection of which bytes were read ahead (RFC 3207 §5)", async () => {
    const connection = await transport.connect({ address, port: startTls, maxBuffer: 1 }, never);
    expect(await connection.poll!()).toBeUndefined();
    const starting = transport.secure!(connection, { serverName, maxBuffer: 1 }, never);
    await expect(starting).rejects.toMatchObject({ code: "desync" });
    await expect(connection.send(new Uint8Array(1))).rejects.toThrow("closed");
  });

  it("keeps what it has found by a poll for the next receive", async () => {
    const connection = await transport.connect({ address, port: echo, maxBuffer: 1 }, never);
    expect(await connection.poll!()).toBeUndefined();
    await connection.send(Uint8Array.of(7));
    expect(await connection.receive()).toEqual(Uint8Array.of(7));
    await connection.end!();
    while ((await connection.poll!()) !== undefined);
    expect(await connection.receive()).toBeUndefined();
    connection.close();
    expect(await connection.poll!()).toBeUndefined();
    await expect(connection.end!()).rejects.toThrow("closed");
  });

  it("uses a released connection for TLS only", async () => {
    const connection = await transport.connect({ address, port: startTls, maxBuffer: 1 }, never);
    await connection.send(new TextEncoder().encode("STARTTLS\n"));
    await connection.receive();
    const secured = await transport.secure!(connection, { serverName, maxBuffer: 1 }, never);
    await expect(connection.receive()).rejects.toThrow("released");
    secured.close();
  });

  it("reports a failed handshake", async () => {
    const tls = { serverName: "another.example" };
    await expect(transport.connect({ address, port, maxBuffer: 1, tls }, never)).rejects.toMatchObject({
      code: "tls-failed",
      hint: expect.stringContaining("valid certificate"),
    });
  });

  it("writes an IPv6 address in brackets, as the sockets expect it", async () => {
    // No process listens; the imitation rejects another form with a TypeError.
    await expect(
      transport.connect({ address: "::1", port: peers.ports.closed, maxBuffer: 1 }, never),
    ).rejects.toThrow("proxy request failed");
  });

  it("loads the sockets of the runtime, which Node does not have", async () => {
    const own = workerdTransport();
    await expect(own.connect({ address, port, maxBuffer: 1 }, never)).rejects.toThrow("cloudflare:sockets");
  });

  it("opens HTTP URLs by fetch, or over sockets", () => {
    expect(transport.http).toBeTypeOf("function");
    expect(workerdTransport({ http: "sockets" }).http).toBeUndefined();
  });

  it.each([{ resolver: "dns.example" }, { http: "node" as "fetch" }, { maxUpload: -1 }])(
    "rejects the options %o",
    (options) => expect(() => workerdTransport(options)).toThrow(RangeError),
  );
});
