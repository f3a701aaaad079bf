import { AccessError, DEFAULT_LIMITS, loginOf, octetsOf, type Plan, textOf } from "@anyurl/core";
import { type IdealPeer, planOf } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { ANONYMOUS_PASSWORD, type FtpLogin, retrieve } from "./exchange.ts";
import { list } from "./list.ts";
import { DEFAULT_PORT, type FtpUrl } from "./syntax.ts";

/**
 * What opening the URL would send.
 *
 * @throws {AccessError} control-octet, too-long; unsupported: another operation than "get" and "list".
 */
export function plan(url: FtpUrl, operation = "get"): Plan {
  const { user, password, hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  const login: FtpLogin = {
    user,
    // What is asked for is shown as it will be: hidden.
    password: password ?? "***",
    email: ANONYMOUS_PASSWORD,
    ...(user === "" && { user: "***", asked: true }),
  };
  return planOf(exchangeOf(operation, login, url), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer,
    cite: "RFC 959",
  });
}

function exchangeOf(operation: string, login: FtpLogin, url: FtpUrl) {
  if (operation === "get") return retrieve(login, url.parts, DEFAULT_LIMITS);
  if (operation === "list") return list(login, url.parts, DEFAULT_LIMITS, new Date(0));
  throw new AccessError("unsupported", `ftp has no plan for "${operation}"`, {
    hint: 'plan "get" or "list"',
  });
}

/** A server that has everything, and agrees to everything. */
const peer: IdealPeer = (sent, on) => {
  if (on !== "control") return undefined;
  if (sent === undefined) return octetsOf("220 ready\r\n");
  const verb = /^[A-Z]+/.exec(textOf(sent))?.[0] ?? "";
  const reply = REPLIES.get(verb);
  return reply === undefined ? undefined : octetsOf(reply);
};

const TRANSFER = "150 here it comes\r\n226 that was all\r\n";

const REPLIES: ReadonlyMap<string, string> = new Map([
  ["USER", "331 password\r\n"],
  ["PASS", "230 welcome\r\n"],
  ["FEAT", "211-features\r\n MLST type*;size*;modify*;\r\n211 end\r\n"],
  ["CWD", "250 there\r\n"],
  ["TYPE", "200 done\r\n"],
  ["EPSV", "229 passive (|||65535|)\r\n"],
  ["RETR", TRANSFER],
  ["NLST", TRANSFER],
  ["MLSD", TRANSFER],
  ["QUIT", "221 goodbye\r\n"],
]);
