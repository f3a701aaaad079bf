import { defineScheme, type Entity, octetsOf } from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  type Exchange,
  perform,
} from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient, type PolicyOptions, resolvePolicy } from "../../src/index.ts";
import { FakeConnection, FakeTransport } from "../world.ts";

/** Logs in, with TLS if the path requires it, and returns an empty body. */
function* exchange(path: string): Exchange<Uint8Array, true> {
  if (path === "/secure") yield { do: "secure" };
  yield { do: "send", octets: octetsOf("PASS geheim22\r\n"), secret: [5, 13] };
  return true;
}

const scheme = defineScheme({
  name: "x-login",
  defaultPort: 4000,
  cite: ["x-login"],
  parse: () => ({}),
  format: () => "x-login://h/",
  examples: [],
  access: async () => ({
    async get({ path }: { readonly path: string }, context: Context): Promise<Entity> {
      const tls = path === "/tls";
      const connection = await context.connect({ host: "h.example", port: 4000, tls });
      return { body: bodyFromExchange(perform(exchange(path), connection, context)) };
    },
  }),
});

class Encrypted extends FakeConnection {
  readonly tls = { protocol: "TLSv1.3", authorized: true, fingerprint: "00" };
}

function clientWith(policy: PolicyOptions) {
  const transport = new FakeTransport();
  transport.answers = [["192.0.2.9"]];
  transport.answer = async ({ address, port, tls }) =>
    tls === undefined ? new FakeConnection(address, port) : new Encrypted(address, port);
  Object.assign(transport, {
    secure: async (connection: Connection) => {
      const { address, port } = connection.remote;
      const secured = new Encrypted(address, port);
      transport.connections.push(secured);
      return secured;
    },
  });
  const allowAddresses = ["192.0.2.0/24"];
  return {
    transport,
    client: createClient({ schemes: [scheme] as const, transport, policy: { allowAddresses, ...policy } }),
  };
}

const sent = (transport: FakeTransport) => transport.connections.flatMap((connection) => connection.sent);

describe("a password in clear text", () => {
  it("is allowed by default for the user's URL, and never for a server's", () => {
    expect(resolvePolicy().clearTextPasswords).toBe("allow");
    expect(resolvePolicy("untrusted").clearTextPasswords).toBe("refuse");
    expect(() => resolvePolicy({ clearTextPasswords: "maybe" as "allow" })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });

  it.each<PolicyOptions>([{ clearTextPasswords: "refuse" }, { profile: "untrusted" }])(
    "is not sent if the policy forbids it: %j",
    async (policy) => {
      const { transport, client } = clientWith(policy);
      const { body } = await client.get("x-login://h.example/plain");
      await expect(new Response(body).bytes()).rejects.toMatchObject({ code: "tls-required" });
      expect(sent(transport)).toEqual([]);
      expect(transport.open).toBe(0);
    },
  );

  it.each([
    ["/plain", { clearTextPasswords: "allow" }],
    ["/plain", { profile: "untrusted", clearTextPasswords: "allow" }],
    ["/tls", { clearTextPasswords: "refuse" }],
    ["/secure", { clearTextPasswords: "refuse" }],
  ] as const)("is sent to %s under %j", async (path, policy) => {
    const { transport, client } = clientWith(policy);
    const { body } = await client.get(`x-login://h.example${path}`);
    await new Response(body).bytes();
    expect(sent(transport)).toEqual(["PASS geheim22\r\n"]);
  });
});
