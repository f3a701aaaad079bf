import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readBlocks } from "../blocks.ts";
import { perform, type TestSession } from "./session.ts";

/* What a host sends, and what a terminal answers and shows. The notation is in session.ts. */

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));

describe.each(files)("%s", (name) => {
  const sessions = readBlocks<TestSession["given"]>(readFileSync(`${import.meta.dirname}/${name}`, "utf8"));
  it.each(sessions)("$title", (session) => {
    expect(perform(session)).toEqual(session.lines);
  });
});
