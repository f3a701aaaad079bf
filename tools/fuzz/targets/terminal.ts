import { parseNetrc } from "../../../packages/client/src/credentials/netrc.ts";
import { TelnetExchange } from "../../../packages/protocol-telnet/src/exchange.ts";
import { demand, type Target } from "../target.ts";
import { toLatin1, wholeTarget, wireTarget } from "./wire.ts";

/** Small, so that inputs exceed it. */
const MAX_NEGOTIATION = 64;

/** The stream of a Telnet server: data, options and commands. */
export const telnetTarget: Target = wireTarget(
  "telnet",
  [
    "login: \xff\xfd\x18\xff\xfa\x18\x01\xff\xf0\xff\xfb\x01\xff\xfd\x1f\xff\xfd\x27\xff\xfa\x27\x01\0USER\xff\xf0",
    "a\r\0b\r\nc\xff\xffd\xff\xf6\xff\xfb\0\r\0\xff\xfc\0\r\0",
    "\xff\xfa\x18\xff\xff\x01\xff\xfe\x01",
    "\xff\xfd\x18".repeat(30),
    `\xff\xfa\x18${"a".repeat(40)}\xff\xf0`,
  ],
  (chunks) => {
    const exchange = new TelnetExchange({
      ...{ terminalTypes: ["VT100", "UNKNOWN"], size: { columns: 255, rows: 24 }, binary: false },
      ...{ endOfRecord: true, env: new Map([["USER", "a\xff"]]), maxSubnegotiation: 32 },
      maxNegotiation: MAX_NEGOTIATION,
    });
    const events: unknown[] = [];
    let [data, answered] = ["", 0];
    for (const chunk of chunks) {
      for (const event of exchange.receive(chunk)) {
        if (event.is === "answer") answered += event.octets.length;
        // Only where data is split depends on the chunks.
        if (event.is === "data") data += toLatin1(event.octets);
        else events.push(data, event);
        if (event.is !== "data") data = "";
      }
    }
    events.push(data);
    demand(answered <= MAX_NEGOTIATION, "maxNegotiation bounds the answers", answered);
    return { events, inUse: exchange.inUse };
  },
);

const LIMITS = { maxLength: 1_000, maxEntries: 6, maxWord: 40 };

/** A netrc file. It is not from a server, but other programs write it. */
export const netrcTarget: Target = wholeTarget(
  "netrc",
  [
    'machine h login a password "b \\" c" # note\naccount d\ndefault login e\n',
    "macdef init\ncd /\n\nmachine h\r\nlogin #a\npassword\n",
    'machine "a\nb" login "\\',
    "machine a ".repeat(7),
  ],
  (octets) => {
    const text = toLatin1(octets);
    try {
      const { entries } = parseNetrc(text, LIMITS);
      demand(entries.length <= LIMITS.maxEntries, "maxEntries bounds a file", entries.length);
      for (const { login, password, account } of entries)
        for (const word of [login, password, account])
          demand(word === undefined || !/[\0\r\n]/.test(word), "a value cannot end a command", word);
      demand(!/password|account/.test(Object.keys(entries[0] ?? {}).join()), "a password is not enumerable");
      return entries;
    } catch (error) {
      const { name, problems } = error as { readonly name: string; readonly problems: readonly Problem[] };
      if (name !== "NetrcError") throw error;
      const lines = text.split("\n").length;
      demand(problems.length > 0 && problems.length <= 20, "an error has 1 to 20 problems", problems.length);
      for (const { line } of problems)
        demand(line >= 1 && line <= lines, "a problem has its line", line, lines);
      return problems.map(({ code }) => code);
    }
  },
);

interface Problem {
  readonly code: string;
  readonly line: number;
}
