import { domainToASCII } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAsciiDomain } from "../src/a-label.ts";

describe("A-labels", () => {
  it.each([
    ["納豆.example.org", "xn--99zt52a.example.org"],
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["bücher.bücher", "xn--bcher-kva.xn--bcher-kva"],
    ["faß.example", "xn--fa-hia.example"],
    ["他们为什么不说中文.example", "xn--ihqwcrb4cv8a8dqg056pqjye.example"],
    ["почемужеонинеговорятпорусски.example", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.example"],
    ["plain.example", "plain.example"],
    ["\u007f.example", "\u007f.example"],
    // One direction in each label (RFC 5893 §2): digits of class EN are in both, and N'Ko digits from right to left.
    ["אב1.example", "xn--1-zhcd.example"],
    ["a\u06f1.example", "xn--a-jyc.example"],
    ["\u07c1\u07ca.example", "xn--csbs.example"],
    // 63 characters (RFC 1035 §2.3.4)
    [`${"a".repeat(55)}ü.example`, `xn--${"a".repeat(55)}-8yf.example`],
  ])("%s: %s", (domain, ascii) => {
    expect(toAsciiDomain(domain)).toBe(ascii);
  });

  it.each([
    ["München.example", "a capital is mapped first"],
    ["mu\u0308nchen.example", "not in NFC"],
    ["\u0308a.example", "begins with a mark"],
    ["ab--ü.example", "looks like another encoding"],
    ["-ü.example", "begins with a hyphen"],
    ["ü-.example", "ends with one"],
    ["☃.example", "a symbol"],
    ["ｗｗｗ.example", "a compatibility character"],
    ["a\u200db.example", "a joiner"],
    ["aא.example", "letters of two directions"],
    ["1א.example", "a European digit before letters from right to left (RFC 5893 §2, rule 1)"],
    ["\u0661א.example", "an Arabic digit before letters (RFC 5893 §2, rule 1)"],
    ["\u{10d30}\u{10d00}.example", "a digit of Hanifi Rohingya before letters (RFC 5893 §2, rule 1)"],
    ["אa.example", "a letter from left to right in a label from right to left (RFC 5893 §2, rule 2)"],
    ["א\u0661" + "1.example", "digits of two systems (RFC 5893 §2, rule 4)"],
    ["é\u07c1.example", "an N'Ko digit, which is from right to left (RFC 5893 §2, rule 5)"],
    ["א1پ.a\u0661.example", "digits of two systems and directions"],
    ["１.example", "a digit that maps to ASCII"],
    [`${"ü".repeat(60)}.example`, "longer than 63 in ASCII"],
    [`${"a".repeat(56)}ü.example`, "of 64 characters in ASCII"],
    ["\u0080.example", "a control"],
  ])("%s is rejected: %s", (domain) => {
    expect(toAsciiDomain(domain)).toBe(undefined);
  });

  it("are the same after many calls", () => {
    for (let call = 0; call < 20_000; call += 1)
      if (toAsciiDomain("é.example") !== "xn--9ca.example") expect.fail(`call ${call}`);
  });

  it("match those of the platform", () => {
    const label = fc.string({
      unit: fc.constantFrom(..."abz09-üßéıøþ本納豆あアپرمяшਕ한"),
      minLength: 1,
      maxLength: 14,
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const domain = [...labels, "example"].join(".");
        const ascii = toAsciiDomain(domain);
        const platform = domainToASCII(domain);
        // Mixed directions of several labels are not checked here.
        if (ascii !== undefined && platform !== "") expect(ascii).toBe(platform);
        // Node.js 22 accepts letters from right to left after others, against RFC 5893 §2.
        const isMixed = labels.some((each) => /^[^پرم]+[پرم]/.test(each));
        if (
          platform !== "" &&
          !isMixed &&
          platform === platform.normalize("NFC") &&
          !/^-|-$|\.-|-\.|(?:^|\.)..--/.test(domain)
        )
          expect(ascii).toBe(platform);
      }),
      { numRuns: 2000 },
    );
  });
});
