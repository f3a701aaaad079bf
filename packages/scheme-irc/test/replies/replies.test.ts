import { readdirSync, readFileSync } from "node:fs";
import { type Client, createClient } from "@anyurl/client";
import { isAccessError, type Limits, textOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type IrcOptions, type IrcSession, irc } from "../../src/index.ts";
import { ADDRESS, type Replies, startTableServer } from "./table-server.ts";

/* Tables of what replies of a server lead to. Each row has the call of a client, what it gives, and the lines that the server got. */

interface Row {
  readonly rule: string;
  readonly call: readonly [operation: "get" | "list" | "send" | "open", path: string, text?: string];
  readonly login?: string;
  readonly options?: IrcOptions;
  readonly limits?: Partial<Limits>;
  readonly replies?: Replies;
  readonly gives: readonly string[];
  readonly sends?: readonly string[];
}

/** Performs a call, and returns the lines that it gives. A session is read until its end, and then gives its nickname. */
async function perform(client: Client<typeof irc>, login: string, call: Row["call"]): Promise<string[]> {
  const [operation, path, text = ""] = call;
  const url = `irc://${login}${ADDRESS}${path}` as const;
  const gives: string[] = [];
  try {
    switch (operation) {
      case "get": {
        let got = "";
        for await (const octets of (await client.get(url)).body) got += textOf(octets);
        return got.split("\r\n").slice(0, -1);
      }
      case "list":
        for await (const { name, url: own, unsafe, attributes } of client.list(url)) {
          const where = own === undefined ? unsafe : `<${own.replace(`irc://${ADDRESS}`, "")}>`;
          gives.push([name, where, attributes?.["users"], attributes?.["topic"]].join(" | "));
        }
        return gives;
      case "send":
        await client.send(url, text);
        return ["sent"];
      case "open": {
        const session = (await client.open(url)) as IrcSession;
        if (text !== "") await session.write(new TextEncoder().encode(text));
        for await (const line of session.readable) gives.push(textOf(line).trimEnd());
        return [...gives, session.nick];
      }
    }
  } catch (error) {
    if (!isAccessError(error)) throw error;
    return [...gives, `${error.code}: ${error.message}`];
  }
}

const FOLDER = new URL(".", import.meta.url);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async ({ call, login = "", options = {}, limits = {}, replies, gives, sends }) => {
      const network = memoryTransport();
      const sent = startTableServer(network, replies);
      const client = createClient({
        schemes: [irc] as const,
        transport: network,
        retry: { attempts: 0 },
        policy: { allowAddresses: ["127.0.0.0/8"] },
        limits,
        options: { irc: options },
      });
      expect({ gives: await perform(client, login, call), sends: sent }).toEqual({
        gives,
        sends: sends ?? sent,
      });
      await client.close();
      expect(network.faults).toEqual([]);
    });
  });
}
