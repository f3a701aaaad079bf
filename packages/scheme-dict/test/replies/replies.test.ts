import { readdirSync, readFileSync } from "node:fs";
import { type Client, createClient } from "@anyurl/client";
import { type AccessError, isAccessError, type Limits, textOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type DictOptions, dict } from "../../src/index.ts";
import { ADDRESS, type Replies, startTableServer } from "./table-server.ts";

/* Tables of what replies of a server lead to. Each row has the call of a client, what it gives, and what the server got. */

interface Row {
  readonly rule: string;
  readonly call: readonly [operation: "get" | "list" | "search" | "stat", path: string, words?: string];
  readonly login?: string;
  readonly options?: DictOptions;
  readonly limits?: Partial<Limits>;
  /** What the caller answers. Default: a password. */
  readonly answers?: { readonly user?: string; readonly password?: string };
  readonly replies?: Replies;
  readonly gives: readonly string[];
  readonly sends?: readonly string[];
  /** What the caller is asked for: "password of joe". */
  readonly asks?: readonly string[];
}

/** "code: message; hint". */
function show({ code, message, hint, retryable }: AccessError): string {
  return `${code}: ${message}${hint === undefined ? "" : `; ${hint}`}${retryable ? " (retryable)" : ""}`;
}

async function perform(client: Client<typeof dict>, login: string, call: Row["call"]): Promise<string[]> {
  const [operation, path, words = ""] = call;
  const url = `dict://${login}${ADDRESS}${path}` as const;
  const gives: string[] = [];
  try {
    if (operation === "list" || operation === "search") {
      const entries = operation === "list" ? client.list(url) : client.search(url, words);
      for await (const { name, url: own, unsafe, attributes } of entries) {
        const where = own?.replace(`dict://${login}${ADDRESS}`, "");
        gives.push([name, where ?? unsafe, ...Object.values(attributes ?? {})].join(" | "));
      }
    } else if (operation === "stat") {
      const { kind, attributes } = await client.stat(url);
      gives.push(kind, ...Object.entries(attributes ?? {}).map(([name, value]) => `${name} ${value}`));
    } else {
      let text = "";
      for await (const octets of (await client.get(url)).body) {
        expect(octets.length).toBeGreaterThan(0);
        text += textOf(octets);
      }
      gives.push(...text.split("\r\n").slice(0, -1));
    }
  } catch (error) {
    if (!isAccessError(error)) throw error;
    gives.push(show(error));
  }
  return gives;
}

const FOLDER = new URL(".", import.meta.url);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async (row) => {
      const { call, login = "", options = {}, limits = {}, answers = { password: "pw" }, replies } = row;
      const network = memoryTransport();
      const sent = startTableServer(network, replies);
      const asked: string[] = [];
      const client = createClient({
        schemes: [dict] as const,
        ...{ transport: network, limits, options: { dict: options } },
        retry: { attempts: 0 },
        policy: { allowAddresses: ["127.0.0.0/8"] },
        credentials: ({ wanted, user }) => {
          asked.push(`${wanted} of ${user}`);
          return answers;
        },
      });
      const gives = await perform(client, login, call);
      await client.close();
      expect({ gives, sends: sent, asks: asked }).toEqual({
        ...{ gives: row.gives, sends: row.sends ?? sent, asks: row.asks ?? asked },
      });
      expect(network.faults).toEqual([]);
    });
  });
}
