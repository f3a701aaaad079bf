import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readBlocks } from "../blocks.ts";
import { perform, type Screen } from "./screen.ts";

/* Records of hosts, and what a display makes of them. The notation is in screen.ts. */

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));

describe.each(files)("%s", (name) => {
  const screens = readBlocks<Screen["given"]>(readFileSync(`${import.meta.dirname}/${name}`, "utf8"));
  it.each(screens)("$title", (screen) => {
    expect(perform(screen)).toEqual(screen.lines);
  });
});
