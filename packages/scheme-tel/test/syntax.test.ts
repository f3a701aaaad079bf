import { createRegistry } from "@anyurl/core";
import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { geo, type Parameter, type Subscriber, sms, tel } from "../src/index.ts";

const none = fc.constant(undefined);
const text = fc.oneof(anyText({ maxLength: 8 }).filter((value) => value !== ""));
const digits = (more: string) =>
  fc.string({ unit: fc.constantFrom(..."0123456789-.()", ...more), minLength: 1 });
const ext = digits("").filter((value) => /[0-9]/.test(value));
const globalNumber = ext.map((value) => `+${value}`);
const localNumber = digits("abcdefABCDEF*#").filter((value) => /[^-.()]/.test(value));
const phoneContext = fc.oneof(globalNumber, fc.constantFrom("x", "X.example", "a-1.b.", "1.x"));

/** Parameters in the order of their names. */
const parameters = (defined: readonly string[]): fc.Arbitrary<Parameter[]> =>
  fc
    .uniqueArray(
      fc.record({
        name: fc
          .string({ unit: fc.constantFrom(..."abm-19"), minLength: 1, maxLength: 3 })
          .filter((name) => !defined.includes(name)),
        value: fc.oneof(none, text),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    )
    .map((all) => all.sort((a, b) => (a.name < b.name ? -1 : 1)));

/** The fields of a number, without those that follow from it. */
const subscriber = fc
  .record({
    number: globalNumber,
    local: fc.oneof(none, localNumber),
    phoneContext,
    ext: fc.oneof(none, ext),
    isub: fc.oneof(none, text),
    parameters: parameters(["ext", "isub"]),
  })
  .map(({ number, local, phoneContext: context, ext: extension, isub, parameters: others }) => ({
    number: local ?? number,
    phoneContext: local === undefined && context.length % 2 === 0 ? undefined : context,
    ext: extension,
    isub: extension === undefined ? isub : undefined,
    parameters: others,
  }));

const whole = subscriber.map((parts) => ({
  ...parts,
  digits: parts.number.replace(/[-.()]/g, "").toLowerCase(),
  global: parts.number.startsWith("+"),
}));

/** The parts of a number as RFC 3966 §4 compares them. */
function compared({ number, phoneContext: context, ext: extension, ...others }: Subscriber): unknown {
  const bare = (value: string | undefined) => value?.replace(/[-.()]/g, "");
  const same = [bare(number), context?.startsWith("+") ? bare(context) : context, bare(extension), others];
  return JSON.stringify(same).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

describeScheme(
  tel,
  readVectors(new URL("tel-vectors.json", import.meta.url)),
  { parts: subscriber },
  { sameParts: (a, b) => compared(a) === compared(b) },
);

describeScheme(
  sms,
  readVectors(new URL("sms-vectors.json", import.meta.url)),
  {
    parts: fc.record({
      recipients: fc.array(whole, { minLength: 1, maxLength: 3 }),
      body: fc.oneof(none, anyText({ maxLength: 20 })),
      fields: fc.array(
        fc.record({ name: fc.constantFrom("x", "a-b", "~1"), value: anyText({ maxLength: 8 }) }),
        { maxLength: 3 },
      ),
    }),
  },
  {
    sameParts: ({ recipients: a, ...left }, { recipients: b, ...right }) =>
      JSON.stringify([left, a.map(compared)]) === JSON.stringify([right, b.map(compared)]),
  },
);

const decimal = (limit: number) =>
  fc
    .tuple(fc.integer({ min: 1 - limit, max: limit - 1 }), fc.oneof(none, fc.constantFrom("0", "50", "001")))
    .map(([value, fraction]) => (fraction === undefined ? `${value}` : `${value}.${fraction}`));
describeScheme(
  geo,
  readVectors(new URL("geo-vectors.json", import.meta.url)),
  {
    parts: fc.record({
      latitude: decimal(90),
      longitude: decimal(180),
      altitude: fc.oneof(none, decimal(9000)),
      crs: fc.constantFrom("wgs84", "x-moon"),
      uncertainty: fc.oneof(none, fc.constantFrom("0", "0.50", "40")),
      parameters: parameters(["crs", "u"]),
    }),
  },
  {
    sameParts: (a, b) => {
      const isPole = Math.abs(Number(a.latitude)) === 90 && a.crs === "wgs84";
      const same = ({ latitude, longitude, altitude, uncertainty, ...others }: typeof a) => {
        const east = isPole ? 0 : a.crs === "wgs84" && Number(longitude) === -180 ? 180 : Number(longitude);
        const numbers = [latitude, east, altitude, uncertainty].map((each) => each && Number(each) + 0);
        return JSON.stringify([numbers, others]);
      };
      return same(a) === same(b);
    },
  },
);

describe("a registry with tel, sms, and geo", () => {
  const urls = createRegistry(tel, sms, geo);

  it("reports each problem with the range of its field", () => {
    const found = urls.tryParse("tel:12x;a=;ext=1;isub=2").problems;
    expect(found.map(({ code, start, end }) => [code, start, end])).toEqual([
      ["bad-field", 4, 7],
      ["bad-field", 4, 7],
      ["bad-field", 8, 10],
      ["bad-field", 17, 23],
    ]);
  });

  it("never opens a URL", () => {
    for (const url of ["tel:+1", "sms:+1", "geo:1,2"] as const)
      expect(() => urls.plan(url)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("formats nothing that parsing would reject, also without a registry", () => {
    const code = expect.objectContaining({ code: "bad-field" });
    expect(() => tel.format({ number: "+1", ext: "1", isub: "2" })).toThrow(code);
    // A local number is only valid with a context (RFC 3966 §5.1.5).
    expect(() => tel.format({ number: "7042" })).toThrow(code);
    expect(() =>
      tel.format({
        number: "+1",
        parameters: [
          { name: "a", value: "1" },
          { name: "a", value: "2" },
        ],
      }),
    ).toThrow(code);
  });

  it("changes a part and keeps the others", () => {
    const changed = urls.parse("tel:+1-201;ext=42").with({ number: "+49-30" });
    expect([changed.href, changed.parts.digits]).toEqual(["tel:+49-30;ext=42", "+4930"]);
  });
});
