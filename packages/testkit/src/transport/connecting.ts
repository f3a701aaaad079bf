import { bytes, type DeclareTest, MAX_BUFFER, never, readAll, type TransportExam } from "./exam.ts";
import { failure, isEqual, isTrue } from "./expectations.ts";

/** Connecting and aborting: the address, the refusal, the abort. */
export function declareConnecting(test: DeclareTest): void {
  test("reports the address of the peer", async ({ connect, peers }) => {
    const connection = await connect(peers.echo);
    const { address, port } = connection.remote;
    connection.close();
    isEqual({ address, port }, { address: peers.address, port: peers.echo }, "remote");
  });

  test("connects to addresses only, and looks up no names", async ({ transport, peers }) => {
    const endpoint = { address: "localhost", port: peers.echo, maxBuffer: 1 };
    const error = await failure(transport.connect(endpoint, never()), "a connect to a name");
    isTrue(error instanceof TypeError, `expected a TypeError, but got ${error}`);
  });

  test("fails if no process listens", async ({ connect, peers }) => {
    await failure(connect(peers.closed), "a connect to a closed port");
  });

  test("reports the system's code if no process listens", async ({ connect, peers }) => {
    isEqual((await failure(connect(peers.closed), "a connect")).code, "ECONNREFUSED", "the code");
  });

  test("does not begin after an abort", async ({ connect, peers, ask }) => {
    const before = await ask("silent");
    const signal = AbortSignal.abort(new Error("no"));
    isEqual((await failure(connect(peers.silent, { signal }), "a connect")).message, "no", "the reason");
    isEqual(await ask("silent"), before, "the connections that the peer has accepted");
  });

  test("stops at an abort at once, and leaves no connection", async ({ connect, peers, ask }) => {
    const controller = new AbortController();
    const connecting = connect(peers.echo, { signal: controller.signal });
    controller.abort(new Error("too late"));
    isEqual((await failure(connecting, "a connect")).message, "too late", "the reason");
    isEqual(await ask("idle"), [], "the peers with an open connection");
  });

  test("stops at an abort during a handshake that never ends", async (exam) => {
    const { connect, peers, ask, tls } = exam;
    const accepted = (await ask("silent")) as number;
    const controller = new AbortController();
    const connecting = connect(peers.silent, { signal: controller.signal, tls });
    connecting.catch(() => {});
    await ask(`accepted ${accepted + 1}`);
    controller.abort(new Error("too late"));
    isEqual((await failure(connecting, "a handshake")).message, "too late", "the reason");
    isEqual(await ask("idle"), [], "the peers with an open connection");
  });

  test("can be used again after an abort of its connect signal", async ({ connect, peers }) => {
    const controller = new AbortController();
    const connection = await connect(peers.echo, { signal: controller.signal });
    controller.abort(new Error("the connect is over"));
    await connection.send(bytes("still here"));
    await connection.end?.();
    isEqual(await readAll(connection), "still here", "the echo");
    connection.close();
  });
}

/** Looking up names. */
export function declareNames(test: DeclareTest): void {
  test("looks up a name", async ({ transport, known = LOCALHOST }) => {
    const addresses = await transport.resolve(known.name, never());
    isTrue(addresses.includes(known.address), `${known.name} has ${addresses}, without ${known.address}`);
  });

  // RFC 6761 §6.4: this name never exists. A machine without a network has EAI_AGAIN.
  test("fails for a name that does not exist", async ({ transport }) => {
    const { code } = await failure(transport.resolve("no-such-host.invalid", never()), "a lookup");
    isTrue(code === "ENOTFOUND" || code === "EAI_AGAIN", `the code is ${String(code)}, not ENOTFOUND`);
  });

  test("does not look up anything after an abort", async ({ transport, known = LOCALHOST }) => {
    const signal = AbortSignal.abort(new Error("no"));
    isEqual((await failure(transport.resolve(known.name, signal), "a lookup")).message, "no", "the reason");
  });
}

const LOCALHOST = { name: "localhost", address: "127.0.0.1" } as const;

/** A connection that the peer opens. */
export function declareListening(test: DeclareTest): void {
  const listen = ({ transport, peers }: TransportExam, signal = never(), peer = peers.address) =>
    transport.awaitPeer!({ address: peers.address, peer, maxBuffer: MAX_BUFFER }, signal);

  test("accepts the peer", async (exam) => {
    const listener = await listen(exam);
    await exam.ask(`call ${listener.port}`);
    const connection = await listener.accept();
    isEqual(await readAll(connection), "called", "what the peer sends");
    connection.close();
    listener.close();
  });

  test("stops to wait at an abort", async (exam) => {
    const controller = new AbortController();
    const listener = await listen(exam, controller.signal);
    const accepting = listener.accept();
    accepting.catch(() => {});
    controller.abort(new Error("enough"));
    isEqual((await failure(accepting, "an accept")).message, "enough", "the reason");
  });
}
