import { describe, expect, it } from "vitest";
import { formatForm, parseForm } from "../src/plus/form.ts";

describe("the data of a form (RFC 4266 §2.9)", () => {
  it.each([
    ["+\t1\r\n+-1\r\n.\r\n", "", []],
    ["+\t1\r\n+-1\r\nyes\r\nno\r\n.\r\n", "", ["yes", "no"]],
    ["+text/plain Es_ES\t1\r\n+-1\r\n..dot\r\n.\r\n", "text/plain Es_ES", [".dot"]],
    ["+\t1\r\n+10\r\n.\r\nyes\r\n\r\n", "", [".", "yes", ""]],
    ["+\t1\r\n+0\r\n", "", []],
  ])("%j", (text, view, values) => {
    expect(parseForm(text)).toEqual({ view, values });
    expect(parseForm(formatForm({ view, values }))).toEqual({ view, values });
  });

  it.each([
    "+",
    "+\r\nEVIL",
    "+\t1\r\n",
    "+\t2\r\n+-1\r\n.\r\n",
    "+\t1\n+-1\n.\n",
    "+\t1\r\n+-1\r\nyes\r\n",
    "+\t1\r\n+-1\r\nyes\r\n.\r\nEVIL\r\n",
    "+\t1\r\n+-1\r\n.\r\nEVIL\r\n.\r\n",
    "+\t1\r\n+-1\r\na\nb\r\n.\r\n",
    "+\t1\r\n+-1\r\na\0\r\n.\r\n",
    "+\t1\r\n+5\r\nyes\r\nEVIL\r\n",
    "+\t1\r\n+3\r\nyes",
    "+a\tb\t1\r\n+-1\r\n.\r\n",
    "!\t1\r\n+-1\r\n.\r\n",
  ])("is undefined for %j", (text) => expect(parseForm(text)).toBeUndefined());
});
