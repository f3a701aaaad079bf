import { describe, expect, it } from "vitest";
import { CODE_PAGES, createCodePage, decodeGraphic } from "../src/ebcdic.ts";
import { decodeAddress, encodeAddress } from "../src/screen/addresses.ts";
import { DataStreamError } from "../src/screen/orders.ts";
import { sizesOfBind, sizesOfDevice } from "../src/sizes.ts";
import { bytes, displayWith, hex, same, textOfDisplay } from "./world.ts";

const firstRow = (...records: readonly string[]) => textOfDisplay(displayWith(...records)).split("\n")[0];
/** The reply to Read Modified. */
const modified = (...records: readonly string[]) => hex(displayWith(...records).receive(bytes("F6"))[0]!);
const failure = (record: string): unknown => {
  try {
    return displayWith(record);
  } catch (error) {
    return error;
  }
};

describe("code pages", () => {
  it("decodes 037 and 1047", () => {
    const text = (name: "037" | "1047", codes: string) =>
      [...bytes(codes)].map((code) => createCodePage(name).decode(code)).join("");
    expect(text("037", "C8 85 99 83")).toBe("Herc");
    expect(text("037", "BA BB 5F B0")).toBe("[]¬^");
    expect(text("1047", "AD BD B0 5F")).toBe("[]¬^");
  });

  it.each(CODE_PAGES)("%s has a code for each of its characters, and no other", (name) => {
    const page = createCodePage(name);
    for (let code = 0x40; code < 0xff; code++) expect(page.encode(page.decode(code)!)).toBe(code);
    expect([page.decode(0x3f), page.decode(0xff), page.encode("€") !== undefined]).toEqual([
      undefined,
      undefined,
      name === "1140",
    ]);
  });

  it("decodes lines after Graphic Escape", () => {
    expect([0xc5, 0xa2, 0xd5, 0x41].map(decodeGraphic).join("")).toBe("┌─┐□");
    expect(firstRow("F5 C3 08 C5 08 A2 C1")).toBe("┌─A");
  });
});

describe("addresses (GA23-0059)", () => {
  it.each([
    [0x40, 0x40, "12/14", 0],
    [0xc1, 0x50, "12/14", 80],
    [0x5d, 0x7f, "12/14", 1919],
    [0x01, 0x00, "12/14", 256],
    [0x3f, 0xff, "12/14", 16_383],
    [0x41, 0x00, "16", 0x4100],
  ] as const)("decodes %i %i with %s bits", (high, low, addressing, address) => {
    expect(decodeAddress(high, low, addressing)).toBe(address);
  });

  it("decodes what it encodes", () => {
    for (const [size, addressing] of [
      [1920, "12/14"],
      [9920, "12/14"],
      [9920, "16"],
    ] as const)
      for (let address = 0; address < size; address++) {
        const [high, low] = encodeAddress(address, size, addressing);
        expect(decodeAddress(high, low, addressing)).toBe(address);
      }
    expect(encodeAddress(1919, 1920, "12/14")).toEqual([0x5d, 0x7f]);
  });
});

