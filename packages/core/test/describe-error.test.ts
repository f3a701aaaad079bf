import { describe, expect, it } from "vitest";
import { describeError } from "../src/codes/index.ts";
import { AccessError, parse } from "../src/index.ts";

const refused = new AccessError("port-blocked", "port 25 is not allowed: set the limit maxPorts", {
  hint: "increase the limit maxPorts",
  reply: "550 no,\r\n550 \u001b[31mnever",
  replyCode: 550,
  endpoint: "h:25",
});

describe("the description of an error", () => {
  it("has the code, the message, the reply on one printable line, and the hint", () => {
    expect(describeError(refused)).toEqual({
      code: "port-blocked",
      message: "port 25 is not allowed: set the limit maxPorts",
      hint: "increase the limit maxPorts",
      reply: String.raw`550 no, | 550 \x1b[31mnever`,
      replyCode: 550,
      endpoint: "h:25",
      retryable: false,
    });
  });

  it("has the words of the program: its own hint first, then its names in the texts of the library", () => {
    const hints = new Map([["port-blocked", "use --any-port"]]);
    const rewrite = (text: string) => text.replace("the limit maxPorts", "--max-ports");
    expect(describeError(refused, { hints, hint: rewrite })?.hint).toBe("use --any-port");
    expect(describeError(refused, { hint: rewrite, message: rewrite })).toMatchObject({
      message: "port 25 is not allowed: set --max-ports",
      hint: "increase --max-ports",
    });
    expect(describeError(refused, { hint: () => undefined })).not.toHaveProperty("hint");
  });

  it("has the place of a syntax error, and its message without place and hint", () => {
    expect(describeError(rejected("ftp://h/a b"))).toEqual({
      code: "illegal-character",
      message: "a space is not allowed in the path",
      hint: 'write it as "%20"',
      place: { start: 9, end: 10, cite: "RFC 3986 §2" },
    });
  });

  it("is missing for a bug", () => {
    expect(describeError(new TypeError("x"))).toBeUndefined();
    expect(describeError("thrown")).toBeUndefined();
  });
});

function rejected(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    return error;
  }
}
