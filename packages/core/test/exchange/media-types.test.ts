import { describe, expect, it } from "vitest";
import { guessMediaType } from "../../src/exchange/index.ts";

describe("guessMediaType", () => {
  it.each([
    ["index.html", "text/html"],
    ["PICTURE.PNG", "image/png"],
    ["archive.tar.gz", "application/gzip"],
    ["favicon.ico", "image/vnd.microsoft.icon"],
    ["sound.wav", "audio/wav"],
    ["feed.xml", "application/xml"],
    ["module.mjs", "text/javascript"],
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
