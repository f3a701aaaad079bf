import { describe, expect, it } from "vitest";
import { createPlan, type Exchange, type IdealPeer, type PlanInit } from "../../src/exchange/index.ts";
import { noPlanError, octetsOf, type Part, textOf } from "../../src/index.ts";

const parts: readonly Part[] = [
  { name: "user", start: 8, end: 9, value: "u", meaning: "", cite: "" },
  { name: "name", start: 20, end: 24, value: "a.txt", meaning: "", cite: "" },
];
const silent: IdealPeer = () => undefined;
const init = (peer: IdealPeer = silent): PlanInit => ({
  ...{ operation: "get", endpoint: { host: "h.example", port: 21 }, parts, cite: "RFC 959", peer },
});

describe("createPlan", () => {
  it("shows where TLS starts, and by which rule", () => {
    function* exchange(): Exchange<never> {
      yield { do: "send", octets: octetsOf("AUTH TLS\r\n"), cite: "RFC 4217 §4" };
      yield { do: "secure", cite: "RFC 4217 §4" };
      yield { do: "secure", on: "data" };
    }
    expect(createPlan(exchange(), init()).steps.slice(2)).toEqual([
      { do: "secure", on: "control", cite: "RFC 4217 §4" },
      { do: "secure", on: "data", cite: "RFC 959" },
    ]);
  });

  it("records the steps of an exchange, and the parts of the URL", () => {
    function* exchange(): Exchange<Uint8Array> {
      expect(textOf((yield { do: "receive" })!)).toBe("greeting");
      yield { do: "send", octets: octetsOf("USER u\r\n"), part: "user", cite: "RFC 1738 §3.2.1" };
      expect(textOf((yield { do: "receive" })!)).toBe("re USER u\r\n");
      yield { do: "send", octets: octetsOf("PASS secret\r\n"), secret: [5, 11], part: "password" };
      yield { do: "receive" };
      yield { do: "open", on: "data", endpoint: { port: 1234 }, cite: "RFC 2428" };
      yield { do: "emit", event: (yield { do: "receive", on: "data", phase: "body" })! };
      expect(yield { do: "receive", on: "data", phase: "body" }).toBeUndefined();
      yield { do: "close", on: "data" };
      yield { do: "send", octets: octetsOf("QUIT\r\n") };
      expect(textOf((yield { do: "receive", phase: "farewell" })!)).toBe("re QUIT\r\n");
    }
    const peer: IdealPeer = (sent, on) =>
      sent ? octetsOf(`re ${textOf(sent)}`) : octetsOf(on === "data" ? "x" : "greeting");
    const { operation, steps } = createPlan(exchange(), init(peer));
    expect(operation).toBe("get");
    expect(steps).toEqual([
      { do: "connect", on: "control", host: "h.example", port: 21, cite: "RFC 959" },
      {
        ...{
          do: "send",
          on: "control",
          octets: octetsOf("USER u\r\n"),
          text: "USER u",
          part: "user",
          start: 8,
          end: 9,
        },
        cite: "RFC 1738 §3.2.1",
      },
      // The URL has no part with that name, so the step has no range.
      {
        ...{
          do: "send",
          on: "control",
          octets: octetsOf("PASS ***\r\n"),
          text: "PASS ***",
          part: "password",
        },
        cite: "RFC 959",
      },
      // The server will choose the port.
      { do: "connect", on: "data", host: "h.example", port: undefined, cite: "RFC 2428" },
      { do: "receive", on: "data", cite: "RFC 959" },
      { do: "send", on: "control", octets: octetsOf("QUIT\r\n"), text: "QUIT", cite: "RFC 959" },
    ]);
  });

  it("makes bytes that are not text safe to print", () => {
    function* exchange(): Exchange<never> {
      yield { do: "send", octets: Uint8Array.of(0x1b, 0xe9, 0x0d, 0x0a) };
    }
    const [, step] = createPlan(exchange(), init()).steps;
    expect(step).toMatchObject({ text: "\\x1b\\xe9", octets: Uint8Array.of(0x1b, 0xe9, 0x0d, 0x0a) });
  });

  it("shows each byte of a binary message, also a last one that is LF", () => {
    function* exchange(): Exchange<never> {
      yield { do: "send", octets: Uint8Array.of(0x06, 0x01, 0x0d, 0x0a) };
    }
    const [, step] = createPlan(exchange(), init()).steps;
    expect(step).toMatchObject({ text: "\\x06\\x01\\x0d\\x0a" });
  });

  it("ends even if the exchange does not", () => {
    function* exchange(): Exchange<never> {
      for (;;) yield { do: "receive" };
    }
    expect(() => createPlan(exchange(), init())).toThrow(RangeError);
  });

  it("throws what the exchange throws", () => {
    function* exchange(): Exchange<never> {
      yield { do: "receive" };
      throw new TypeError("no");
    }
    expect(() => createPlan(exchange(), init())).toThrow(TypeError);
  });
});

describe("noPlanError", () => {
  it("names the operation, at most 100 characters of it, and those that have a plan", () => {
    const error = noPlanError("x-test", "o".repeat(101), ["get", "list"]);
    expect(error).toMatchObject({ code: "unsupported", hint: "use get, list" });
    expect(error.message).toBe(`x-test has no plan for "${"o".repeat(100)}"`);
  });
});
