import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { ircOptions } from "./options.ts";
import { ircSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  type IrcInit,
  type IrcName,
  type IrcParts,
  normalize,
  parse,
} from "./syntax.ts";

export type { IrcMessage } from "./message.ts";
export type { IrcOptions } from "./options.ts";
export type { IrcSession } from "./session.ts";
export type { IrcInit, IrcName, IrcOption, IrcParts, IrcUrl } from "./syntax.ts";

/** `irc:` (draft-butcher-irc-url-04, RFC 2812), and `ircs:`, IRC over TLS (RFC 7194). */
export const irc: Scheme<IrcName, IrcParts, IrcInit, typeof import("./access.ts"), typeof ircOptions> =
  defineScheme({
    name: ircSyntax.names,
    defaultPort: DEFAULT_PORT,
    // Browsers block these ports for every scheme; they belong to this one.
    ports: { reserved: "refuse", usual: [6665, 6666, 6667, 6668, 6669, 6697] },
    cite: ["draft-butcher-irc-url-04", "draft-mirashi-url-irc-01", "RFC 2812", "RFC 7194"],
    check,
    parse,
    format,
    fields: ["user", "password", "host", "port", "entity", "flags", "options", "fragment"],
    normalize,
    // "%2C" is data, and "," ends a field.
    keepEscapes: true,
    describe,
    plan,
    isDirectory: ({ parts }) => parts.entity === undefined,
    examples: [
      { url: "irc://irc.example/", title: "a server, with its channels" },
      { url: "irc://irc.example/%23anyurl", title: "a channel" },
      { url: "ircs://irc.example/%23keyed?key=s3cr3t", title: "a channel with a key, over TLS" },
      { url: "irc://irc.example/joe,isuser", title: "a user" },
    ],
    presentation: {
      view: ({ parts }) =>
        parts.entity === undefined
          ? {
              columns: [
                { field: "name", title: "Channel" },
                { field: "attributes.users", title: "Users" },
                { field: "attributes.topic", title: "Topic" },
              ],
            }
          : {},
    },
    options: ircOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
