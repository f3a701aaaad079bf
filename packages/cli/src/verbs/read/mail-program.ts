import { delimiter, isAbsolute, join } from "node:path";
import { isProgram } from "../write/sendmail.ts";

/**
 * Returns the command that opens a mailto URL in the mail program of the user: a program and its first arguments.
 * `undefined` without a program, or without a desktop to show it.
 */
export function findMailProgram(
  { PATH = "", DISPLAY, WAYLAND_DISPLAY }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] | undefined {
  // No shell reads the URL: `start` of Windows is a command of cmd.exe, which would expand "%".
  if (platform === "win32") return ["rundll32.exe", "url.dll,FileProtocolHandler"];
  if (platform !== "darwin" && !DISPLAY && !WAYLAND_DISPLAY) return undefined;
  const name = platform === "darwin" ? "open" : "xdg-email";
  const directories = PATH.split(delimiter).filter((each) => isAbsolute(each));
  const found = directories.map((each) => join(each, name)).find(isProgram);
  return found === undefined ? undefined : [found];
}
