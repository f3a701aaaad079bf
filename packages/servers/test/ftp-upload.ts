import { once } from "node:events";
import type { Socket } from "node:net";
import type { Folder, Node } from "../src/index.ts";
import { type FtpClient, latin1, octets } from "./raw-client.ts";

/** Sends EPSV, the command, and the bytes; returns the final reply, or the one that rejects the upload. */
export async function upload(client: FtpClient, command: string, text: string): Promise<string> {
  const data = await client.openData();
  const preliminary = await client.ask(command);
  if (!preliminary.startsWith("1")) {
    data.destroy();
    return preliminary;
  }
  data.end(octets(text));
  return client.reply();
}

/** Starts an upload and sends a part of it. */
export async function begun(client: FtpClient, command: string, text = ""): Promise<Socket> {
  const data = await client.openData();
  const preliminary = await client.ask(command);
  if (!preliminary.startsWith("1")) throw new Error(preliminary);
  if (text !== "") await new Promise((resolve) => data.write(octets(text), resolve));
  return data;
}

/** The server has read the data: both run in one event loop, and the kernel holds the data already. */
export async function heard(data: Socket): Promise<void> {
  while (data.writableLength > 0) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Resets an upload; returns the final reply. */
export async function reset(client: FtpClient, data: Socket): Promise<string> {
  data.resetAndDestroy();
  await once(data, "close");
  return client.reply();
}

/** Converts a tree to plain objects: documents become text, directories objects. */
export type Shown = { readonly [name: string]: string | Shown };

export function shown({ entries }: Folder): Shown {
  return Object.fromEntries([...entries].map(([name, node]) => [name, shownNode(node)]));
}

function shownNode(node: Node): string | Shown {
  if (node.kind === "folder") return shown(node);
  return node.content instanceof Uint8Array ? latin1(node.content) : "made while it is sent";
}
