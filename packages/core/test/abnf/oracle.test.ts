import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, parseReference, type Reference, tryParse } from "../../src/index.ts";
import {
  GENERIC_URL,
  IP_URL,
  IPV_FUTURE,
  IPV6_ADDRESS,
  RELATIVE_REF,
  RFC_1738,
  RFC_3986,
  URI,
  URI_REFERENCE,
} from "../abnf.ts";
import { anyText, mutated } from "../syntax/text.ts";
import { isBeyondPorts } from "./beyond.ts";
import { derivationsOf } from "./generate.ts";

const RUNS = { numRuns: 3_000 };

const uri = derivationsOf(RFC_3986, "URI");
const relativeRef = derivationsOf(RFC_3986, "relative-ref");
const generic = derivationsOf(RFC_1738, "genericurl");
const ipUrl = fc
  .tuple(fc.constantFrom("x", "FTP", "3com"), derivationsOf(RFC_1738, "ip-schemepart"))
  .map(([scheme, part]) => `${scheme}:${part}`);

/** Derivations of the grammar, slightly damaged ones, and any text. */
const texts = fc.oneof(uri, relativeRef, mutated(uri), mutated(relativeRef), anyText);
const texts1738 = fc.oneof(generic, ipUrl, mutated(generic), mutated(ipUrl), anyText);

function referenceOf(text: string): Reference | undefined {
  try {
    return parseReference(text);
  } catch {
    return undefined;
  }
}

/** Returns the components that the grammar finds in one of its derivations. */
function splitByGrammar(pattern: RegExp, text: string): Record<string, string | undefined> {
  const groups = Object.entries(pattern.exec(text)?.groups ?? {}).filter(([, found]) => found !== undefined);
  return Object.fromEntries(groups.map(([name, found]) => [name.replace(/\d+$/, ""), found]));
}

describe("RFC 3986 appendix A", () => {
  it("derives the texts that are generated from it", () => {
    fc.assert(
      fc.property(uri, relativeRef, (one, other) => {
        expect(URI.test(one)).toBe(true);
        expect(RELATIVE_REF.test(other)).toBe(true);
      }),
      RUNS,
    );
  });

  it("accepts the same texts as tryParse and parseReference", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(tryParse(text).ok).toBe(URI.test(text));
        expect(referenceOf(text) !== undefined).toBe(URI_REFERENCE.test(text));
      }),
      { numRuns: 10_000 },
    );
  });

  it("splits like parseReference", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const reference = referenceOf(text);
        if (reference === undefined) return;
        const groups = splitByGrammar(reference.scheme === undefined ? RELATIVE_REF : URI, text);
        const { scheme, authority, userinfo, host, port, path, query, fragment } = reference;
        expect({ authority, userinfo, host, port, path, query, fragment }).toEqual({
          ...{ authority: groups["authority"], userinfo: groups["userinfo"], host: groups["host"] },
          ...{
            port: groups["port"],
            path: groups["path"],
            query: groups["query"],
            fragment: groups["fragment"],
          },
        });
        expect(scheme).toBe(groups["scheme"]?.toLowerCase());
      }),
      RUNS,
    );
  });

  it.each([
    ["IPv6address", IPV6_ADDRESS],
    ["IPvFuture", IPV_FUTURE],
  ])("has an %s where an IP literal is accepted", (rule, pattern) => {
    const derived = derivationsOf(RFC_3986, rule);
    const other = rule === "IPv6address" ? IPV_FUTURE : IPV6_ADDRESS;
    fc.assert(
      fc.property(fc.oneof(derived, mutated(derived)), (text) => {
        // Within the brackets: a delimiter of the authority would end the literal elsewhere.
        if (/[\]@/?#]/.test(text)) return;
        expect(tryParse(`x://[${text}]/`).ok).toBe(pattern.test(text) || other.test(text));
      }),
      RUNS,
    );
  });
});

describe("RFC 1738 §5", () => {
  const urls = createRegistry();
  const profile = "rfc1738";

  it("has a genericurl where the profile rfc1738 has a URL of an unknown scheme", () => {
    fc.assert(
      fc.property(texts1738, (text) => {
        const { ok } = urls.tryParse(text as string, { profile });
        const derived = GENERIC_URL.test(text);
        // An empty host is left to the scheme, which may allow it. The grammar has no login without a host, but the parser
        // reads one here.
        const groups = splitByGrammar(IP_URL, text.replace(/^([^:/]+:\/\/(?:[^@/]*@)?)(?=:)/, "$1h"));
        if (derived && isBeyondPorts(groups)) expect(ok).toBe(false);
        else expect(ok).toBe(derived);
      }),
      { numRuns: 10_000 },
    );
  });

  it("splits an ip-schemepart like the profile", () => {
    fc.assert(
      fc.property(texts1738, (text) => {
        const { url } = urls.tryParse(text as string, { profile });
        const groups = splitByGrammar(IP_URL, text);
        if (url === undefined || groups["host"] === undefined) return;
        const { scheme, user, password, host, port, offsets } = url;
        // The query of the generic syntax belongs to the urlpath.
        const rest = text.slice(offsets.pathStart);
        const urlPath = rest === "" ? undefined : rest.slice(1);
        expect({ user, password, host, port, urlPath }).toEqual({
          ...{ user: groups["user"], password: groups["password"], host: groups["host"] },
          ...{ port: groups["port"], urlPath: groups["urlPath"] },
        });
        expect(scheme).toBe(groups["scheme"]?.toLowerCase());
      }),
      RUNS,
    );
  });
});
