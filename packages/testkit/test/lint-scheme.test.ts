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

/** The echo scheme with something else about it; by hand, for defineScheme would refuse some of it. */
function changed(changes: Partial<Scheme>): Scheme {
  return { ...echo, ...changes };
}
const codes = (scheme: Scheme) =>
  lintScheme(scheme, { registered }).map(({ severity, code }) => `${severity} ${code}`);

describe("lintScheme", () => {
  it("finds no error in a good scheme, and warns of its x-", () => {
    expect(codes(echo)).toEqual(["warning experimental-scheme"]);
  });

  it.each<[string, Partial<Scheme>, string]>([
    ["no name", { names: [] }, "error bad-scheme"],
    ["a name that is none", { names: ["1abc"] }, "error bad-scheme"],
    ["a name of one letter", { names: ["c"] }, "error bad-scheme"],
    ["a name in capitals", { names: ["X-Echo"] }, "error upper-case-scheme"],
    ["a name with a dot", { names: ["v2.echo"] }, "warning dotted-scheme"],
    ["a name that is taken at IANA", { names: ["gopher"] }, "warning registered-scheme"],
    ["a port past the last one", { defaultPort: () => 70_000 }, "error bad-port"],
    ["a port that nobody can connect to", { defaultPort: () => 0 }, "error bad-port"],
    ["a port that is no number", { defaultPort: () => Number.NaN }, "error bad-port"],
    ["no rule", { cite: [] }, "error no-cite"],
    ["an empty rule", { cite: [" "] }, "error no-cite"],
    ["no example", { examples: [] }, "error no-examples"],
    [
      "an example that is refused",
      { examples: [{ url: "x-echo://", title: "no host" }] },
      "error bad-example",
    ],
    [
      "an example of another scheme",
      { examples: [{ url: "ftp://h/", title: "a file" }] },
      "error bad-example",
    ],
    ["an example without a title", { examples: [{ url: "x-echo://h/", title: "" }] }, "error bad-example"],
    ["a name that no example shows", { names: ["x-echo", "x-echos"] }, "warning unshown-name"],
  ])("finds %s", (_, changes, expected) => {
    expect(codes(changed(changes))).toContain(expected);
  });

  it("takes a registered name from a scheme that follows its registration", () => {
    expect(codes(changed({ names: ["gopher"], cite: ["RFC 4266 §2.1"] }))).not.toContain(
      "warning registered-scheme",
    );
    expect(codes(changed({ names: ["gopher"], cite: ["RFC 42661"] }))).toContain("warning registered-scheme");
    expect(codes(changed({ names: ["z39.50r"], cite: ["RFC 2056"] }))).not.toContain("warning dotted-scheme");
  });

  it("takes one letter where that is meant", () => {
    const found = lintScheme(changed({ names: ["c"] }), { allowSingleLetter: true });
    expect(found.map(({ code }) => code)).not.toContain("bad-scheme");
  });
});

describe("the exam", () => {
  it("asks for what lint finds wrong", async () => {
    const runner = collectingRunner();
    const vectors = readVectors(new URL("./vectors.json", import.meta.url));
    describeScheme(changed({ cite: [] }), vectors, { parts: fc.constant({}) }, { runner, runs: 1 });
    const failed = await runner.failures();
    const message = [...failed].find(([name]) => name.endsWith("is fit to be handed to others"))?.[1];
    expect(message).toContain("no-cite: a scheme says which rules it follows (RFC 7595 §3.3)");
  });
});
