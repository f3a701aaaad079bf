import type { Idna } from "../../src/index.ts";
import { checkHostport, createRegistry, defineScheme, type Registry, syntaxError } from "../../src/index.ts";

const COMMON = { cite: ["RFC 1738 §3.1"], hierarchical: true, format: () => "", examples: [] } as const;

/** A scheme of bare hosts, one of some hosts, one of mail addresses, one of local paths, and one without a short form. */
export const urls: Registry = createRegistry(
  defineScheme({
    ...COMMON,
    name: ["web", "webs"],
    defaultPort: { web: 8000, webs: 8443 },
    check: (url, report) => checkHostport(url, report, { userinfo: true, cite: "RFC 1738 §5" }),
    shorthands: [
      { form: "host", name: "web", hosts: ["here"] },
      { form: "host", name: "webs" },
    ],
  }),
  defineScheme({
    ...COMMON,
    name: "menu",
    defaultPort: 70,
    check: (url, report) => checkHostport(url, report, { userinfo: false, cite: "RFC 1738 §5" }),
    shorthands: [{ form: "host", name: "menu", hosts: ["menu."] }],
  }),
  defineScheme({ ...COMMON, name: "post", shorthands: [{ form: "mailbox", name: "post" }] }),
  defineScheme({ ...COMMON, name: "disk", shorthands: [{ form: "path", name: "disk" }] }),
  defineScheme({ ...COMMON, name: "note" }),
);

/** Converts only "ü", and shows every name but those with "а" (U+0430). */
export const idna: Idna = {
  toAscii(host) {
    const bad = host.search(/[^\0-\x7füа]/);
    if (bad < 0)
      return host.replace(
        /([^.]*)[üа]([^.]*)/g,
        (all) => `xn--${all.replace("ü", "ue-").replace("а", "a-")}`,
      );
    throw syntaxError({
      ...{ code: "bad-host", component: "host", start: bad, end: bad + 1 },
      message: "not allowed",
      cite: "UTS #46 §5",
    });
  },
  toUnicode: (host) => host.replace(/xn--([^.]*)ue-([^.]*)/g, "$1ü$2"),
};
