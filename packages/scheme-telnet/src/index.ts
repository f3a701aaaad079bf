import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { telnetSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { telnetOptions } from "./settings.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  normalize,
  parse,
  type TelnetInit,
  type TelnetName,
  type TelnetParts,
} from "./syntax.ts";

export type { OptionInUse, TelnetCommand, WindowSize } from "@anyurl/protocol-telnet";
export type { AutoLogin, SuggestedLogin } from "./auto-login.ts";
export type { SessionEvent, TelnetSession } from "./session.ts";
export type { TelnetOptions } from "./settings.ts";
export type { TelnetInit, TelnetName, TelnetParts, TelnetUrl } from "./syntax.ts";

/** `telnet:` (RFC 4248), and `telnets:`, Telnet over TLS. */
export const telnet: Scheme<
  TelnetName,
  TelnetParts,
  TelnetInit,
  typeof import("./access.ts"),
  typeof telnetOptions
> = defineScheme({
  name: telnetSyntax.names,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "any" },
  cite: ["RFC 4248", "RFC 1738 §3.8", "RFC 854"],
  check,
  parse,
  format,
  fields: ["user", "password", "host", "port", "fragment"],
  normalize,
  describe,
  plan,
  examples: [
    { url: "telnet://library.example/", title: "an interactive service" },
    { url: "telnet://guest@library.example/", title: "the same, with a user name" },
    { url: "telnet://guest:@library.example:2300/", title: "a user name, an empty password, another port" },
  ],
  presentation: { session: true },
  options: telnetOptions,
  // Loaded on first use, so that parsing a URL does not load the access code.
  access: () => import("./access.ts"),
});