describe("writes", () => {
  it("puts characters, and wraps at the end", () => {
    expect(firstRow("F5 C3 'ab'")).toBe("ab");
    expect(firstRow("F5 C3 11 5D 7F 'ab'")).toBe("b");
    expect(firstRow("F5 C3 'ab'", "F1 C3 11 40 C1 'c'")).toBe("ac");
  });

  it("Write begins at the cursor, Erase/Write at 0", () => {
    expect(firstRow("F5 C3 'a' 13", "F1 C3 'b'")).toBe("ab");
    expect(firstRow("F5 C3 'a' 13", "F5 C3 'b'")).toBe("b");
  });

  it("RA repeats up to an address, also around the screen, also a graphic character", () => {
    expect(firstRow("F5 C3 3C 40 C5 'x'")).toBe("xxxxx");
    expect(firstRow("F5 C3 3C 40 C5 08 A2")).toBe("─────");
    expect(textOfDisplay(displayWith("F5 C3 3C 40 40 'x'")).replaceAll(/[^x]/g, "")).toHaveLength(1920);
  });

  it("EUA erases only what is unprotected", () => {
    expect(firstRow("F5 C3 1D 60 'ab' 1D 40 'cd' 1D 60 'ef'", "F1 C3 11 40 40 12 40 50")).toBe(" ab    ef");
  });

  it("PT goes to the next input field, and erases the rest of a field after data", () => {
    const form = "F5 C3 'abcd' 1D 40 'efgh' 1D 60";
    expect(firstRow(form, "F1 C3 11 40 40 05 'X'")).toBe("abcd Xfgh");
    expect(firstRow(form, "F1 C3 11 40 C5 'X' 05 'Y'")).toBe("Ybcd X");
    expect(firstRow("F5 C3 1D 40 1D F0 00 05 05 'X'")).toBe(" X");
  });

  it("MF changes a field, and nothing elsewhere", () => {
    const display = displayWith(
      "F5 C3 1D 40 'ab'",
      "F1 C3 11 40 40 2C 01 C0 60",
      "F1 C3 11 40 C1 2C 01 C0 40",
    );
    expect(display.buffer.at(0).field).toBe(0x20);
    expect(firstRow("F5 C3 1D 40 'ab'", "F1 C3 11 40 40 2C 02 C0 4C 42 F2")).toBe("");
  });

  it("shows attributes of fields and characters", () => {
    const display = displayWith(
      "F5 C3 29 03 C0 E8 42 F2 41 F4 'ab' 28 42 F4 'c' 28 00 00 'd' 1D 4C 'pw' 1D 60",
    );
    expect(display.view.lines[0]!.slice(0, 6)).toEqual([
      { text: " " },
      { text: "ab", bold: true, underline: true, color: "red" },
      { text: "c", bold: true, underline: true, color: "green" },
      { text: "d", bold: true, underline: true, color: "red" },
      { text: " " },
      { text: "  ", input: true },
    ]);
    expect(textOfDisplay(display)).toBe(" abcd");
  });

  it("uses the alternate size after Erase/Write Alternate", () => {
    const display = displayWith();
    display.setSizes(sizesOfDevice("IBM-3278-5"));
    display.receive(bytes("7E C3"));
    expect(display.view).toMatchObject({ rows: 27, columns: 132 });
    display.receive(bytes("F5 C3"));
    expect(display.view).toMatchObject({ rows: 24, columns: 80 });
  });

  it("enables the keyboard only if the control character says so", () => {
    expect(displayWith("F5 C1").isLocked).toBe(true);
    expect(displayWith("F5 C3").isLocked).toBe(false);
    expect(displayWith("F5 C1", "6F").isLocked).toBe(false);
    expect(displayWith("03").isLocked).toBe(true);
    expect(displayWith("").isLocked).toBe(true);
  });

  it.each([
    ["99", 0],
    ["F1", 0],
    ["F5", 0],
    ["F5 C3 11 5E 40", 2],
    ["F5 C3 3C 40", 2],
    ["F5 C3 29 02 C0 40", 2],
    ["F5 C3 01", 2],
    ["F3 00 02 01", 2],
    ["F3 00 09 01 FF 02", 2],
    ["F3 00", 2],
    ["F3 00 06 40 01 F1 C3", 2],
    ["F3 00 05 40 00 F3", 0],
    ["F3 00 05 01 FF 6E", 2],
    ["F3 00 05 09 00 07", 2],
  ])("rejects %s with sense %i", (record, sense) => {
    const error = failure(record);
    expect(error).toBeInstanceOf(DataStreamError);
    expect(error).toMatchObject({ sense });
  });

  it("keeps what precedes an invalid order", () => {
    const display = displayWith("F5 C3 'ok'");
    expect(() => display.receive(bytes("F1 C3 'no' 11 5E 40 'x'"))).toThrow(DataStreamError);
    expect(textOfDisplay(display)).toBe("no");
    expect(display.view.status).toMatch(/^Invalid data: the address/);
    display.receive(bytes("F5 C3"));
    expect(display.view.status).toBe("");
  });
});

