import { readdirSync, readFileSync } from "node:fs";
import { type Client, createClient } from "@anyurl/client";
import { isAccessError, textOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type DictOptions, dict } from "../../src/index.ts";
import { ADDRESS, type Replies, startTableServer } from "./table-server.ts";

/* Tables of what replies of a server lead to. Each row has the call of a client, what it gives, and what the server got. */

interface Row {
  readonly rule: string;
  readonly call: readonly [operation: "get" | "list" | "stat", path: string];
  readonly login?: string;
  readonly options?: DictOptions;
  readonly replies?: Replies;
  readonly gives: readonly string[];
  readonly sends?: readonly string[];
}

async function perform(client: Client<typeof dict>, login: string, call: Row["call"]): Promise<string[]> {
  const [operation, path] = call;
  const url = `dict://${login}${ADDRESS}${path}` as const;
  const gives: string[] = [];
  try {
    if (operation === "list") {
      for await (const { name, url: own, attributes } of client.list(url)) {
        const where = own?.replace(`dict://${login}${ADDRESS}`, "");
        gives.push([name, where, ...Object.values(attributes ?? {})].join(" | "));
      }
    } else if (operation === "stat") {
      const { kind, attributes } = await client.stat(url);
      gives.push(kind, ...Object.entries(attributes ?? {}).map(([name, value]) => `${name} ${value}`));
    } else {
      let text = "";
      for await (const octets of (await client.get(url)).body) text += textOf(octets);
      gives.push(...text.split("\r\n").slice(0, -1));
    }
  } catch (error) {
    if (!isAccessError(error)) throw error;
    gives.push(`${error.code}: ${error.message}`);
  }
  return gives;
}

const FOLDER = new URL(".", import.meta.url);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async ({ call, login = "", options = {}, replies, gives, sends }) => {
      const network = memoryTransport();
      const sent = startTableServer(network, replies);
      const client = createClient({
        schemes: [dict] as const,
        transport: network,
        retry: { attempts: 0 },
        policy: { allowAddresses: ["127.0.0.0/8"] },
        credentials: () => ({ password: "pw" }),
        options: { dict: options },
      });
      const given = await perform(client, login, call);
      await client.close();
      expect({ gives: given, sends: sent }).toEqual({ gives, sends: sends ?? sent });
      expect(network.faults).toEqual([]);
    });
  });
}
