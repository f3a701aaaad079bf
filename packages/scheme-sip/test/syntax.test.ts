import { createRegistry, redact } from "@anyurl/core";
import { getView } from "@anyurl/core/presentation";
import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SipParts, sameSipUrl, sip } from "../src/index.ts";

const none = fc.constant(undefined);
const text = anyText({ maxLength: 8 }).filter((value) => value !== "");
const name = fc.string({ unit: fc.constantFrom(..."abx-19"), minLength: 1, maxLength: 4 });
const host = fc.constantFrom("h.example", "H", "a-1.b.", "192.0.2.4");

const parts = fc
  .record({
    user: fc.oneof(none, text),
    password: fc.oneof(none, anyText({ maxLength: 8 })),
    host,
    port: fc.oneof(none, fc.nat({ max: 65_535 })),
    parameters: fc.uniqueArray(fc.record({ name, value: fc.oneof(none, text) }), {
      selector: (each) => each.name,
      maxLength: 3,
    }),
    headers: fc.array(fc.record({ name, value: anyText({ maxLength: 8 }) }), { maxLength: 3 }),
  })
  .map((each) => (each.user === undefined ? { ...each, password: undefined } : each));

/** The parts without what RFC 3261 §19.1.4 compares without case. */
function compared({ host: server, parameters, ...others }: SipParts): string {
  const lower = (value: string | undefined) => value?.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const list = parameters.map((each) => [each.name, lower(each.value)]);
  return JSON.stringify([lower(server), list, others]);
}

describeScheme(
  sip,
  readVectors(new URL("vectors.json", import.meta.url)),
  { parts, authority: fc.constant({}) },
  { sameParts: (a, b) => compared(a) === compared(b) },
);

describe("sameSipUrl", () => {
  const urls = createRegistry(sip);
  const same = (a: string, b: string) => sameSipUrl(urls.parse(a as "sip:x"), urls.parse(b as "sip:x"));

  it.each([
    ["sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtlanTa.CoM;Transport=tcp"],
    ["sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5"],
    ["sip:carol@chicago.com", "sip:carol@chicago.com;security=on"],
    ["sip:carol@chicago.com;newparam=5", "sip:carol@chicago.com;security=on"],
    [
      "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
      "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com",
    ],
    [
      "sip:alice@atlanta.com?subject=project%20x&priority=urgent",
      "sip:alice@atlanta.com?priority=urgent&subject=project%20x",
    ],
    // Escapes of characters that are not reserved, and the case of everything but the userinfo and values of headers.
    ["sip:%2da;b?c@h;X=%4A/?S=%4a", "sip:-a;b?c@H;x=j/?s=J"],
    ["sip:h;a=1;b;lr;user=phone", "sip:h;USER=PHONE;c=2;a=1"],
    ["sip:h?a=1&b=2&a=3", "sip:h?b=2&a=3&a=1"],
  ])("accepts %s and %s, which RFC 3261 §19.1.4 calls equivalent", (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP"],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com:5060"],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp"],
    ["sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp"],
    ["sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting"],
    ["sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4"],
    ["sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off"],
    ["sip:a@h", "sips:a@h"],
    ["sip:a@h", "sip:a@h;maddr=192.0.2.1"],
    // Each has the value that its absence means.
    ["sip:a@h", "sip:a@h;user=ip"],
    ["sip:a@h", "sip:a@h;method=INVITE"],
    ["sip:a@h;maddr=192.0.2.1", "sip:a@h;maddr=192.0.2.1;ttl=1"],
    ["sip:a@h", "sip:h"],
    ["sip:a:b@h", "sip:a:B@h"],
    ["sip:a:b@h", "sip:a@h"],
    ["sip:a:@h", "sip:a@h"],
    ["sip:a;b@h", "sip:a;B@h"],
    ["sip:a%3Bb@h", "sip:a;b@h"],
    ["sip:h;x", "sip:h;x=1"],
    ["sip:h;x=1;y=2", "sip:h;x=2;y=1"],
    ["sip:h?a=x", "sip:h?a=X"],
    ["sip:h?a=1", "sip:h?a=1&b=2"],
    ["sip:h?a=1&b=2", "sip:h?a=2&b=1"],
    ["sip:h?a=", "sip:h"],
    ["sip:h:5060", "sip:h:5061"],
  ])("rejects %s and %s, which it calls different", (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([false, false]);
  });

  it("accepts every pair that compare accepts", () => {
    fc.assert(
      fc.property(parts, (each) => {
        const url = urls.format("sip", each as never);
        const reversed = { ...each, parameters: [...each.parameters].reverse() };
        const other = urls.format("sip", reversed as never);
        expect(urls.compare(url, other).equivalent).toBe(true);
        expect(same(url, other)).toBe(true);
      }),
    );
  });
});

describe("a registry with sip", () => {
  const urls = createRegistry(sip);

  it("hides the password of every URL that it accepts", () => {
    fc.assert(
      fc.property(parts, (each) => {
        const url = urls.format("sip", { ...each, user: each.user ?? "u", password: "s3cr3t-word" } as never);
        expect(redact(url)).not.toContain("s3cr3t-word");
      }),
    );
  });

  it.each([
    ["sip:a%20b@h.example;user=phone", "a b@h.example"],
    ["sip:h.example?subject=x", "h.example"],
  ])("shows %s as %s", (url, title) => {
    expect(getView(urls.parse(url as "sip:x"), sip).title).toBe(title);
  });

  it("never opens a URL", () => {
    expect(() => urls.plan("sip:a@h")).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});