describe("reads", () => {
  const FORM = "F5 C3 1D 60 'Name' 1D 41 'Ann' 00 'x' 1D 40 'no' 1D 60";

  it("Read Modified has the changed fields without nulls", () => {
    expect(modified(FORM)).toBe(same("60 40 40 11 40 C6 'Annx'"));
    expect(modified("F5 C3 'ab' 00 'c'")).toBe(same("60 40 40 'abc'"));
    expect(modified(FORM, "F1 C1")).toBe("60 40 40");
  });

  it("Read Buffer has everything, in the mode that the host has set", () => {
    const head = (display: ReturnType<typeof displayWith>) =>
      hex(display.receive(bytes("F2"))[0]!.subarray(0, 14));
    const stream = "F5 83 29 02 C0 60 42 F2 28 42 F4 'a' 28 00 00 'b' 08 C5";
    expect(head(displayWith(stream))).toBe(same("60 40 40 1D 60 'ab' 08 C5 00 00 00 00 00"));
    expect(head(displayWith("F3 00 05 09 00 01", stream))).toBe(
      same("60 40 40 29 02 C0 60 42 F2 'ab' 08 C5 00"),
    );
    expect(head(displayWith("F3 00 06 09 00 02 42", stream))).toBe(
      same("60 40 40 29 02 C0 60 42 F2 28 00 00 28 42"),
    );
    expect(head(displayWith("F3 00 06 09 00 02 42", stream, "F1 C0"))).toBe(
      same("60 40 40 1D 60 'ab' 08 C5 00 00 00 00 00"),
    );
  });

  it("reads the one partition, and with 16-bit addresses", () => {
    const display = displayWith("F3 00 06 0C 00 01 00", "F5 C3 11 00 50 1D 41 'a'");
    expect(hex(display.receive(bytes("F3 00 05 01 00 F6"))[0]!)).toBe("60 00 00 11 00 51 81");
    expect(display.receive(bytes("F3 00 05 01 00 6E"))).toHaveLength(1);
    expect(display.receive(bytes("F3 00 04 03 80"))).toEqual([]);
    expect(textOfDisplay(display)).toBe("");
  });

  it("answers queries with what it can do (RFC 2355 §12)", () => {
    const codes = (record: string) => {
      const reply = displayWith().receive(bytes(record))[0]!;
      const found: number[] = [];
      for (let at = 1; at < reply.length; at += (reply[at]! << 8) | reply[at + 1]!)
        found.push(reply[at + 3]!);
      return [reply[0], ...found];
    };
    const all = [0x88, 0x80, 0x81, 0x85, 0x86, 0x87, 0x88, 0xa6];
    expect(codes("F3 00 05 01 FF 02")).toEqual(all);
    expect(codes("F3 00 00 01 FF 02")).toEqual(all);
    expect(codes("F3 00 07 01 FF 03 40 86")).toEqual(all);
    expect(codes("F3 00 08 01 FF 03 00 86 81")).toEqual([0x88, 0x81, 0x86]);
    expect(codes("F3 00 07 01 FF 03 00 99")).toEqual([0x88, 0xff]);
  });

  it("executes a write in a structured field", () => {
    expect(firstRow("F3 00 09 40 00 F5 C3 'abc'")).toBe("abc");
    expect(firstRow("F3 00 05 D0 00 12 00 09 40 00 F5 C3 'abc'")).toBe("abc");
  });
});

