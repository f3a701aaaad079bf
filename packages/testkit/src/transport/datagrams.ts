import { bytes, type DeclareTest, MAX_BUFFER, never, type TransportExam, text } from "./exam.ts";
import { failure, isEqual } from "./expectations.ts";

/** More than any machine needs for one datagram on loopback, in milliseconds. */
const PATIENCE = 10_000;

/** UDP with one peer. */
export function declareDatagrams(test: DeclareTest): void {
  const open = ({ transport, peers }: TransportExam, port: number, signal = never()) =>
    transport.datagram!({ address: peers.address, port, maxBuffer: MAX_BUFFER }, signal);

  test("sends and receives one datagram at a time", async (exam) => {
    const socket = await open(exam, exam.peers.udpEcho);
    for (const datagram of ["hello", "", "end"]) {
      await socket.send(bytes(datagram));
      isEqual(text(await socket.receive(PATIENCE)), datagram, "the echo");
    }
    isEqual(await socket.receive(0), undefined, "a receive without a datagram");
    socket.close();
    socket.close();
  });

  test("fails if no process listens on the port", async (exam) => {
    const socket = await open(exam, exam.peers.udpClosed);
    await socket.send(bytes("x")).catch(() => {});
    await failure(socket.receive(PATIENCE), "a receive from a closed port");
    socket.close();
  });

  test("rejects what does not fit into a datagram", async (exam) => {
    const socket = await open(exam, exam.peers.udpEcho);
    const error = await failure(socket.send(new Uint8Array(65_508)), "a send");
    socket.close();
    isEqual(error.code, "too-large", "the code");
  });

  test("is closed by an abort, with its reason", async (exam) => {
    const controller = new AbortController();
    const socket = await open(exam, exam.peers.udpEcho, controller.signal);
    const waiting = socket.receive(Number.POSITIVE_INFINITY);
    waiting.catch(() => {});
    controller.abort(new Error("enough"));
    isEqual((await failure(waiting, "a pending receive")).message, "enough", "the reason");
    await failure(socket.send(bytes("x")), "a send");
  });

  test("fails pending and later calls after it was closed", async (exam) => {
    const socket = await open(exam, exam.peers.udpEcho);
    const waiting = socket.receive(Number.POSITIVE_INFINITY);
    waiting.catch(() => {});
    socket.close();
    await failure(waiting, "the pending receive");
    await failure(socket.receive(0), "a later receive");
    await failure(socket.send(bytes("x")), "a later send");
  });
}
