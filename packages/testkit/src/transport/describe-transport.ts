import type { Connection, Transport } from "@anyurl/core/exchange";
import { CA } from "../certificates.ts";
import { declareConnecting, declareListening, declareNames } from "./connecting.ts";
import { declareDatagrams } from "./datagrams.ts";
import {
  bytes,
  type ConnectHow,
  type DeclareTest,
  MAX_BUFFER,
  never,
  readAll,
  type TransportExam,
  type TransportExamOptions,
} from "./exam.ts";
import { isEqual } from "./expectations.ts";
import { declareHttp, declareNoSockets } from "./http.ts";
import { declareSecuring } from "./securing.ts";
import { declareTransferring } from "./transferring.ts";

/**
 * Declares the tests of a transport: what the contract of `Transport` says, with real peers. It uses nothing of Node.js,
 * so it runs in every runtime that has sockets; the peers run in Node.js.
 *
 * @throws {RangeError} an exception has a title that no test has.
 */
export function describeTransport(transport: Transport, options: TransportExamOptions): void {
  const { peers, runner, exceptions = {}, ca = CA } = options;
  const unused = new Set(Object.keys(exceptions));
  let names = 0;
  const connect = (port: number, { signal = never(), tls, maxBuffer = MAX_BUFFER }: ConnectHow = {}) => {
    const endpoint = { address: peers.address, port, maxBuffer, ...(tls !== undefined && { tls }) };
    return transport.connect(endpoint, signal);
  };
  const exam: TransportExam = {
    ...options,
    transport,
    connect,
    tls: { serverName: "h.example", ...(ca !== false && { ca }) },
    ask: (question) => askObserver(connect(peers.observer), question),
    newName: () => `record-${++names}`,
  };
  const section = (name: string, declare: (test: DeclareTest) => void, absent?: string) =>
    runner.suite(name, () =>
      declare((title, body) => {
        const reason = exceptions[title] ?? absent;
        unused.delete(title);
        if (reason !== undefined) runner.skip(title, reason);
        else
          runner.test(title, async () => {
            await body(exam);
            return undefined;
          });
      }),
    );
  const { noSockets } = options;
  section("connecting", declareConnecting, noSockets);
  section("names", declareNames, noSockets);
  section("transferring", declareTransferring, noSockets);
  section("TLS", declareSecuring, noSockets);
  section("listening", declareListening, transport.awaitPeer ? undefined : "the transport has no awaitPeer");
  section("datagrams", declareDatagrams, transport.datagram ? undefined : "the transport has no datagram");
  section("no sockets", declareNoSockets, noSockets === undefined ? "the transport has sockets" : undefined);
  section("HTTP", declareHttp, transport.http ? undefined : "the client speaks HTTP over connections");
  const inTheEnd = (test: DeclareTest) => {
    test("leaves no connection", async ({ ask }) => {
      isEqual(await ask("idle"), [], "the peers with an open connection");
    });
    // Here, because a runner can call the functions of its suites later.
    if (unused.size > 0)
      throw new RangeError(`no test of the exam is called ${JSON.stringify([...unused][0])}`);
  };
  section("in the end", inTheEnd, noSockets);
}

async function askObserver(connecting: Promise<Connection>, question: string): Promise<unknown> {
  const connection = await connecting;
  try {
    await connection.send(bytes(`${question}\n`));
    return JSON.parse(await readAll(connection));
  } finally {
    connection.close();
  }
}
