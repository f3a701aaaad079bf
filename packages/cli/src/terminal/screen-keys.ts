import { AccessError, type SessionScreen } from "@anyurl/core";
import { say } from "../language.ts";
import type { Typed } from "./key-reader.ts";

/** Types text, or presses the key of the terminal that a key stands for. @throws {AccessError} bad-argument, busy, … */
export async function pressTyped(screen: SessionScreen, typed: Typed): Promise<void> {
  if (typed.is === "text") return screen.type(typed.text);
  const name = screen.keys.find(({ keys }) => keys.includes(typed.key))?.name;
  if (name === undefined)
    throw new AccessError("bad-argument", `the key ${typed.key} has no meaning here`, {
      hint: "type help at the prompt for a list of keys",
    });
  return screen.press(name);
}

/** Formats the keys of a terminal for help. */
export function formatKeys({ keys }: SessionScreen): string {
  const lines = keys.map(
    ({ name, keys: own, description }) => [name, own.join(", "), say(description)] as const,
  );
  const widths = [0, 1].map((at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines
    .map(
      ([name, own, description]) => `${name.padEnd(widths[0]!)}  ${own.padEnd(widths[1]!)}  ${description}\n`,
    )
    .join("");
}
