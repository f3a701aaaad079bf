import { createRegistry, isSyntaxError } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type SipInit, sip } from "../src/index.ts";

/* The URL that format writes of fields, or "code: message" of its error. JavaScript callers may pass anything. */

const urls = createRegistry(sip);

function formatted(init: object): string {
  try {
    return urls.format("sip", init as SipInit);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    const [problem] = error.problems;
    return `${problem?.code}: ${problem?.message}`;
  }
}

const HOST = { host: "h.example" };

describe("the URL of fields (RFC 3261 §25.1)", () => {
  it.each<[init: object, text: string]>([
    [HOST, "sip:h.example"],
    [{ host: "H.example." }, "sip:H.example."],
    [{ ...HOST, user: undefined, password: undefined, port: undefined }, "sip:h.example"],
    [{ ...HOST, parameters: undefined, headers: undefined }, "sip:h.example"],
    [{ ...HOST, parameters: [], headers: [] }, "sip:h.example"],
    [{ ...HOST, port: 0 }, "sip:h.example:0"],
    [{ ...HOST, port: 65_535 }, "sip:h.example:65535"],
    [{ ...HOST, user: "a-_.!~*'()&=+$,;?/" }, "sip:a-_.!~*'()&=+$,;?/@h.example"],
    [{ ...HOST, user: 'a:@#% "[]é\udcff' }, "sip:a%3A%40%23%25%20%22%5B%5D%C3%A9%FF@h.example"],
    // "//" would begin an authority.
    [{ ...HOST, user: "/" }, "sip:/@h.example"],
    [{ ...HOST, user: "//a?" }, "sip:%2F%2Fa%3F@h.example"],
    // "/" and "?" would hide the password from programs that remove it.
    [{ ...HOST, user: "a/?;", password: "&=+$,-" }, "sip:a%2F%3F;:&=+$,-@h.example"],
    [{ ...HOST, user: "a", password: "" }, "sip:a:@h.example"],
    [{ ...HOST, user: "a", password: ":;/?@" }, "sip:a:%3A%3B%2F%3F%40@h.example"],
    [
      { ...HOST, parameters: [{ name: "lr" }, { name: "a-_.!~*'()/:&+$", value: "B/:&+$[]" }] },
      "sip:h.example;lr;a-_.!~*'()/:&+$=B/:&+$%5B%5D",
    ],
    [{ ...HOST, parameters: [{ name: "a=b", value: ";?,@" }] }, "sip:h.example;a%3Db=%3B%3F%2C%40"],
    [
      {
        ...HOST,
        headers: [
          { name: "a/?:+$", value: "" },
          { name: "a&=", value: "B/?:+$&=;,@" },
        ],
      },
      "sip:h.example?a/?:+$=&a%26%3D=B/?:+$%26%3D%3B%2C%40",
    ],
    [
      {
        host: "192.0.2.4",
        user: "a",
        password: "b",
        port: 5060,
        parameters: [{ name: "x", value: "1" }],
        headers: [{ name: "x", value: "1" }],
      },
      "sip:a:b@192.0.2.4:5060;x=1?x=1",
    ],
    [{}, "missing-host: the host is missing"],
    [{ host: "" }, "missing-host: the host is missing"],
    [{ host: "a b" }, "bad-host: the host is neither a name nor an IPv4 address"],
    [{ host: "[::1]" }, "bad-host: the host is neither a name nor an IPv4 address"],
    [{ host: 5 }, "bad-host: the host is neither a name nor an IPv4 address"],
    [{ host: null }, "bad-host: the host is neither a name nor an IPv4 address"],
    [{ ...HOST, port: 65_536 }, "bad-port: the port is not a number from 0 to 65535"],
    [{ ...HOST, port: -1 }, "bad-port: the port is not a number from 0 to 65535"],
    [{ ...HOST, port: 1.5 }, "bad-port: the port is not a number from 0 to 65535"],
    [{ ...HOST, port: "5060" }, "bad-port: the port is not a number from 0 to 65535"],
    [{ ...HOST, user: "" }, "bad-userinfo: the user is empty"],
    [{ ...HOST, user: "", password: "x" }, "bad-userinfo: the user is empty"],
    [{ ...HOST, user: 5 }, "bad-userinfo: the user or the password is not text"],
    [{ ...HOST, user: null }, "bad-userinfo: the user or the password is not text"],
    [{ ...HOST, user: "a", password: 5 }, "bad-userinfo: the user or the password is not text"],
    [{ ...HOST, password: "x" }, "password-without-user: a password needs a user"],
    [{ ...HOST, password: "" }, "password-without-user: a password needs a user"],
    [{ ...HOST, parameters: {} }, "bad-field: invalid parameters: expected a list of objects"],
    [{ ...HOST, headers: null }, "bad-field: invalid headers: expected a list of objects"],
    [{ ...HOST, parameters: [null] }, "bad-field: invalid parameters: expected a list of objects"],
    [{ ...HOST, parameters: [{ value: "1" }] }, "bad-field: invalid name: expected text"],
    [{ ...HOST, parameters: [{ name: "" }] }, "bad-field: a parameter has no name"],
    [{ ...HOST, headers: [{ name: "", value: "1" }] }, "bad-field: a header has no name"],
    [{ ...HOST, headers: [{ name: 5, value: "1" }] }, "bad-field: invalid name: expected text"],
    [
      { ...HOST, parameters: [{ name: "aZ" }] },
      'bad-field: the name of the parameter "aZ" is not in lower case',
    ],
    [
      { ...HOST, headers: [{ name: "A", value: "" }] },
      'bad-field: the name of the header "A" is not in lower case',
    ],
    [
      { ...HOST, headers: [{ name: "A\x1b", value: "" }] },
      'bad-field: the name of the header "A\\x1b" is not in lower case',
    ],
    [
      { ...HOST, parameters: [{ name: "\x1b", value: "" }] },
      'bad-field: the value of the parameter "\\x1b" is empty',
    ],
    [
      { ...HOST, parameters: [{ name: "\x1b" }, { name: "\x1b" }] },
      'bad-field: the parameter "\\x1b" occurs twice',
    ],
    [
      { ...HOST, parameters: [{ name: "a", value: "" }] },
      'bad-field: the value of the parameter "a" is empty',
    ],
    [{ ...HOST, parameters: [{ name: "a", value: 5 }] }, "bad-field: invalid a: expected text"],
    [{ ...HOST, headers: [{ name: "a" }] }, "bad-field: invalid a: expected text"],
    [{ ...HOST, headers: [{ name: "a", value: null }] }, "bad-field: invalid a: expected text"],
    [{ ...HOST, headers: [{ name: "\x1b", value: 5 }] }, "bad-field: invalid \\x1b: expected text"],
    [
      { ...HOST, parameters: [{ name: "a" }, { name: "b" }, { name: "a", value: "1" }] },
      'bad-field: the parameter "a" occurs twice',
    ],
  ])("of %j is %s", (init, text) => {
    expect(formatted(init)).toBe(text);
    // The error is the same without a registry.
    if (!text.startsWith("sip:"))
      expect(() => sip.format(init as SipInit)).toThrow(text.replace(/^.*?: /, ""));
  });

  it("has the scheme that the caller names", () => {
    expect(urls.format("sips", HOST)).toBe("sips:h.example");
    expect(sip.format(HOST)).toBe("sip:h.example");
    expect(sip.format({ ...HOST, scheme: "sips" })).toBe("sips:h.example");
  });

  it("has an error that says what to do", () => {
    expect(() => sip.format({ host: "" })).toThrow(
      expect.objectContaining({
        component: "path",
        start: 0,
        end: 0,
        cite: "RFC 3261 §25.1",
        hint: "write the field as the README of its scheme says; format escapes what must be escaped",
      }),
    );
  });
});
