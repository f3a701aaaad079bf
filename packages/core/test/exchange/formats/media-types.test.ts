import { describe, expect, it } from "vitest";
import { findExtension, guessMediaType } from "../../../src/exchange/index.ts";

describe("guessMediaType", () => {
  it.each([
    ["index.html", "text/html"],
    ["PICTURE.PNG", "image/png"],
    ["archive.tar.gz", "application/gzip"],
    ["favicon.ico", "image/vnd.microsoft.icon"],
    ["sound.wav", "audio/wav"],
    ["feed.xml", "application/xml"],
    ["module.mjs", "text/javascript"],
    ["a.z", "application/x-compress"],
  ])("of %s is %s", (name, type) => {
    expect(guessMediaType(name)).toBe(type);
  });

  it.each(["README", ".txt", "", "a.", "a.unknown", "video.ts", "a.constructor", "a.__proto__", "txt"])(
    "of %j is unknown",
    (name) => {
      expect(guessMediaType(name)).toBeUndefined();
    },
  );
});

describe("findExtension", () => {
  it("returns the usual extension of a media type, without its parameters", () => {
    expect(findExtension("text/plain;charset=utf-8")).toBe("txt");
    expect(findExtension("Image/JPEG")).toBe("jpg");
    expect(findExtension(" text/html ; charset=utf-8")).toBe("html");
    expect(findExtension("application/gopher-menu")).toBeUndefined();
    expect(findExtension("constructor")).toBeUndefined();
  });
});
