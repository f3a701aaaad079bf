/** Serves the same small files by HTTP and Gopher, and 512 MiB by HTTP. Prints the ports as JSON. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { folder, startGopherServer } from "@anyurl/servers";

const SMALL = Buffer.alloc(2048, "anyurl ");
const MEBIBYTE = Buffer.alloc(1024 * 1024, "anyurl ");

const http = createServer((request, response) => {
  if (request.url !== "/large") {
    response.setHeader("content-type", "text/plain");
    response.end(SMALL);
    return;
  }
  response.setHeader("content-length", 512 * MEBIBYTE.length);
  let left = 512;
  const write = () => {
    while (left-- > 0) {
      if (response.write(MEBIBYTE)) continue;
      response.once("drain", write);
      return;
    }
    response.end();
  };
  write();
});
http.listen(0, "127.0.0.1");
await new Promise((resolve) => http.once("listening", resolve));
const root = folder({ "small.txt": SMALL.toString() });
const gopher = await startGopherServer({ root });
console.log(JSON.stringify({ http: (http.address() as AddressInfo).port, gopher: gopher.port }));
