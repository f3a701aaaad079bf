import { createRegistry, type PlanStep, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { mailto } from "../src/index.ts";

const urls = createRegistry(mailto);

/** Returns the lines of the message with these fields, up to the empty line. */
function headOf(...hfields: readonly (readonly [name: string, value: string])[]): readonly string[] {
  return linesOf(hfields.map(([hfname, hfvalue]) => ({ hfname, hfvalue }))).slice(0, -2);
}

/** Returns the lines of the body as they are in the message. */
function bodyOf(body: string): readonly string[] {
  const lines = linesOf([{ hfname: "body", hfvalue: body }]);
  return lines.slice(lines.indexOf("") + 1);
}

function linesOf(hfields: readonly { readonly hfname: string; readonly hfvalue: string }[]) {
  const [step] = urls.plan(urls.format("mailto", { hfields })).steps as readonly PlanStep[];
  return textOf((step as PlanStep & { do: "message" }).octets).split("\r\n");
}

const x = (length: number) => "x".repeat(length);

describe("a line of a header field", () => {
  it.each<[rule: string, value: string, lines: readonly string[]]>([
    // 76 characters: "Subject: ", 33 characters, a space, and 33 characters.
    ["has at most 76 characters", `${x(33)} ${x(33)}`, [`Subject: ${x(33)} ${x(33)}`]],
    ["is folded before a word that does not fit", `${x(33)} ${x(34)}`, [`Subject: ${x(33)}`, ` ${x(34)}`]],
    [
      "is folded again after 76 characters",
      `x ${x(75)} ${x(37)} ${x(37)}`,
      [...["Subject: x", ` ${x(75)}`, ` ${x(37)} ${x(37)}`]],
    ],
    ["has at least the first word", `${x(100)} y`, [`Subject: ${x(100)}`, " y"]],
    ["keeps the white space before a word", `${x(60)}  \t${x(20)}`, [`Subject: ${x(60)}`, `  \t${x(20)}`]],
    ["has no white space at its end", "x \t ", ["Subject: x"]],
    ["keeps white space at the start", "  x", ["Subject:   x"]],
    ["is never folded within a word of up to 399", x(399), [`Subject: ${x(399)}`]],
  ])("%s (RFC 5322 §2.1.1, §2.2.3): %s", (_, value, lines) => {
    expect(headOf(["subject", value])).toEqual(lines);
  });

  it("has a longer word as encoded words, because these can be on several lines (RFC 2047 §2)", () => {
    expect(headOf(["subject", x(400)])).toEqual([
      `Subject: =?utf-8?Q?${x(48)}?=`,
      ...Array.from({ length: 7 }, () => ` =?utf-8?Q?${x(48)}?=`),
      ` =?utf-8?Q?${x(400 - 8 * 48)}?=`,
    ]);
  });

  it.each<[value: string, encoded: string]>([
    ["a ü b", "a =?utf-8?B?w7w=?= b"],
    // White space between two encoded words belongs to the text (§6.2).
    ["a ü \tb ü c", "a =?utf-8?B?w7wgCWIgw7w=?= c"],
    ["xü", "=?utf-8?B?eMO8?="],
    // Q from the size at which half of the bytes are readable; a space counts as readable.
    ["xxü", "=?utf-8?Q?xx=C3=BC?="],
    ["ü ü xü", "=?utf-8?B?w7wgw7wgeMO8?="],
    ["ü xx ü", "=?utf-8?Q?=C3=BC_xx_=C3=BC?="],
    ["xxxxxxü\tü", "=?utf-8?Q?xxxxxx=C3=BC=09=C3=BC?="],
    ["xxxxxxxxxx_=?ü", "=?utf-8?Q?xxxxxxxxxx=5F=3D=3F=C3=BC?="],
    ["xxxxxxxxxxx!*+-/09AZaz.ü", "=?utf-8?Q?xxxxxxxxxxx!*+-/09AZaz=2E=C3=BC?="],
    [`ü${x(42)}`, `=?utf-8?Q?=C3=BC${x(42)}?=`],
    [`${x(43)}ü`, `=?utf-8?Q?${x(43)}?= =?utf-8?Q?=C3=BC?=`],
    ["ü".repeat(18), `=?utf-8?B?${"w7zDvMO8".repeat(6)}?=`],
    ["ü".repeat(19), `=?utf-8?B?${"w7zDvMO8".repeat(6)}?= =?utf-8?B?w7w=?=`],
    // A character is never split, also if it has two UTF-16 code units.
    [`${x(40)}😀`, `=?utf-8?Q?${x(40)}?= =?utf-8?Q?=F0=9F=98=80?=`],
    [`${x(36)}😀`, `=?utf-8?Q?${x(36)}=F0=9F=98=80?=`],
  ])("has %s in encoded words (RFC 2047 §2)", (value, encoded) => {
    expect(headOf(["subject", value]).join("")).toBe(`Subject: ${encoded}`);
  });
});

describe("a name before an address", () => {
  it.each<[name: string, phrase: string]>([
    ["", ""],
    ["Joe", "Joe "],
    ["Joe Q", "Joe Q "],
    ["Joe  Q", '"Joe  Q" '],
    ["Joe ", '"Joe " '],
    ["J.", '"J." '],
    ['a"b\\c', '"a\\"b\\\\c" '],
    ["J\tQ", '"J\tQ" '],
    ["Jörg", "=?utf-8?Q?J=C3=B6rg?= "],
    [x(400), `${x(400)} `],
    [`${x(399)}.`, `"${x(399)}." `],
  ])("%j is atoms, a quoted string, or encoded words (RFC 5322 §3.2.5): %s", (name, phrase) => {
    const quoted = `"${name.replace(/["\\]/g, "\\$&")}"`;
    expect(headOf(["cc", `${quoted} <a@b>`]).join("")).toBe(`Cc: ${phrase}<a@b>`);
  });

  it("of more than 400 characters is encoded words (RFC 2047 §2)", () => {
    expect(headOf(["cc", `${x(401)} <a@b>`])[0]).toBe(`Cc: =?utf-8?Q?${x(48)}?=`);
  });

  it("is on a line with its address if it fits, and each address ends with a comma", () => {
    const list = `${x(30)} <a@b>, ${x(30)} <c@d>, e@f,${x(64)}@g`;
    expect(headOf(["cc", list])).toEqual([`Cc: ${x(30)} <a@b>, ${x(30)}`, " <c@d>, e@f,", ` ${x(64)}@g`]);
  });
});

describe("keywords", () => {
  it.each<[value: string, line: string]>([
    ["a", "Keywords: a"],
    [" a b ,c", "Keywords: a b, c"],
    [",a,, b.c,", 'Keywords: a, "b.c"'],
    ["ü,a", "Keywords: =?utf-8?B?w7w=?=, a"],
  ])("%j are phrases with commas between them (RFC 5322 §3.6.5)", (value, line) => {
    expect(headOf(["keywords", value])).toEqual([line]);
  });

  it("without one do not make a field", () => {
    expect(headOf(["keywords", " , ,"])).toEqual([]);
  });
});

describe("the body of a message", () => {
  const encoding = (body: string) =>
    linesOf([{ hfname: "body", hfvalue: body }]).filter((line) => line.startsWith("Content-"));
  const plain = ["Content-Type: text/plain; charset=us-ascii", "Content-Transfer-Encoding: 7bit"];
  const encoded = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"];

  it.each<[what: string, body: string, lines: readonly string[]]>([
    ["a line break at the end", "x\r\n", ["x", ""]],
    ["no line break at the end", "x", ["x", ""]],
    ["an empty line at the end", "x\r\n\r\n", ["x", "", ""]],
    ["a line of 998", `${x(998)}\r\ny`, [x(998), "y", ""]],
    ["white space at a line's end", "x \r\n\t", ["x ", "\t", ""]],
  ])("is unchanged, and ends with one line break, with %s (RFC 5322 §2.1.1)", (_, body, lines) => {
    expect(encoding(body)).toEqual(plain);
    expect(bodyOf(body)).toEqual(lines);
  });

  it.each<[what: string, body: string, lines: readonly string[]]>([
    ["a line of 999", `y\r\n${x(999)}`, ["y", ...Array.from({ length: 13 }, () => `${x(75)}=`), x(24), ""]],
    ["printable ASCII", "ü !<>~=", ["=C3=BC !<>~=3D", ""]],
    [
      "white space within a line and at its end",
      "ü \t\r\nü\t \r\n ",
      ["=C3=BC =09", "=C3=BC\t=20", "=20", ""],
    ],
    ["75 characters", `ü${x(69)}`, [`=C3=BC${x(69)}`, ""]],
    ["76 characters", `ü${x(69)}y`, [`=C3=BC${x(69)}=`, "y", ""]],
    ["a byte that does not fit", `${x(70)}ü`, [`${x(70)}=C3=`, "=BC", ""]],
    ["several lines of 75 characters", `ü${x(69)}${x(75)}y`, [`=C3=BC${x(69)}=`, `${x(75)}=`, "y", ""]],
  ])("is quoted-printable with %s (RFC 2045 §6.7)", (_, body, lines) => {
    expect(encoding(body)).toEqual(encoded);
    expect(bodyOf(body)).toEqual(lines);
  });
});

describe("message-ids", () => {
  const id = (length: number) => `<${x(length - 4)}@b>`;

  it.each<[value: string, lines: readonly string[]]>([
    [`${id(38)} ${id(60)} ${id(14)}`, [id(38), ` ${id(60)} ${id(14)}`]],
    [id(399), [id(399)]],
    ["  <a@b>\t <c@d> ", ["  <a@b>\t <c@d>"]],
  ])("%j are folded between them (RFC 5322 §3.6.4)", (value, [first = "", ...more]) => {
    for (const name of ["References", "In-Reply-To"])
      expect(headOf([name, value])).toEqual([`${name}: ${first}`, ...more]);
  });

  it.each([id(400), `<a@b> ${id(400)}`, `<a@b>${" ".repeat(400)}<c@d>`, "<a@b> <ü@b>"])(
    "%j are an error, because there is no encoding for them (RFC 2047 §5)",
    (value) => {
      for (const name of ["References", "IN-REPLY-TO"])
        expect(() => headOf([name, value])).toThrow(
          expect.objectContaining({
            code: "bad-header-field",
            message: `the field "${name.toLowerCase()}" must contain only message-ids in ASCII`,
          }),
        );
      // Any other text is encoded.
      for (const name of ["Subject", "Comments"]) expect(headOf([name, value])[0]).toContain("=?utf-8?");
    },
  );
});
