import { once } from "node:events";
import type { Socket } from "node:net";
import type { Folder, Node } from "../src/index.ts";
import { type FtpClient, latin1, octets } from "./raw-client.ts";

/** EPSV, the command, and the octets; gives the final reply, or the one that refuses. */
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

/** An upload that has begun, and of which so much has been said. */
export async function begun(client: FtpClient, command: string, text = ""): Promise<Socket> {
  const data = await client.openData();
  const preliminary = await client.ask(command);
  if (!preliminary.startsWith("1")) throw new Error(preliminary);
  if (text !== "") await new Promise((resolve) => data.write(octets(text), resolve));
  return data;
}

/** What was said has been read: client and server take turns in one loop of events, and the kernel holds it already. */
export async function heard(data: Socket): Promise<void> {
  while (data.writableLength > 0) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Breaks an upload off: gives the final reply. */
export async function reset(client: FtpClient, data: Socket): Promise<string> {
  data.resetAndDestroy();
  await once(data, "close");
  return client.reply();
}

/** What a tree holds: documents as text, folders as objects. */
export type Shown = { readonly [name: string]: string | Shown };

export function shown({ entries }: Folder): Shown {
  return Object.fromEntries([...entries].map(([name, node]) => [name, shownNode(node)]));
}

function shownNode(node: Node): string | Shown {
  if (node.kind === "folder") return shown(node);
  return node.content instanceof Uint8Array ? latin1(node.content) : "made while it is sent";
}
