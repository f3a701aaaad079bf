import { createServer, type TLSSocket } from "node:tls";
import type { KitServer } from "@anyurl/testkit";
import { type TestCertificate, VALID } from "@anyurl/testkit/certificates";

/** Starts a gemini server on loopback. `answer` gets the path and the query, and returns the whole response. */
export async function startGeminiServer(
  answer: (path: string) => string,
  certificate: TestCertificate = VALID,
): Promise<KitServer & { readonly port: number }> {
  const received: Uint8Array[][] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer(certificate, (socket) => {
    sockets.add(socket);
    const heard: Uint8Array[] = [];
    received.push(heard);
    let text = "";
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.on("data", (octets) => {
      text += octets.toString("latin1");
      const end = text.indexOf("\r\n");
      if (end < 0 || heard.length > 0) return;
      const line = text.slice(0, end);
      heard.push(Buffer.from(line, "latin1"));
      socket.end(Buffer.from(answer(line.replace(/^gemini:\/\/[^/]*\//, "")), "utf8"));
    });
  }).on("tlsClientError", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    url: (path) => `gemini://127.0.0.1:${port}/${path}`,
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
