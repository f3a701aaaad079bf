import { createClient } from "@anyurl/client";
import { document, type EmbeddedServer, folder, startFtpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, test } from "vitest";
import { ftp } from "../src/index.ts";

/** A server that refuses anonymous users with 530 (RFC 959 §5.4). */

let server: EmbeddedServer;
afterEach(() => server.close());

async function world(tls?: { readonly required: true }) {
  const { VALID } = await import("@anyurl/testkit/certificates");
  server = await startFtpServer({
    root: folder({ "a.txt": document("Hello.\n") }),
    accounts: { alice: { password: "right", home: [] } },
    anonymous: false,
    ...(tls && { tls: { ...VALID, ...tls } }),
  });
  return `ftp://${server.host}:${server.port}/a.txt` as const;
}

function clientWith(...answers: readonly object[]) {
  const asked: object[] = [];
  const client = createClient({
    schemes: [ftp] as const,
    transport: nodeTransport(),
    connections: { idle: 5_000 },
    credentials: ({ user, wanted, attempt, optional }) => {
      asked.push({ user, wanted, attempt, ...(optional && { optional }) });
      return answers[asked.length - 1];
    },
  });
  return { client, asked };
}

describe("a URL without a user, if the server refuses an anonymous login", () => {
  test("asks the caller for a login, and never uses its connection for an anonymous call", async () => {
    const url = await world();
    await using made = clientWith({ user: "alice", password: "right" }, {}).client;
    expect(await (await made.get(url)).text()).toBe("Hello.\n");
    await expect(made.get(url)).rejects.toMatchObject({ code: "auth-required", replyCode: 530 });
  });

  test("asks for the password of the user whom the caller names", async () => {
    const url = await world();
    const { client, asked } = clientWith({ user: "alice" }, { password: "right" });
    expect(await (await client.get(url)).text()).toBe("Hello.\n");
    expect(asked).toEqual([
      { user: undefined, wanted: "user", attempt: 1 },
      { user: "alice", wanted: "password", attempt: 1 },
    ]);
    await client.close();
  });

  test("fails with auth-required and the reply if the caller has none", async () => {
    const url = await world();
    const { client, asked } = clientWith({});
    await expect(client.get(url)).rejects.toMatchObject({
      code: "auth-required",
      message: "the server does not allow anonymous logins for this",
      reply: expect.stringContaining("Not logged in."),
    });
    expect(asked).toHaveLength(1);
    await client.close();
  });

  test("asks for no login if the server requires TLS first", async () => {
    const url = await world({ required: true });
    const { client, asked } = clientWith({ user: "alice", password: "right" });
    await expect(client.get(url)).rejects.toMatchObject({ replyCode: 530 });
    expect(asked).toEqual([]);
    await client.close();
  });

  test("says with login=ask that the server has not required a login yet", async () => {
    const url = await world();
    const { client, asked } = clientWith({});
    await client.get(url, { options: { login: "ask" } }).catch(() => {});
    expect(asked[0]).toEqual({ user: undefined, wanted: "user", attempt: 1, optional: true });
    await client.close();
  });
});
