import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** Runs an HTTP server on loopback for the tests of a file or group. Returns a function that tells its origin. */
export function serveHttp(respond: RequestListener): () => string {
  let server: Server;
  beforeAll(async () => {
    server = createServer(respond);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
