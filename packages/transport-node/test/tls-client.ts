// Reads from 127.0.0.1 over TLS until the end, and prints it. It is a program of its own because Node decides at
// startup which certificates it trusts (NODE_EXTRA_CA_CERTS).
import { nodeTransport } from "../src/index.ts";

const [port, serverName = "localhost"] = process.argv.slice(2);
const never = new AbortController().signal;
const endpoint = { address: "127.0.0.1", port: Number(port), maxBuffer: 65_536, tls: { serverName } };
try {
  const connection = await nodeTransport().connect(endpoint, never);
  await connection.send(Buffer.from("hello\r\n"));
  for (;;) {
    const octets = await connection.receive();
    if (octets === undefined) break;
    process.stdout.write(octets);
  }
  connection.close();
} catch (error) {
  console.log((error as { code?: string }).code);
}
