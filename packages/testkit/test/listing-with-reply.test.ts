import {
  AccessError,
  decodeText,
  defineScheme,
  type Entry,
  encodeText,
  octetsOf,
  parseLogin,
  tooLargeError,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { type Context, type Exchange, Inbox, perform, readText } from "@anyurl/core/exchange";
import { templateSyntax } from "@anyurl/core/template";
import { describeHostile, type HostileProtocol } from "../src/index.ts";
import { smallClient } from "./small-client.ts";

/*
 * A server like those of ManageSieve (RFC 5804): its greeting is a word without a text, and a reply ends the listing on
 * the same connection.
 */
const PROTOCOL: HostileProtocol = {
  greeting: { is: "reply", text: "HELLO\r\n", exact: true },
  answer: () => [{ is: "body" }, { is: "reply", text: "OK\r\n", exact: true }],
  failure: "NO the disk is broken\r\n",
  invalidReplies: ["MAYBE\r\n"],
  operations: [
    {
      operation: "list",
      url: "x-names://h.example/",
      end: "reply",
      entry: (name) => `+${encodeText(name, UNRESERVED)}`,
    },
  ],
};

function* names({ limits }: Context): Exchange<string> {
  const inbox = new Inbox();
  const line = function* (limit: "maxLine" | "maxEntryLine") {
    const text = yield* readText(inbox, { maxLine: limits[limit], limit });
    if (text === undefined) throw new AccessError("truncated", "the server closed the connection");
    return text;
  };
  if ((yield* line("maxLine")) !== "HELLO") throw new AccessError("protocol-error", "unexpected greeting");
  if (inbox.size > 0) throw new AccessError("desync", "the server sent data before the command");
  yield { do: "send", octets: octetsOf("LIST\r\n") };
  for (let count = 1, size = 0; ; count++) {
    const text = yield* line("maxEntryLine");
    size += text.length;
    if (text === "OK") return;
    if (text.startsWith("NO")) throw new AccessError("truncated", "the server failed");
    if (!/^\+(?:[\w.~-]|%[0-9A-F]{2})*$/.test(text))
      throw new AccessError("protocol-error", "unexpected line");
    if (count > limits.maxEntries) throw tooLargeError("too many entries", "maxEntries");
    if (size > limits.maxListing) throw tooLargeError("too many bytes", "maxListing");
    yield { do: "emit", event: decodeText(text.slice(1)) };
  }
}

const syntax = templateSyntax("x-names://{host}/{name}");

const scheme = defineScheme({
  name: "x-names",
  defaultPort: 4001,
  cite: ["RFC 5804"],
  ...syntax,
  examples: [],
  access: async () => ({
    async *list(url: Url, context: Context): AsyncGenerator<Entry, void, void> {
      const { hostname, port } = parseLogin(url, 4001);
      const connection = await context.connect({ host: hostname, port });
      for await (const name of perform(names(context), connection, context))
        yield { name, kind: "file", url: syntax.format({ host: hostname, name }) };
    },
  }),
});

describeHostile(scheme, { protocol: PROTOCOL, client: (world) => smallClient(scheme, world) });
