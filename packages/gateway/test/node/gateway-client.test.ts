import { defineScheme, octetsOf } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { startGeminiServer } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { describe, expect, it } from "vitest";
import { createGatewayClient } from "../../src/node/index.ts";

/** Gets what a server of Gemini sends, and trusts its key on first use. */
const xKey = defineScheme({
  name: "x-key",
  cite: ["the test of gateway clients"],
  parse: () => ({}),
  format: () => "x-key://h.example/",
  examples: [],
  access: async () => ({
    async get({ host, port }: { host: string; port: string }, { connect }: Context) {
      const endpoint = { host, port: Number(port), tls: true };
      const connection = await connect(endpoint, { tls: { verify: "first-use" } });
      await connection.send(octetsOf(`gemini://${host}:${port}/\r\n`));
      return {
        body: (async function* () {
          for (let octets = await connection.receive(); octets; octets = await connection.receive())
            yield octets;
          return true as const;
        })(),
      };
    },
  }),
} as never);

describe("the client of a gateway", () => {
  const get = async (firstUse: boolean) => {
    await using server = await startGeminiServer({ tls: SELF_SIGNED });
    const client = createGatewayClient({
      schemes: [xKey],
      allowPrivate: true,
      allowPorts: ["x-key:*"],
      firstUse,
    });
    return await (await client.get(`x-key://127.0.0.1:${server.port}/`)).text();
  };

  it("trusts the key of a server on first use only if it is told so", async () => {
    expect(await get(true)).toMatch(/^20 text\/gemini/);
    await expect(get(false)).rejects.toMatchObject({ code: "tls-failed" });
  });

  it("trusts no key on first use by default", async () => {
    await expect(get(undefined as never)).rejects.toMatchObject({ code: "tls-failed" });
  });
});
