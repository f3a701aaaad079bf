import { spawn } from "node:child_process";
import process from "node:process";
import type { HostIo } from "../../packages/cli/src/host-io.ts";

/** Opens a URL in the browser of the user. Returns whether there is a display for one. */
export function openInBrowser(url: string, env: HostIo["env"]): boolean {
  const command = findOpener(env);
  if (command === undefined) return false;
  const [file, ...args] = command;
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  // Without such a program, the user opens the URL that the demo prints.
  child.on("error", () => {});
  child.unref();
  return true;
}

/** @param platform that of the process. */
export function findOpener(
  env: HostIo["env"],
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["explorer.exe"];
  return (env["WAYLAND_DISPLAY"] ?? env["DISPLAY"] ?? "") === "" ? undefined : ["xdg-open"];
}
