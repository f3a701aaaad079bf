import { createClient } from "@anyurl/client";
import { type Tn3270Session, tn3270 } from "@anyurl/scheme-tn3270";
import { type EmbeddedServer, startTn3270Server } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describePeer } from "./describe-peer.ts";
import { S3270 } from "./s3270.ts";
import { missing } from "./start.ts";

const client = createClient({
  schemes: [tn3270],
  transport: nodeTransport(),
  policy: { allowAddresses: ["127.0.0.1"], allowPorts: ["tn3270:*"] },
});

const hercules = { name: "hercules", title: "hercules and s3270", needs: ["s3270"] };
describePeer(hercules, (peer) => {
  it("shows the same rows as s3270", async () => {
    const session = await client.open(`tn3270://127.0.0.1:${peer.port}/`);
    const { text, view } = session.screen;
    await session[Symbol.asyncDispose]();
    expect(text).toContain("Hercules Version");
    expect([session.mode, view.isLocked]).toEqual(["tn3270", false]);
    await using other = new S3270();
    await other.run(`Connect(127.0.0.1:${peer.port})`);
    await expect.poll(() => other.text(), { timeout: 10_000 }).toBe(text);
  });
});

const withoutS3270 = missing("s3270");

describe.skipIf(withoutS3270 !== undefined)("s3270 and the embedded server", () => {
  let server: EmbeddedServer;
  beforeAll(async () => {
    server = await startTn3270Server({ queries: true });
  });
  afterAll(() => server?.close());

  /** Presses a key that sends, and waits for the answer. */
  async function send(session: Tn3270Session, key: string): Promise<void> {
    await session.screen.press(key);
    for await (const _ of session.readable) if (!session.screen.view.isLocked) return;
  }

  it.each([
    ["TN3270E", {}, "127.0.0.1"],
    ["traditional TN3270", { tn3270e: false }, "N:127.0.0.1"],
  ])("types into a form with the same result, by %s", async (_, options, host) => {
    const { port } = server;
    await using session = await client.open(`tn3270://127.0.0.1:${port}/`, { options });
    await using other = new S3270();
    await other.run(`Connect(${host}:${port})`);
    const { screen } = session;
    const isSame = () => expect.poll(() => other.text(), { timeout: 10_000 }).toBe(screen.text);
    // The first record was a query.
    if (screen.view.isLocked) for await (const _ of session.readable) if (!screen.view.isLocked) break;
    await isSame();
    await screen.type("1");
    await send(session, "Enter");
    await other.run("String(1)");
    await other.run("Enter()");
    await isSame();
    for (const [text, key] of [
      ["Ann X", "Backspace"],
      ["", "Tab"],
      ["1999", undefined],
      ["1234", undefined],
    ] as const) {
      if (text !== "") await screen.type(text);
      if (text !== "") await other.run(`String("${text}")`);
      if (key === undefined) continue;
      await screen.press(key);
      await other.run(key === "Backspace" ? "Erase()" : "Tab()");
    }
    await isSame();
    expect(screen.text).not.toContain("1234");
    await send(session, "Enter");
    await other.run("Enter()");
    await isSame();
    expect(screen.text).toContain("A card for Ann, born in 1999, is on its way.");
  });
});