describe("the keyboard", () => {
  const FORM = "F5 C3 1D 60 'N' 1D 40 13 'abc' 00 00 1D F0 'y' 1D 50 '12' 1D 60";
  const typed = (...keys: readonly string[]) => {
    const display = displayWith(FORM);
    for (const key of keys) {
      if (key.startsWith("'")) display.type(key.slice(1));
      else display.press(key);
    }
    return display;
  };
  const row = (...keys: readonly string[]) => textOfDisplay(typed(...keys)).trimEnd();

  it("types over, and inserts", () => {
    expect(row("'X")).toBe(" N Xbc   y 12");
    expect(row("Insert", "'X")).toBe(" N Xabc  y 12");
    expect(() => typed("Insert", "'XYZ")).toThrow("the field is full");
    expect(typed("Insert").view.status).toBe("Insert");
  });

  it("skips to the next input field at the end of a field", () => {
    expect(typed("'ABCDE").view.cursor).toEqual({ row: 0, column: 11 });
    expect(row("'ABCDE9")).toBe(" N ABCDE y 92");
  });

  it.each([
    [["Tab"], 11],
    [["Tab", "Tab"], 3],
    [["BackTab"], 11],
    [["Right", "BackTab"], 3],
    [["Tab", "Home"], 3],
    [["FieldEnd"], 6],
    [["Newline"], 3],
    [["Left", "Left"], 1],
  ])("%j moves the cursor to column %i", (keys, column) => {
    expect(typed(...keys).view.cursor).toEqual({ row: 0, column });
  });

  it("moves around the screen", () => {
    expect(typed("Up").view.cursor).toEqual({ row: 23, column: 3 });
    expect(typed("Down").view.cursor).toEqual({ row: 1, column: 3 });
    const free = displayWith("F5 C3");
    for (const key of ["Tab", "BackTab", "Home", "Newline"]) free.press(key);
    expect(free.view.cursor).toEqual({ row: 1, column: 0 });
  });

  it("deletes and erases, and marks the field as modified", () => {
    expect(row("Delete")).toBe(" N bc    y 12");
    expect(row("Right", "Backspace")).toBe(" N bc    y 12");
    expect(row("Right", "EraseEOF")).toBe(" N a     y 12");
    expect(row("EraseInput")).toBe(" N       y");
    expect(hex(typed("Delete").press("Enter")!)).toBe(same("7D 40 C3 11 40 C3 'bc'"));
    expect(hex(typed("'X", "EraseInput").press("Enter")!)).toBe("7D 40 C3");
  });

  it("rejects input outside of input fields, and other characters in numeric ones", () => {
    for (const keys of [
      ["Left", "'x"],
      ["Left", "Delete"],
      ["Left", "EraseEOF"],
      ["Backspace"],
      ["Tab", "'x"],
      ["'日"],
    ])
      expect(() => typed(...keys)).toThrow(expect.objectContaining({ code: "bad-argument" }));
    expect(() => typed("NoSuchKey")).toThrow('unknown key "NoSuchKey"');
    expect(() => typed("constructor")).toThrow("unknown key");
    expect(row("Tab", "'-3")).toBe(" N abc   y -3");
  });

  it("sends keys with their identifiers; PA keys and Clear send nothing else", () => {
    const aids = { PF1: "F1", PF9: "F9", PF10: "7A", PF12: "7C", PF13: "C1", PF21: "C9", PF24: "4C" };
    for (const [key, aid] of Object.entries(aids)) expect(hex(typed().press(key)!)).toBe(`${aid} 40 C3`);
    for (const [key, aid] of Object.entries({ PA1: "6C", PA2: "6E", PA3: "6B" }))
      expect(hex(typed("'X").press(key)!)).toBe(aid);
    const cleared = typed();
    expect(hex(cleared.press("Clear")!)).toBe("6D");
    expect(textOfDisplay(cleared)).toBe("");
    expect(hex(cleared.receive(bytes("F6"))[0]!)).toBe("6D");
    expect(hex(cleared.receive(bytes("6E"))[0]!)).toBe("6D 40 40");
  });

  it("sends marks of Dup and FieldMark", () => {
    expect(hex(typed("FieldMark", "Dup").press("Enter")!)).toBe(same("7D 40 4B 11 40 C3 1E 1C 'c'"));
    expect(row("FieldMark", "Dup")).toBe(" N ;*c   y 12");
  });
});

describe("sizes", () => {
  it("are those of the model", () => {
    expect(sizesOfDevice("IBM-3279-4-E").alternate).toEqual({ rows: 43, columns: 80 });
    expect(sizesOfDevice("IBM-DYNAMIC").alternate).toEqual({ rows: 24, columns: 80 });
  });

  it.each([
    ["18 50 20 50 7F", { rows: 32, columns: 80 }],
    ["20 50 00 00 7E", { rows: 32, columns: 80 }],
    ["00 00 00 00 02", { rows: 24, columns: 80 }],
    ["00 00 00 00 03", { rows: 43, columns: 80 }],
    ["FF FF FF FF 7F", { rows: 43, columns: 80 }],
    ["00 00 00 00 7F", { rows: 43, columns: 80 }],
  ])("of a BIND %s", (size, alternate) => {
    const image = bytes(`31 ${"00 ".repeat(19)} ${size}`);
    expect(sizesOfBind(image, sizesOfDevice("IBM-3278-4-E")).alternate).toEqual(alternate);
  });
});
