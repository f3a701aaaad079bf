import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { perform, readDialogues } from "./dialogue.ts";

/* Each call that a client sends, byte by byte, and what becomes of each reply. The notation is in dialogue.ts. */

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));

describe.each(files)("%s", (name) => {
  const dialogues = readDialogues(readFileSync(`${import.meta.dirname}/${name}`, "utf8"));
  it.each(dialogues)("$title", (dialogue) => {
    expect(perform(dialogue)).toEqual(dialogue.lines);
  });
});
