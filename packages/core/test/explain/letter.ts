import {
  createRegistry,
  decodeText,
  defineScheme,
  describeAuthority,
  describeFragment,
  type Part,
  type Registry,
  type Url,
} from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";

/** `letter://<host>/<letter><rest>;case=<case>`: a scheme with parts of its own, and with what describe may give. */
function letterScheme(describe?: (url: Url) => readonly Part[]) {
  return defineScheme({
    name: "letter",
    defaultPort: 1234,
    cite: ["RFC 1738 §4"],
    parse: (url) => ({ all: decodeText(url.path) }),
    format: () => "letter://h/",
    describe: describe ?? describeLetter,
    examples: [{ url: "letter://h/a", title: "a letter" }],
  });
}

export function describeLetter(url: Url): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const semicolon = url.href.indexOf(";case=", pathStart);
  const end = semicolon < 0 ? pathEnd : semicolon;
  const first = Math.min(pathStart + 1, end);
  const second = Math.min(first + 1, end);
  const part = (name: string, from: number, to: number, value: string): Part => ({
    ...{ name, start: from, end: to, value },
    ...{ meaning: `what ${name} says`, cite: "RFC 1738 §4" },
  });
  return [
    ...describeAuthority(url, 1234),
    part("letter", first, second, url.href.slice(first, second) || "a"),
    part("rest", second, end, decodeText(url.href.slice(second, end))),
    ...(semicolon < 0
      ? []
      : [part("case", semicolon, pathEnd, decodeText(url.href.slice(semicolon + 6, pathEnd)))]),
    ...(url.fragment === undefined ? [] : [describeFragment(url)]),
  ];
}

export function registryWith(describe?: (url: Url) => readonly Part[]): Registry {
  return createRegistry(letterScheme(describe), http, ftp) as unknown as Registry;
}
