import type { Scheme } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeScheme, lintScheme, type Registration, readVectors } from "../src/index.ts";
import { collectingRunner } from "./collecting-runner.ts";
import { echoScheme } from "./echo.ts";

const echo = echoScheme() as unknown as Scheme;

const REGISTERED = new Map<string, Registration>([
  ["gopher", { status: "permanent", reference: ["RFC 4266"] }],
  ["z39.50r", { status: "permanent", reference: ["RFC 2056"] }],
]);
const registered = (name: string) => REGISTERED.get(name);

/** Creates the echo scheme with these changes, without defineScheme, which would reject some of them. */
function changed(changes: Partial<Scheme>): Scheme {
  return { ...echo, ...changes };
}
const codes = (scheme: Scheme) =>
  lintScheme(scheme, { registered }).map(({ severity, code }) => `${severity} ${code}`);

describe("lintScheme", () => {
  it("finds no error in a good scheme, and warns about its x- prefix", () => {
    expect(codes(echo)).toEqual(["warning experimental-scheme"]);
  });

  it.each<[string, Partial<Scheme>, string]>([
    ["a missing name", { names: [] }, "error bad-scheme"],
    ["an invalid name", { names: ["1abc"] }, "error bad-scheme"],
    ["a name of one letter", { names: ["c"] }, "error bad-scheme"],
    ["a name in capitals", { names: ["X-Echo"] }, "error upper-case-scheme"],
    ["a name with a dot", { names: ["v2.echo"] }, "warning dotted-scheme"],
    ["a name that is registered at IANA", { names: ["gopher"] }, "warning registered-scheme"],
    ["a port above the maximum", { defaultPort: () => 70_000 }, "error bad-port"],
    ["the port 0", { defaultPort: () => 0 }, "error bad-port"],
    ["a port that is not a number", { defaultPort: () => Number.NaN }, "error bad-port"],
    ["a missing rule", { cite: [] }, "error no-cite"],
    ["an empty rule", { cite: [" "] }, "error no-cite"],
    ["a missing example", { examples: [] }, "error no-examples"],
    ["an invalid example", { examples: [{ url: "x-echo://", title: "no host" }] }, "error bad-example"],
    [
      "an example of another scheme",
      { examples: [{ url: "ftp://h/", title: "a file" }] },
      "error bad-example",
    ],
    ["an example without a title", { examples: [{ url: "x-echo://h/", title: "" }] }, "error bad-example"],
    ["a name without an example", { names: ["x-echo", "x-echos"] }, "warning unshown-name"],
  ])("finds %s", (_, changes, expected) => {
    expect(codes(changed(changes))).toContain(expected);
  });

  it("accepts a registered name from a scheme that follows its registration", () => {
    expect(codes(changed({ names: ["gopher"], cite: ["RFC 4266 §2.1"] }))).not.toContain(
      "warning registered-scheme",
    );
    expect(codes(changed({ names: ["gopher"], cite: ["RFC 42661"] }))).toContain("warning registered-scheme");
    expect(codes(changed({ names: ["z39.50r"], cite: ["RFC 2056"] }))).not.toContain("warning dotted-scheme");
  });

  it("accepts a name of one letter if declared", () => {
    const found = lintScheme(changed({ names: ["c"] }), { allowSingleLetter: true });
    expect(found.map(({ code }) => code)).not.toContain("bad-scheme");
  });
});

describe("the exam", () => {
  it("reports the problems that lint finds", async () => {
    const runner = collectingRunner();
    const vectors = readVectors(new URL("./vectors.json", import.meta.url));
    describeScheme(changed({ cite: [] }), vectors, { parts: fc.constant({}) }, { runner, runs: 1 });
    const failed = await runner.failures();
    const message = [...failed].find(([name]) => name.endsWith("passes lintScheme"))?.[1];
    expect(message).toContain("no-cite: the scheme must cite the rules that it follows (RFC 7595 §3.3)");
  });
});
