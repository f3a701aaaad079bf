import { bytes, type DeclareTest, MAX_BUFFER, never, readAll, text } from "./exam.ts";
import { failure, isEqual, isTrue } from "./expectations.ts";

/** TLS from the first byte, and TLS that begins later. */
export function declareSecuring(test: DeclareTest): void {
  test("verifies the certificate for the given name", async ({ connect, peers, tls }) => {
    const connection = await connect(peers.tls, { tls });
    await connection.send(bytes("hello"));
    await connection.end?.();
    isEqual(await readAll(connection), "hello", "the echo");
    isTrue(connection.tls !== undefined, "the connection has no facts about TLS");
    isEqual(connection.tls?.authorized, true, "authorized");
    connection.close();
  });

  test("reports the TLS version and the fingerprint", async ({ connect, peers, tls }) => {
    const connection = await connect(peers.tls, { tls });
    const { protocol = "", fingerprint = "" } = connection.tls ?? {};
    connection.close();
    isTrue(/^TLSv1\.[23]$/.test(protocol), `the protocol is ${protocol}`);
    isTrue(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(fingerprint), `the fingerprint is ${fingerprint}`);
  });

  test("rejects a certificate for another name", async ({ connect, peers, tls }) => {
    await failure(connect(peers.tls, { tls: { ...tls, serverName: "another.example" } }), "TLS");
  });

  test("rejects an expired certificate", async ({ connect, peers, tls }) => {
    await failure(connect(peers.tlsExpired, { tls }), "TLS");
  });

  test("rejects a self-signed certificate", async ({ connect, peers, tls }) => {
    await failure(connect(peers.tlsSelfSigned, { tls: { ...tls, serverName: "localhost" } }), "TLS");
  });

  test("does not verify if it is told so, and says so", async ({ connect, peers, tls }) => {
    const connection = await connect(peers.tlsExpired, { tls: { ...tls, insecure: true } });
    const authorized = connection.tls?.authorized;
    connection.close();
    isEqual(authorized, false, "authorized");
  });

  test("fails if the peer does not use TLS", async ({ connect, peers, tls }) => {
    await failure(connect(peers.farewell, { tls }), "TLS with a peer without TLS");
  });

  test("starts TLS on an open connection", async ({ transport, connect, peers, tls }) => {
    const plain = await connect(peers.startTls);
    await plain.send(bytes("STARTTLS\n"));
    isEqual(text(await plain.receive()), "go\n", "the reply");
    const secured = await transport.secure!(plain, { ...tls, maxBuffer: MAX_BUFFER }, never());
    await secured.send(bytes("secret"));
    isEqual(text(await secured.receive()), "secret", "the echo");
    isEqual(secured.tls?.authorized, true, "authorized");
    secured.close();
  });

  // CVE-2021-22947: an attacker on the path sends it, and it would count as the server's own.
  test("does not start TLS after bytes in clear that were not read", async (exam) => {
    const { transport, connect, peers, tls } = exam;
    const plain = await connect(peers.startTlsInjected);
    await plain.send(bytes("STARTTLS\n"));
    // The rest may have arrived with the reply; then it is the protocol that finds it.
    if (text(await plain.receive()) === "go\n") {
      const starting = transport.secure!(plain, { ...tls, maxBuffer: MAX_BUFFER }, never());
      await failure(starting, "TLS after injected bytes");
    }
    plain.close();
  });

  test("knows a close without a close_notify", async ({ connect, peers, tls }) => {
    const connection = await connect(peers.tlsCut, { tls: { ...tls, closeNotify: true } });
    await connection.send(bytes("x"));
    isEqual(connection.tls?.closeNotify, true, "closeNotify");
    isEqual((await failure(readAll(connection), "a cut")).code, "truncated", "the code");
    connection.close();
  });

  test("resumes a session", async ({ connect, peers, tls }) => {
    const first = await connect(peers.tls, { tls });
    await first.send(bytes("x"));
    await first.receive();
    const session = first.tls?.session;
    first.close();
    if (session === undefined) throw new Error("the connection has no session");
    const second = await connect(peers.tls, { tls: { ...tls, resume: session } });
    await second.send(bytes("again"));
    isEqual(text(await second.receive()), "again", "the echo");
    second.close();
  });
}
