import { AccessError, DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, textOf } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import {
  fetchDatabaseFacts,
  fetchDefinitions,
  fetchServerFacts,
  type Introduction,
  listDatabases,
  listDefinitions,
  listMatches,
  toLookup,
} from "./exchange.ts";
import { type DictSettings, dictOptions } from "./options.ts";
import type { DictParts, DictUrl } from "./syntax.ts";
import { toServer } from "./target.ts";

/**
 * Returns the commands that opening the URL would send. The digest of a login is masked.
 *
 * @throws {AccessError} control-octet, too-long, unsupported, is-a-directory.
 */
export function plan(
  url: DictUrl,
  operation: string = url.parts.command === "define" ? "get" : "list",
  { client, mime }: DictSettings = dictOptions.defaults,
): Plan {
  const { user } = url.parts;
  const login = user === undefined ? undefined : { user: user || "user", digest: () => "***" };
  return createPlan(createExchange(url.parts, operation, { limits: DEFAULT_LIMITS, client, mime, login }), {
    operation,
    endpoint: toServer(url),
    parts: describe(url),
    peer: createIdealPeer(url.parts),
    cite: "RFC 2229",
  });
}

function createExchange(
  parts: DictParts,
  operation: string,
  intro: Introduction,
): Exchange<unknown, unknown> {
  const { command } = parts;
  switch (operation) {
    case "get":
      if (command === undefined)
        throw new AccessError("is-a-directory", "cannot download a server", { hint: "use list" });
      return command === "define"
        ? fetchDefinitions(toLookup(parts), intro)
        : listMatches(toLookup(parts), intro);
    case "list":
      if (command === undefined) return listDatabases(intro);
      return command === "define"
        ? listDefinitions(toLookup(parts), intro)
        : listMatches(toLookup(parts), intro);
    case "stat":
      return createStat(parts, intro);
    default:
      throw noPlanError("dict", operation, ["get", "list", "stat"]);
  }
}

/** Returns the exchange of `stat`: of the database, or of the server if the URL names none. */
export function createStat(
  { database }: DictParts,
  intro: Introduction,
): ReturnType<typeof fetchServerFacts> {
  const isNamed = database !== undefined && database !== "!" && database !== "*";
  return isNamed ? fetchDatabaseFacts(database, intro) : fetchServerFacts(intro);
}

/** A server that has every word, with as many definitions as the number requires. */
function createIdealPeer({ n = 1 }: DictParts): IdealPeer {
  return (sent) => {
    const verb = sent && textOf(sent).trimEnd().split(" ").slice(0, 2).join(" ");
    return octetsOf(`${reply(verb, n)}\r\n`);
  };
}

function reply(verb: string | undefined, n: number): string {
  if (verb === undefined) return "220 ready <auth.mime> <1@h>";
  if (verb.startsWith("AUTH ")) return "230 ok";
  if (verb.startsWith("DEFINE ")) return `150 ${n}\r\n${'151 "w" d "d"\r\n.\r\n'.repeat(n)}250 ok`;
  if (verb.startsWith("MATCH ")) return `152 ${n}\r\n${'d "w"\r\n'.repeat(n)}.\r\n250 ok`;
  const code = SHOWN.get(verb);
  return code === undefined ? "250 ok" : `${code} 0\r\n.\r\n250 ok`;
}

const SHOWN: ReadonlyMap<string, number> = new Map([
  ["SHOW DB", 110],
  ["SHOW STRAT", 111],
  ["SHOW INFO", 112],
  ["SHOW SERVER", 114],
]);
