import { createServer, type Socket } from "node:net";
import type { KitServer } from "@anyurl/testkit";

/** Starts a finger server (RFC 1288) on loopback that knows these users. */
export async function startFingerServer(
  users: Readonly<Record<string, string>>,
): Promise<KitServer & { readonly port: number }> {
  const received: Uint8Array[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const heard: Uint8Array[] = [];
    received.push(heard);
    let line = "";
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.on("data", (octets) => {
      line += octets.toString("latin1");
      const end = line.indexOf("\r\n");
      if (end < 0 || heard.length > 0) return;
      heard.push(Buffer.from(line.slice(0, end), "latin1"));
      const request = line.slice(0, end);
      socket.end(users[request] ?? `finger: ${request}: no such user.\n`);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    url: (path) => `finger://127.0.0.1:${port}/${path}`,
    received,
    get live() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
