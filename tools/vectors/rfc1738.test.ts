import { createAnyurl } from "anyurl";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBeyondHosts, isBeyondPorts } from "../../packages/core/test/abnf/beyond.ts";
import { derivationsOf } from "../../packages/core/test/abnf/generate.ts";
import { patternOf } from "../../packages/core/test/abnf/grammar.ts";
import { IP_URL, RFC_1738 } from "../../packages/core/test/abnf.ts";
import { mutated } from "../../packages/core/test/syntax/text.ts";
import { FILES, vectorsOf } from "./vector.ts";

const urls = createAnyurl();
const profile = "rfc1738";

/** The schemes with a production of their own that the preset has. */
const schemes = urls.names().filter((name) => `${name}url` in RFC_1738);

/** Every URL of the vectors, whatever is said of it. */
const known = FILES.flatMap((name) => vectorsOf(name).map(({ input }) => input));

/**
 * What a scheme asks of a URL beyond its production, where RFC 1738 leaves that to another text, by the codes
 * of the problems.
 */
const BEYOND: Readonly<Record<string, readonly string[]>> = {
  // Characters beyond US-ASCII and controls are xchar when they are escaped, and no gophertype (RFC 1436
  // §3.8).
  gopher: ["bad-gopher-type"],
  // encoded822addr is "further defined in RFC822": one addr-spec.
  mailto: ["bad-address"],
};

describe.each(schemes)("the production of %s, RFC 1738 §5", (scheme) => {
  const production = `${scheme}url`;
  const pattern = patternOf(RFC_1738, production);

  /** The production accepts what the profile reads, but for what is asked beside the grammar. */
  const agree = (text: string) => {
    // Any other scheme has another production.
    if (!text.toLowerCase().startsWith(`${scheme}:`)) return;
    const { ok, problems } = urls.tryParse(text as string, { profile });
    // By the letter of the BNF a server, and what follows it, are a message-id or an address; §3.5 and §3.6
    // have no servers.
    if (/^(?:news|mailto):\/\//i.test(text)) {
      expect(ok).toBe(false);
      return;
    }
    const derived = pattern.test(text);
    if (ok === derived) return;
    const groups = { ...IP_URL.exec(text)?.groups };
    const errors = problems.filter(({ severity }) => severity === "error").map(({ code }) => code);
    const allowed = [
      ...(isBeyondHosts(groups) ? ["bad-host"] : []),
      ...(isBeyondPorts(groups) ? ["bad-port"] : []),
      ...(BEYOND[scheme] ?? []),
      // By the letter of the BNF a selector holds "%09"; by §3.4.1 it does not, and what follows is a search.
      ...(scheme === "gopher" && text.includes("%09") ? ["illegal-character"] : []),
    ];
    expect({ text, derived, beyond: errors.filter((code) => !allowed.includes(code)) }).toEqual({
      ...{ text, derived: true, beyond: [] },
    });
  };

  it("derives what the profile rfc1738 reads, and nothing else", () => {
    const derivations = derivationsOf(RFC_1738, production);
    fc.assert(fc.property(fc.oneof(derivations, mutated(derivations)), agree), { numRuns: 4_000 });
  });

  it("agrees on the URLs of all vectors", () => {
    for (const text of known) agree(text);
  });
});

it("there are such schemes", () => expect(schemes).toContain("ftp"));
