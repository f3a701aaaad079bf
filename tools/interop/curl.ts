import { spawn } from "node:child_process";

/** Returns the bytes that curl downloads. @throws {Error} with curl's message if it fails. */
export async function curl(url: string): Promise<Uint8Array> {
  const child = spawn("curl", ["--silent", "--show-error", "--globoff", "--max-time", "30", url], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  let said = "";
  child.stdout.on("data", (octets: Buffer) => chunks.push(octets));
  child.stderr.on("data", (octets: Buffer) => {
    said += octets.toString();
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (status !== 0) throw new Error(`curl exited with ${status}: ${said}`);
  return Buffer.concat(chunks);
}
