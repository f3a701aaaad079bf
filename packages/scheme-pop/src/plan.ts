import { DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, parseLogin, textOf } from "@anyurl/core";
import {
  answerWithPlaceholders,
  createPlan,
  type Exchange,
  type IdealPeer,
  type LineDialogue,
} from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { listMessages, requireMessage, retrieve, statMailbox } from "./exchange.ts";
import { type PopSettings, popOptions } from "./options.ts";
import { checkLogin, runSession } from "./session.ts";
import { DEFAULT_PORT, type PopUrl } from "./syntax.ts";

/**
 * Returns the commands that opening the URL would send. Passwords and digests are masked.
 *
 * @throws {AccessError} tls-required, unsupported, control-octet, is-a-directory.
 */
export function plan(
  url: PopUrl,
  operation: string = "list",
  options: PopSettings = popOptions.defaults,
): Plan {
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const tls = url.scheme === "pops";
  const init = { options, limits: DEFAULT_LIMITS, tls, login: url.parts, md5: () => "***" };
  const work = createWork(operation, options);
  checkLogin(init);
  return createPlan(answerWithPlaceholders(runSession(init, work)), {
    operation,
    endpoint: { host, port, tls },
    parts: describe(url),
    peer: createIdealPeer(options),
    cite: "RFC 1939",
  });
}

function createWork(operation: string, options: PopSettings): (dialogue: LineDialogue) => Exchange<unknown> {
  switch (operation) {
    case "get":
      requireMessage(options);
      return (dialogue) => retrieve(dialogue, options);
    case "list":
      return (dialogue) => listMessages(dialogue, options);
    case "stat":
      return statMailbox;
    default:
      throw noPlanError("pop", operation, ["get", "list", "stat"]);
  }
}

/** A server with one message. */
function createIdealPeer({ message = 1, uidl = "x" }: PopSettings): IdealPeer {
  const replies: Readonly<Record<string, string>> = {
    CAPA: "+OK\r\nSTLS\r\n.\r\n",
    LIST: `+OK\r\n${message} 0\r\n.\r\n`,
    UIDL: `+OK\r\n${message} ${uidl}\r\n.\r\n`,
    STAT: "+OK 0 0\r\n",
    TOP: "+OK\r\n.\r\n",
    RETR: "+OK\r\n.\r\n",
  };
  return (sent) => {
    if (sent === undefined) return octetsOf("+OK ready <1@h.example>\r\n");
    const [verb = "", number] = textOf(sent).trimEnd().split(" ");
    if (verb === "LIST" && number !== undefined) return octetsOf(`+OK ${number} 0\r\n`);
    return octetsOf(replies[verb] ?? "+OK\r\n");
  };
}
