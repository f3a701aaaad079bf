import { describe, expect, it } from "vitest";
import { extendedPort, passivePort } from "../src/passive.ts";

const reply = (code: number, text: string) => ({ code, text });

describe("227 (RFC 1123 §4.1.2.6)", () => {
  it.each([
    ["Entering Passive Mode (127,0,0,1,226,153).", 226 * 256 + 153],
    ["Entering Passive Mode (10,0,0,1,4,0)", 1024],
    ["Entering Passive Mode (10,0,0,1,4,1)", 1025],
    ["=10,0,0,1,200,10", 51210],
    ["passive mode (1,2,3,4,255,255)", 65535],
  ])("%s", (text, port) => expect(passivePort(reply(227, text))).toBe(port));

  it.each([
    ["ok (1,2,3,4,0,25)", "bounce-refused"],
    ["ok (1,2,3,4,3,255)", "bounce-refused"],
    ["ok (1,2,3,4,0,0)", "bounce-refused"],
    ["ok (1,2,3,4,256,1)", "protocol-error"],
    ["ok (1,2,3,4,5)", "protocol-error"],
    ["ok (1,2,3,4,5,6,7)", "protocol-error"],
    ["ok (1,2,3,4,-5,6)", "protocol-error"],
    ["ok (1,2,3,4,0x5,6)", "protocol-error"],
    ["ok (1,2,3,4,5 ,6)", "protocol-error"],
    ["ok (1,2,3,4,1234,6)", "protocol-error"],
    ["ok ()", "protocol-error"],
    ["ok", "protocol-error"],
    ["", "protocol-error"],
    ["ok (１,2,3,4,5,6)", "protocol-error"],
  ])("refuses %s", (text, code) => {
    expect(() => passivePort(reply(227, text))).toThrow(expect.objectContaining({ code }));
  });
});

describe("229 (RFC 2428 §3)", () => {
  it.each([
    ["Entering Extended Passive Mode (|||6446|)", 6446],
    ["ok (!!!6446!)", 6446],
    ["ok (|||1024|)", 1024],
    ["Extended Passive mode OK (|||65535|)", 65535],
  ])("%s", (text, port) => expect(extendedPort(reply(229, text))).toBe(port));

  it.each([
    ["ok (|||25|)", "bounce-refused"],
    ["ok (|||1023|)", "bounce-refused"],
    ["ok (|||65536|)", "bounce-refused"],
    ["ok (|||0|)", "bounce-refused"],
    ["ok (|1|127.0.0.9|6446|)", "protocol-error"],
    ["ok (|||6446)", "protocol-error"],
    ["ok (||6446|)", "protocol-error"],
    ["ok (|!|6446|)", "protocol-error"],
    ["ok (|||644661|)", "protocol-error"],
    ["ok (||||)", "protocol-error"],
    ["ok", "protocol-error"],
  ])("refuses %s", (text, code) => {
    expect(() => extendedPort(reply(229, text))).toThrow(expect.objectContaining({ code }));
  });
});
