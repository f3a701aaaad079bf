import { checkHostport, createRegistry, defineScheme, portOf, type Registry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";

const CITE = "RFC 1738 §3";

/** The schemes that are looked for in texts: those that linkify-it knows, and three more that it is told of. */
export const urls: Registry = createRegistry(
  ftp,
  gopher,
  defineScheme({
    name: ["http", "https", "telnet"],
    cite: [CITE],
    examples: [],
    parse: (url, report) => {
      checkHostport(url, report, { userinfo: true, cite: CITE });
      return { port: portOf(url.port) };
    },
    format: () => "",
  }),
  defineScheme({
    name: ["mailto", "news"],
    cite: [CITE],
    examples: [],
    parse: ({ path }) => ({ path }),
    format: () => "",
    inText: ({ path }) => path.includes("@") || path.includes("."),
  }),
);
