import { createClient } from "@anyurl/client";
import { type Entry, textOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { dict } from "../src/index.ts";

/** A client of a server that answers the commands after CLIENT with these texts, each sent at once when the one before is resolved. */
function worldOf(...said: readonly (string | Promise<unknown>)[]) {
  const transport = memoryTransport();
  const state = { isQuit: false };
  transport.listen("127.0.0.1", 2628, async (peer) => {
    await peer.send("220 hello\r\n");
    await peer.receive();
    await peer.send("250 ok\r\n");
    await peer.receive();
    for (const each of said) {
      if (typeof each === "string") await peer.send(each);
      else await each;
    }
    const last = await peer.receive();
    state.isQuit = last !== undefined && textOf(last) === "QUIT\r\n";
    peer.end();
  });
  const policy = { allowAddresses: ["127.0.0.0/8"] };
  return { client: createClient({ schemes: [dict], transport, policy }), state };
}

const definition = (text: string) => `151 w a "A"\r\n${text}\r\n.\r\n`;

async function chunksOf(said: string): Promise<readonly string[]> {
  const { client, state } = worldOf(said);
  const chunks: string[] = [];
  for await (const octets of (await client.get("dict://127.0.0.1/d:w")).body) chunks.push(textOf(octets));
  await client.close();
  expect(state.isQuit).toBe(true);
  return chunks;
}

describe("the body of definitions", () => {
  const HEADING = "From A [a]:\r\n\r\n";

  it("is one chunk if they arrive together", async () => {
    const said = `150 3\r\n${definition("x").repeat(3)}250 ok\r\n`;
    const text = `${HEADING}x\r\n`;
    expect(await chunksOf(said)).toEqual([`${text}\r\n${text}\r\n${text}`]);
  });

  it.each<[what: string, first: string, rest: string, due: string]>([
    ["a definition", definition("one"), definition("two"), `${HEADING}one\r\n`],
    ["half a status", `${definition("one")}151 w`, ` a "A"\r\ntwo\r\n.\r\n`, `${HEADING}one\r\n`],
    ["half a line", `151 w a "A"\r\none\r\ntw`, "o\r\n.\r\n", `${HEADING}one\r\ntw`],
  ])("has what has arrived while the server is silent after %s", async (_, first, rest, due) => {
    let goOn = () => {};
    const isRead = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { client } = worldOf(`150 2\r\n${first}`, isRead, `${rest}250 ok\r\n`);
    const reader = (await client.get("dict://127.0.0.1/d:w")).body.getReader();
    const { value } = await reader.read();
    expect(textOf(value!)).toBe(due);
    goOn();
    while (!(await reader.read()).done);
    await client.close();
  });
});

describe("an entry of a listing", () => {
  it.each<[path: string, said: string, due: Entry]>([
    [
      "/",
      '110 1\r\nwn "WordNet"\r\n.\r\n250 ok\r\n',
      { name: "wn", kind: "search", url: undefined, attributes: { description: "WordNet" } },
    ],
    [
      "/m:w",
      '152 1\r\nwn "wo"\r\n.\r\n250 ok\r\n',
      { name: "wo", kind: "file", url: "dict://127.0.0.1/d:wo:wn", attributes: { database: "wn" } },
    ],
    [
      "/d:w",
      `150 1\r\n${definition("text")}250 ok\r\n`,
      {
        ...{ name: "w", kind: "file", mediaType: "text/plain; charset=utf-8" },
        ...{ url: "dict://127.0.0.1/d:w::1", attributes: { database: "a", description: "A" } },
      },
    ],
  ])("of %s has these members", async (path, said, due) => {
    const { client } = worldOf(said);
    const entries: Entry[] = [];
    for await (const entry of client.list(`dict://127.0.0.1${path}` as "dict:")) entries.push({ ...entry });
    expect(entries).toEqual([due]);
    await client.close();
  });

  it.each([
    ["/d:w", `150 1\r\n${definition("text")}250 ok\r\n`],
    ["/m:w", "152 1\r\na w\r\n.\r\n250 ok\r\n"],
  ])("of %s is a text of a known type if it is downloaded", async (path, said) => {
    const { client } = worldOf(said);
    const { body, ...entity } = await client.get(`dict://127.0.0.1${path}` as "dict:");
    expect(entity).toMatchObject({ mediaType: "text/plain; charset=utf-8", framing: "dot" });
    await body.cancel();
    await client.close();
  });

  it("of matches that is not read to its end closes the connection", async () => {
    const { client, state } = worldOf(`152 9\r\n${"a w\r\n".repeat(9)}.\r\n250 ok\r\n`);
    const reader = (await client.get("dict://127.0.0.1/m:w")).body.getReader();
    await reader.read();
    await reader.cancel();
    await client.close();
    expect(state.isQuit).toBe(false);
  });
});
