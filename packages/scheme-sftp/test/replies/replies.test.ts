import { readdirSync, readFileSync } from "node:fs";
import {
  type Attributes,
  createRegistry,
  type Entry,
  isAccessError,
  type Limits,
  octetsOf,
} from "@anyurl/core";
import { describe, expect, it } from "vitest";
import * as access from "../../src/access.ts";
import { type SftpOptions, type SftpUrl, sftp } from "../../src/index.ts";
import { createContext, type Replies, startTableServer } from "./world.ts";

/* Tables of what replies of a server lead to. Each row has a call, what it gives, and the requests that it sends. */

interface Row {
  readonly rule: string;
  /** The last one: another URL, or the chunks of a source; a number is one of as many bytes. */
  readonly call: readonly [operation: string, path: string, more?: string | readonly (string | number)[]];
  readonly options?: SftpOptions;
  readonly limits?: Partial<Limits>;
  readonly range?: { readonly start: number; readonly end?: number };
  readonly modified?: string;
  readonly linkTarget?: string;
  /** The path of a tree whose links are followed. */
  readonly tree?: string;
  readonly replies?: Replies;
  readonly gives: readonly string[];
  /** Without INIT. */
  readonly sends?: readonly string[];
}

const urls = createRegistry(sftp);
const parse = (path: string) =>
  urls.parse(path.startsWith("/") ? `sftp://h.example${path}` : path) as SftpUrl;

function showError(error: unknown): string {
  if (!isAccessError(error)) throw error;
  const { code, message, hint, retryable, reply, replyCode, target } = error;
  const notes = [
    ...(retryable ? ["retryable"] : []),
    ...(target === undefined ? [] : [`the target is ${target}`]),
    ...(replyCode === undefined ? [] : [`reply ${replyCode}${reply === undefined ? "" : ` ${reply}`}`]),
    ...(replyCode === undefined && reply !== undefined ? [`reply ${reply}`] : []),
  ];
  const advice = hint === undefined ? "" : `; ${hint}`;
  return `${code}: ${message}${advice}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** "kind; name value; …" with all members. */
function showFacts({ kind, attributes = {}, ...others }: Partial<Entry & Attributes>): string {
  const facts = Object.entries({ ...others, ...attributes }).map(([name, value]) => {
    const shown = value instanceof Date ? value.toISOString() : String(value);
    return `${name} ${shown.replace("sftp://h.example", "")}`;
  });
  return [kind, ...facts].join("; ");
}

async function* call(row: Row, server: ReturnType<typeof startTableServer>): AsyncGenerator<string> {
  const { range, modified, linkTarget, tree, options, limits } = row;
  const [operation, path, given = ""] = row.call;
  const url = parse(path);
  const context = createContext(server, {
    ...(limits && { limits }),
    options: { acceptHostKey: () => true, ...options },
    more: {
      ...(range && { range }),
      ...(modified !== undefined && { modified: new Date(modified) }),
      ...(linkTarget !== undefined && { linkTarget }),
      ...(tree !== undefined && { linksWithin: parse(tree) }),
    },
  });
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for (const each of given) yield octetsOf(typeof each === "number" ? "x".repeat(each) : each);
  };
  if (operation === "get") {
    const { body, ...entity } = await access.get(url, context);
    yield showFacts(entity as object).replace(/^; /, "");
    for await (const octets of body as AsyncIterable<Uint8Array>) yield `${octets.length} bytes`;
  } else if (operation === "list")
    for await (const entry of access.list(url, context)) yield showFacts(entry);
  else if (operation === "stat") yield showFacts(await access.stat(url, context));
  else if (operation === "put") await access.put(url, context, source() as never);
  else if (operation === "append") await access.append(url, context, source() as never);
  else if (operation === "rename") await access.rename(url, context, parse(given as string));
  else if (operation === "remove") await access.remove(url, context);
  else if (operation === "makeDirectory") await access.makeDirectory(url, context);
  else throw new Error(`${operation} is no operation`);
}

const FOLDER = new URL(".", import.meta.url);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async (row) => {
      const server = startTableServer(row.replies && { replies: row.replies });
      const gives: string[] = [];
      try {
        for await (const each of call(row, server)) gives.push(each);
      } catch (error) {
        gives.push(showError(error));
      }
      // The name of a link until it takes the place of another file.
      const sends = server.sent
        .slice(1)
        .map((each) => each.replaceAll(/\.anyurl-[0-9a-f-]{36}/g, ".anyurl-*"));
      expect({ gives, sends }).toEqual({ gives: row.gives, sends: row.sends ?? sends });
    });
  });
}
