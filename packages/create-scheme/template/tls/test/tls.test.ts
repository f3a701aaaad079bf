import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { xDemo } from "../src/index.ts";
import { startServer } from "./server.ts";
import { CLIENT_OPTIONS } from "./sockets.ts";

it("sends nothing to a server whose certificate is not trusted", async () => {
  await using server = await startServer(new Map([["/a", new TextEncoder().encode("hello")]]));
  const url = `x-demo://127.0.0.1:${server.port}/a` as const;
  const untrusting = createClient({ schemes: [xDemo], transport: nodeTransport() });
  await expect(untrusting.get(url)).rejects.toMatchObject({ code: "tls-failed" });
  expect(server.received.flat()).toEqual([]);
  const client = createClient({ schemes: [xDemo], transport: nodeTransport(), ...CLIENT_OPTIONS });
  expect(await (await client.get(url)).text()).toBe("hello");
});
