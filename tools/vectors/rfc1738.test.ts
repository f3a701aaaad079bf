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

/** The schemes of the preset that have their own production. */
const schemes = urls.names().filter((name) => `${name}url` in RFC_1738);

/** Every URL of the vectors, with any result. */
const known = FILES.flatMap((name) => vectorsOf(name).map(({ input }) => input));

/** The codes of rules beyond the production of a scheme, for which RFC 1738 refers to another document. */
const BEYOND: Readonly<Record<string, readonly string[]>> = {
  // Escaped controls and characters beyond US-ASCII are xchar, but not a gophertype (RFC 1436 §3.8).
  gopher: ["bad-gopher-type"],
  // encoded822addr is "further defined in RFC822": one addr-spec.
  mailto: ["bad-address"],
};

describe.each(schemes)("the production of %s (RFC 1738 §5)", (scheme) => {
  const production = `${scheme}url`;
  const pattern = patternOf(RFC_1738, production);

  /** The production accepts what the profile accepts, except for the rules beyond the grammar. */
  const agree = (text: string) => {
    // Any other scheme has another production.
    if (!text.toLowerCase().startsWith(`${scheme}:`)) return;
    const { ok, problems } = urls.tryParse(text as string, { profile });
    // By the BNF, a server and the text after it are a message-id or an address; §3.5 and §3.6 have no servers.
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
      // By the BNF, a selector can have "%09"; by §3.4.1 it cannot, and the text after it is a search.
      ...(scheme === "gopher" && text.includes("%09") ? ["illegal-character"] : []),
    ];
    expect({ text, derived, beyond: errors.filter((code) => !allowed.includes(code)) }).toEqual({
      ...{ text, derived: true, beyond: [] },
    });
  };

  it("derives exactly what the profile rfc1738 accepts", () => {
    const derivations = derivationsOf(RFC_1738, production);
    fc.assert(fc.property(fc.oneof(derivations, mutated(derivations)), agree), { numRuns: 4_000 });
  });

  it("agrees with the profile on the URLs of all vectors", () => {
    for (const text of known) agree(text);
  });
});

it("the preset has schemes of RFC 1738", () => expect(schemes).toContain("ftp"));
