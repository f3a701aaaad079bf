import { DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { command } from "../src/command.ts";
import { createControl } from "../src/control.ts";
import { ftpOptions } from "../src/options.ts";
import { retrieve } from "../src/retrieve.ts";

const sent = (verb: string, argument?: string) =>
  textOf(command({ limits: DEFAULT_LIMITS }, verb, argument).octets);

const control = () => createControl({ limits: DEFAULT_LIMITS, options: ftpOptions.defaults });

describe("a command line", () => {
  it("has one space before its argument, and no space without an argument", () => {
    expect(sent("RETR", " x")).toBe("RETR  x\r\n");
    expect(sent("CWD", "")).toBe("CWD \r\n");
    expect(sent("NLST")).toBe("NLST\r\n");
  });

  it("rejects bytes that would end it (RFC 1738 §6), and doubles FF (RFC 959 §3.1.1.5.3)", () => {
    for (let octet = 0; octet < 256; octet++) {
      const argument = `a${textOf([octet])}b`;
      if (octet === 0x00 || octet === 0x0a || octet === 0x0d) {
        expect(() => sent("RETR", argument)).toThrow(expect.objectContaining({ code: "control-octet" }));
      } else {
        const doubled = octet === 0xff ? [octet, octet] : [octet];
        expect(sent("RETR", argument)).toBe(`RETR a${textOf(doubled)}b\r\n`);
      }
    }
  });

  it("fails with too-long instead of being truncated", () => {
    const fits = "x".repeat(DEFAULT_LIMITS.maxCommand - "RETR \r\n".length);
    expect(sent("RETR", fits)).toHaveLength(DEFAULT_LIMITS.maxCommand);
    expect(() => sent("RETR", `${fits}x`)).toThrow(expect.objectContaining({ code: "too-long" }));
  });

  it("does not double the half of a character that looks like FF, as in U+1F4FF", () => {
    expect(sent("STOR", "\u{1f4ff}.txt")).toBe("STOR \u{1f4ff}.txt\r\n");
  });

  it("reports the range of its secret bytes", () => {
    const { octets, secret } = command({ limits: DEFAULT_LIMITS }, "PASS", "s\udcffcret", { secret: true });
    expect(textOf(octets.slice(...secret!))).toBe("s\udcff\udcffcret");
  });
});

describe("a transfer", () => {
  it("is checked before anything is sent, and closes its data connection before it waits for the last reply", () => {
    const login = { user: undefined, password: undefined };
    const parts = { cwds: ["a"], name: "b", typecode: undefined } as const;
    const bad = retrieve(control(), login, { ...parts, name: "b\nQUIT" });
    expect(() => bad.next()).toThrow(expect.objectContaining({ code: "control-octet" }));

    const replies = ["220 a", "230 b", "250 c", "200 d", "229 (|||40000|)", "150 e"].map((line) =>
      octetsOf(`${line}\r\n`),
    );
    const exchange: Exchange<unknown, true> = retrieve(control(), login, parts);
    const steps: string[] = [];
    let next = exchange.next();
    while (next.done !== true) {
      const step = next.value;
      const on = "on" in step ? step.on : undefined;
      if (steps.length > 0 || step.do === "close") steps.push(`${step.do} ${on ?? "control"}`);
      if (steps.length === 2) break;
      next = exchange.next(step.do === "receive" && on !== "data" ? replies.shift() : undefined);
    }
    expect(steps).toEqual(["close data", "receive control"]);
  });

  it("fails with desync for an unsolicited reply", () => {
    const login = { user: undefined, password: undefined };
    const exchange = retrieve(control(), login, { cwds: [], name: "b", typecode: undefined });
    exchange.next();
    // Two replies in one packet: the second one has no command.
    expect(() => exchange.next(octetsOf("220 hello\r\n230 you are in\r\n"))).toThrow(
      expect.objectContaining({ code: "desync" }),
    );
  });
});
