import { createRegistry, DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { prospero } from "../src/index.ts";
import {
  formatAttributesRequest,
  formatContentsRequest,
  formatListRequest,
  formatVerifyRequest,
  toTarget,
} from "../src/request.ts";

const urls = createRegistry(prospero);
const place = { host: "pros.example.org", port: 1525 };
const target = (url: `prospero:${string}`) => toTarget(urls.parse(url).parts, place);
const START = "VERSION 5 anyurl\nAUTHENTICATE '' UNAUTHENTICATED anonymous\n";
const written = (octets: Uint8Array) => textOf(octets).slice(START.length);

describe("a request", () => {
  it.each([
    [
      "prospero://h.example//srv/ftp/pub",
      "DIRECTORY ASCII '/srv/ftp/pub' 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n",
    ],
    ["prospero://h.example/it's", "DIRECTORY ASCII 'it''s' 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n"],
    [
      "prospero://h.example/two%20words",
      "DIRECTORY ASCII 'two words' 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n",
    ],
    ["prospero://h.example/", "DIRECTORY ASCII '' 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n"],
    ["prospero://h.example/a%3Bb=c?d", "DIRECTORY ASCII a;b=c?d 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n"],
    ["prospero://h.example/a;OBJECT-VERSION=3", "DIRECTORY ASCII a 3\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n"],
    [
      "prospero://h.example/a;%4Fbject-version=2",
      "DIRECTORY ASCII a 2\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n",
    ],
  ] as const)("lists %s", (url, text) => {
    const octets = formatListRequest(target(url), [], DEFAULT_LIMITS);
    expect(textOf(octets).startsWith(START)).toBe(true);
    expect(written(octets)).toBe(text);
  });

  it("asks what an object is, for its contents, and whether it is a directory", () => {
    const file = target("prospero://h.example/AFTP/a%20b;OBJECT-VERSION=7");
    expect(written(formatAttributesRequest(file, DEFAULT_LIMITS))).toBe(
      "GET-OBJECT-INFO #ALL ASCII 'AFTP/a b' 7\n",
    );
    expect(written(formatContentsRequest(file, DEFAULT_LIMITS))).toBe(
      "GET-OBJECT-INFO CONTENTS ASCII 'AFTP/a b' 7\n",
    );
    expect(written(formatVerifyRequest(file, DEFAULT_LIMITS))).toBe(
      "DIRECTORY ASCII 'AFTP/a b' 7\nLIST VERIFY COMPONENTS\n",
    );
  });

  it("writes fields in order after their command", () => {
    const fields = target("prospero://h.example/a;ID=REMOTE%20123;KIND=x%20y;KIND=");
    const select =
      "SELECT OBJECT FIELD ID REMOTE 123\nSELECT OBJECT FIELD KIND 'x y'\nSELECT OBJECT FIELD KIND ''\n";
    expect(written(formatAttributesRequest(fields, DEFAULT_LIMITS))).toBe(
      `GET-OBJECT-INFO #ALL ASCII a 0\n${select}`,
    );
    expect(written(formatListRequest(fields, [], DEFAULT_LIMITS))).toBe(
      `GET-OBJECT-INFO #ALL ASCII a 0\n${select}DIRECTORY ASCII a 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS\n`,
    );
  });

  it("looks for names, each within the one before", () => {
    const names = ["my pictures", "*.gif"];
    expect(written(formatListRequest(target("prospero://h.example//pub"), names, DEFAULT_LIMITS))).toBe(
      "DIRECTORY ASCII '/pub' 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS 'my pictures' *.gif\n",
    );
  });

  it("sends a byte that is not UTF-8 unchanged", () => {
    const octets = formatListRequest(target("prospero://h.example/caf%E9"), [], DEFAULT_LIMITS);
    expect(octets.includes(0xe9)).toBe(true);
    expect(octetsOf(written(octets)).length).toBe(octets.length - START.length);
  });

  it("cannot be made to hold another line, or a NUL, in any part of it", () => {
    for (let octet = 0; octet < 256; octet++) {
      const hex = octet.toString(16).padStart(2, "0");
      for (const path of [
        `a%${hex}VERSION`,
        `a;b%${hex}=c`,
        `a;b=c%${hex}`,
        `a;ID=REMOTE%20%${hex}`,
      ] as const) {
        const make = () => formatListRequest(target(`prospero://h.example/${path}`), [], DEFAULT_LIMITS);
        if (octet === 0 || octet === 10 || octet === 13)
          expect(make).toThrow(expect.objectContaining({ code: "control-octet" }));
        else expect(make()).toBeInstanceOf(Uint8Array);
      }
    }
    const names = () => formatListRequest(target("prospero://h.example/a"), ["b\nSTATUS"], DEFAULT_LIMITS);
    expect(names).toThrow(expect.objectContaining({ code: "control-octet" }));
  });

  it.each(["x", "-1", "1.5", "12345678901", "", "3;OBJECT-VERSION=4", "0;object-version=0"])(
    "has one version, a decimal number: %s",
    (version) => {
      expect(() => target(`prospero://h.example/a;OBJECT-VERSION=${version}`)).toThrow(
        expect.objectContaining({ code: "bad-field" }),
      );
    },
  );

  it("has no field without a name", () => {
    expect(() => target("prospero://h.example/a;=1")).toThrow(expect.objectContaining({ code: "bad-field" }));
  });

  it("is no longer than allowed", () => {
    const long = target(`prospero://h.example/${"x".repeat(9_000)}`);
    const make = (maxCommand: number) => formatListRequest(long, [], { ...DEFAULT_LIMITS, maxCommand });
    expect(() => make(8_192)).toThrow(
      expect.objectContaining({ code: "too-long", hint: expect.stringContaining("maxCommand") }),
    );
    expect(make(10_000).length).toBeGreaterThan(9_000);
  });
});
