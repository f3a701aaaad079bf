import process from "node:process";

/** Returns the roots of the whole file system: on Windows, one for each drive. */
export function fileSystemRoots(platform: NodeJS.Platform = process.platform): readonly string[] {
  return platform === "win32" ? Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `${letter}:\\`) : ["/"];
}
