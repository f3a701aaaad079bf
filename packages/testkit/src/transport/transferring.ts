import { bytes, type DeclareTest, readAll, readLength, text } from "./exam.ts";
import { failure, isEqual, isTrue } from "./expectations.ts";

const MEGABYTE = 1024 * 1024;

/** Bytes in both directions, and the ways in which a connection ends. */
export function declareTransferring(test: DeclareTest): void {
  test("carries bytes in both directions unchanged", async ({ connect, peers }) => {
    const connection = await connect(peers.echo);
    const sent = Uint8Array.from({ length: 3 * MEGABYTE }, (_, i) => (i * 7 + (i >> 8)) % 256);
    const [received] = await Promise.all([readLength(connection, sent.length), connection.send(sent)]);
    const wrong = received.findIndex((octet, i) => octet !== sent[i]);
    connection.close();
    isEqual(wrong, -1, "the index of the first byte that differs");
  });

  test("can end its side and still receive", async ({ connect, peers }) => {
    const connection = await connect(peers.echo);
    await connection.send(bytes("hello"));
    await connection.end!();
    isEqual(await readAll(connection), "hello", "what arrives after the end was sent");
    isEqual(await connection.receive(), undefined, "what arrives after the end");
    connection.close();
  });

  test("can still send after the peer has ended its side", async ({ connect, peers, ask, newName }) => {
    const connection = await connect(peers.farewell);
    isEqual(await readAll(connection), "all of it", "what the peer sends");
    const name = newName();
    await connection.send(bytes(`${name}\nheard you`));
    await connection.end!();
    isEqual(await ask(`seen ${name}`), { heard: "heard you", end: "end" }, "what the peer has seen");
    connection.close();
  });

  test("reports a reset as an error, after the bytes before it", async ({ connect, peers }) => {
    const connection = await connect(peers.reset);
    isEqual(text(await connection.receive()), "half", "the bytes before the reset");
    await connection.send(bytes("x"));
    await failure(connection.receive(), "a receive after a reset");
    await failure(connection.receive(), "a second one");
    connection.close();
  });

  test("reports a reset that comes together with bytes as an error", async ({ connect, peers }) => {
    const connection = await connect(peers.reset);
    isEqual(text(await connection.receive()), "half", "the bytes before the line");
    await connection.send(bytes("x\n"));
    // The bytes may get lost with the reset.
    await failure(readAll(connection), "a receive after a reset");
    connection.close();
  });

  test("resets the connection if it is closed before its end", async (exam) => {
    const { connect, peers, ask, newName } = exam;
    const connection = await connect(peers.witness);
    if (connection.resetUnlessEnded === undefined) {
      connection.close();
      throw new Error("the connection has no resetUnlessEnded");
    }
    connection.resetUnlessEnded();
    const name = newName();
    await connection.send(bytes(`${name}\npart`));
    connection.close();
    const seen = (await ask(`seen ${name}`)) as { readonly end: string } | null;
    // The bytes may get lost with the reset, and the name of the record with them.
    isTrue(seen?.end !== "end", "the peer has seen a clean end of a part");
  });

  test("ends cleanly if it was ended", async ({ connect, peers, ask, newName }) => {
    const connection = await connect(peers.witness);
    connection.resetUnlessEnded?.();
    const name = newName();
    await connection.send(bytes(`${name}\nwhole`));
    await connection.end!();
    isEqual(await readAll(connection), "", "what the peer sends");
    connection.close();
    isEqual(await ask(`seen ${name}`), { heard: "whole", end: "end" }, "what the peer has seen");
  });

  test("gives bytes that belong to the caller", async ({ connect, peers }) => {
    const connection = await connect(peers.echo);
    await connection.send(bytes("a".repeat(1000)));
    const first = await readLength(connection, 1000);
    await connection.send(bytes("b".repeat(1000)));
    await readLength(connection, 1000);
    connection.close();
    isEqual(text(first), "a".repeat(1000), "the first bytes after the next receive");
  });

  test("ends pending and later calls when it is closed", async ({ connect, peers, ask }) => {
    const connection = await connect(peers.silent);
    const waiting = connection.receive();
    waiting.catch(() => {});
    connection.close();
    connection.close();
    await failure(waiting, "the pending receive");
    await failure(connection.receive(), "a later receive");
    await failure(connection.send(bytes("x")), "a later send");
    isEqual(await ask("idle"), [], "the peers with an open connection");
  });

  test("lets the peer wait if the caller does not read", async ({ connect, peers, ask }) => {
    const unread = await connect(peers.flood, { maxBuffer: 64 * 1024 });
    await unread.receive();
    const before = (await ask("written")) as number;
    // As long as another connection takes to read everything, the kernels fill their own buffers, and no more.
    const read = await connect(peers.flood);
    let received = 0;
    for (let octets = await read.receive(); octets !== undefined; octets = await read.receive())
      received += octets.length;
    const written = ((await ask("written")) as number) - received;
    read.close();
    unread.close();
    isTrue(before <= written && written < received, `the peer could send ${written} unread bytes`);
  });

  test("knows what has arrived", async ({ connect, peers }) => {
    const connection = await connect(peers.echo);
    const { poll } = connection;
    if (poll === undefined) {
      connection.close();
      throw new Error("the connection has no poll");
    }
    isEqual(await connection.poll!(), undefined, "what has arrived before anything was sent");
    await connection.send(bytes("x"));
    isEqual(text(await connection.receive()), "x", "the echo");
    isEqual(await connection.poll!(), undefined, "what has arrived after it was received");
    connection.close();
  });
}
