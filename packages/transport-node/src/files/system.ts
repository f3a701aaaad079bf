import type { Files } from "@anyurl/core/exchange";

export type System = Files["system"];

export const SYSTEM: System = process.platform === "win32" ? "windows" : "posix";
