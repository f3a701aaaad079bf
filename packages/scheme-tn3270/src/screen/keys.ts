import type { ScreenKey } from "@anyurl/core";

/** The attention identifiers of keys that send a record (GA23-0059, "AID"). */
const AIDS: ReadonlyMap<string, number> = new Map([
  ["Enter", 0x7d],
  ["Clear", 0x6d],
  ["PA1", 0x6c],
  ["PA2", 0x6e],
  ["PA3", 0x6b],
  ["SysReq", 0xf0],
  ...Array.from(
    { length: 24 },
    (_, at) => [`PF${at + 1}`, [0xf1, 0xc1][Math.floor(at / 12)]! + (at % 12)] as const,
  ).filter(([name]) => !/(?:10|11|12|22|23|24)$/.test(name)),
  ["PF10", 0x7a],
  ["PF11", 0x7b],
  ["PF12", 0x7c],
  ["PF22", 0x4a],
  ["PF23", 0x4b],
  ["PF24", 0x4c],
]);

/** No key since the host last enabled the keyboard. */
export const NO_AID = 0x60;

/** Returns the attention identifier of a key; `undefined` if the key sends nothing. */
export function findAid(name: string): number | undefined {
  return AIDS.get(name);
}

/** Keys that send only their identifier, without the cursor and the fields. */
export function isShortRead(aid: number): boolean {
  return aid === 0x6d || aid === 0x6c || aid === 0x6e || aid === 0x6b;
}

const functionKeys: readonly ScreenKey[] = Array.from({ length: 24 }, (_, at) => ({
  name: `PF${at + 1}`,
  keys: at < 12 ? [`f${at + 1}`] : [`f${at + 1}`, `shift+f${at - 11}`],
  description: `program function ${at + 1}`,
}));

/** All keys of the terminal, with the keys of a usual keyboard that stand for them. */
export const KEYS: readonly ScreenKey[] = [
  { name: "Enter", keys: ["enter"], description: "send what was typed" },
  ...functionKeys,
  { name: "PA1", keys: ["alt+1"], description: "program attention 1" },
  { name: "PA2", keys: ["alt+2"], description: "program attention 2" },
  { name: "PA3", keys: ["alt+3"], description: "program attention 3" },
  { name: "Clear", keys: ["alt+c"], description: "erase the screen, and tell the host" },
  { name: "Attn", keys: ["ctrl+c", "alt+a"], description: "interrupt the application" },
  { name: "SysReq", keys: ["alt+s"], description: "speak to the system instead of the application" },
  { name: "Tab", keys: ["tab"], description: "next input field" },
  { name: "BackTab", keys: ["shift+tab"], description: "previous input field" },
  { name: "Newline", keys: ["alt+n"], description: "first input field of the next line" },
  { name: "Home", keys: ["home"], description: "first input field" },
  { name: "FieldEnd", keys: ["end"], description: "after the last character of the field" },
  { name: "Up", keys: ["up"], description: "move the cursor" },
  { name: "Down", keys: ["down"], description: "move the cursor" },
  { name: "Left", keys: ["left"], description: "move the cursor" },
  { name: "Right", keys: ["right"], description: "move the cursor" },
  { name: "Backspace", keys: ["backspace"], description: "delete the previous character" },
  { name: "Delete", keys: ["delete"], description: "delete the character at the cursor" },
  { name: "Insert", keys: ["insert"], description: "insert characters, or replace them" },
  { name: "EraseEOF", keys: ["ctrl+f"], description: "erase the rest of the field" },
  { name: "EraseInput", keys: ["ctrl+u"], description: "erase all input fields" },
  { name: "Dup", keys: ["alt+d"], description: "duplicate: a mark, and the next input field" },
  { name: "FieldMark", keys: ["alt+f"], description: "field mark" },
  { name: "Reset", keys: ["ctrl+r", "alt+r"], description: "enable the keyboard, and stop inserting" },
];
