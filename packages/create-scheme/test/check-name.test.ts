import { describe, expect, it } from "vitest";
import { checkName } from "../src/index.ts";

const told = (name: string) =>
  checkName(name).map(({ severity, code, cite }) => `${severity} ${code} ${cite}`);

describe("nameFaults", () => {
  it.each([
    // RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
    ["", ["error bad-scheme RFC 3986 §3.1"]],
    ["1st", ["error bad-scheme RFC 3986 §3.1"]],
    ["my_notes", ["error bad-scheme RFC 3986 §3.1"]],
    ["x-demo:", ["error bad-scheme RFC 3986 §3.1"]],
    ["../x", ["error bad-scheme RFC 3986 §3.1"]],
    // "the scheme name itself MUST be registered using lowercase letters"
    ["com.example.Notes", ["error upper-case-scheme RFC 7595 §3.8"]],
    // "SHOULD NOT prefix their parameter names with "X-" or similar constructs"
    ["x-notes", ["warning experimental-scheme RFC 6648 §3"]],
    // "SHOULD use a prefix based on their domain name, expressed in reverse order"
    ["com.example.notes", []],
    ["my.notes!", ["error bad-scheme RFC 3986 §3.1"]],
    // "MUST NOT contain a "." unless actually constructed from a reversed domain name"
    ["n0tes.mine", ["warning dotted-scheme RFC 7595 §3.8"]],
    // First come, first served.
    ["notesofmine", ["warning unregistered-scheme RFC 7595 §4"]],
    ["acap", ["taken registered-scheme RFC 7595 §3.8"]],
    ["afs", ["taken registered-scheme RFC 7595 §3.8"]],
    ["videotex", ["taken registered-scheme RFC 7595 §3.8"]],
    ["z39.50", ["taken registered-scheme RFC 7595 §3.8"]],
    ["ftp", ["error first-party-scheme RFC 7595 §3.8"]],
    ["gophers", ["error first-party-scheme RFC 7595 §3.8"]],
  ])("%s", (name, faults) => expect(told(name)).toEqual(faults));

  it("names the registration of a taken name", () => {
    const [fault] = checkName("acap");
    expect(fault?.message).toBe('"acap" is registered (permanent) by RFC 2244');
    expect(checkName("afs")[0]?.message).toContain("(provisional)");
    expect(checkName("videotex")[0]?.message).toContain("(historical)");
  });
});
