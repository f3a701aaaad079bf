import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { plan } from "./plan.ts";
import {
  DEFAULT_PORT,
  format,
  normalize,
  parse,
  type TelnetInit,
  type TelnetName,
  type TelnetParts,
} from "./syntax.ts";

export type { TelnetInit, TelnetName, TelnetParts, TelnetUrl } from "./syntax.ts";

/** `telnet:` (RFC 4248), and `telnets:`, which is the same over TLS. */
export const telnet: Scheme<TelnetName, TelnetParts, TelnetInit> = defineScheme({
  name: ["telnet", "telnets"],
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "any" },
  cite: ["RFC 4248", "RFC 1738 §3.8", "RFC 854"],
  parse,
  format,
  normalize,
  describe,
  plan,
  examples: [
    { url: "telnet://library.example/", title: "an interactive service" },
    { url: "telnet://guest@library.example/", title: "the same, with a name to log in with" },
    { url: "telnet://guest:@library.example:2300/", title: "a name, an empty password, another port" },
  ],
});
