import { displayText } from "@anyurl/core";
import type { LogEvent } from "./logging.ts";

/** The maximum number of characters of a name: a server's URL may contain a very long one. */
const MAX_NAME = 300;

/** Formats an event as one line without a line end, for example `#2 connect 192.0.2.1 port 70`. */
export function logLine(event: LogEvent): string {
  switch (event.do) {
    case "resolve":
      return `resolve ${shown(event.name)}: ${event.addresses.map(shown).join(" ") || "no address"}`;
    case "resolve-failed":
      return `resolve ${shown(event.name)}: failed, ${event.code}`;
    case "connect": {
      const { connection, address, port, tls } = event;
      return `#${connection} connect ${shown(address)} port ${port}${tls ? " with TLS" : ""}`;
    }
    case "connected":
      return `#${event.connection} connected`;
    case "send":
    case "receive":
      return `#${event.connection} ${event.do} ${event.octets} bytes`;
    case "end":
      return `#${event.connection} end, by the peer`;
    case "close":
      return `#${event.connection} close: ${event.sent} bytes sent, ${event.received} received`;
    default:
      return `#${event.connection} ${event.do.replace("-", " ")}, ${event.code}`;
  }
}

function shown(text: string): string {
  return displayText(text.slice(0, MAX_NAME));
}
