import type { Connection } from "../embedded-server.ts";
import { runSession } from "../session.ts";
import { IAC, SB, SE } from "../telnet/codes.ts";
import { writeTelnet } from "../telnet/protocol.ts";
import { type ClientEvent, TelnetStream } from "../telnet/stream.ts";
import { Application, type Shown } from "./application.ts";
import { formatScreen, fromEbcdic, readInput, type ScreenField, toEbcdic } from "./data-stream.ts";
import { type NegotiationInit, Tn3270Negotiation } from "./negotiation.ts";

const EOR = 239;
const AO = 245;

/* Types of TN3270E messages (RFC 2355 §8.1.1). */
const DATA_3270 = 0;
const BIND_IMAGE = 3;
const UNBIND = 4;
const SSCP_LU_DATA = 7;

const FUNCTION_BIND_IMAGE = 0;
const FUNCTION_SYSREQ = 4;
const ERROR_RESPONSE = 1;

/** Maximum bytes of a record, more than a screen of 24 by 80 can have. The rest is dropped. */
const MAX_RECORD_BYTES = 8_192;

/** Read Partition Query. */
const QUERY: Uint8Array = Uint8Array.of(0xf3, 0x00, 0x05, 0x01, 0xff, 0x02);
const QUERY_REPLY = 0x88;

/** The image of a BIND for screens of 24 by 80: only the bytes that clients read. */
const BIND: Uint8Array = Uint8Array.from({ length: 25 }, (_, at) =>
  at === 0 ? 0x31 : at === 20 ? 24 : at === 21 ? 80 : at === 24 ? 0x7e : 0,
);

export interface Tn3270ServerState
  extends Pick<NegotiationInit, "dialects" | "deviceTypes" | "units" | "used"> {
  readonly queries: boolean;
  /** Milliseconds. */
  readonly idleTimeout: number;
}

/** Runs one session over a connection. The returned function ends the session. */
export function serveTn3270(connection: Connection, state: Tn3270ServerState): () => void {
  const application = new Application();
  let fields: readonly ScreenField[] = [];
  let record: number[] = [];
  let sequence = 0;
  /** The system and not the application has the keyboard, after SysReq. */
  let isSuspended = false;
  const keep = (bytes: readonly number[]) => connection.record({ octets: Uint8Array.from(bytes) });

  const negotiation = new Tn3270Negotiation({
    ...state,
    send: (bytes) => session.send(bytes),
    onReady() {
      if (negotiation.functions?.includes(FUNCTION_BIND_IMAGE)) send(BIND, BIND_IMAGE);
      if (state.queries) send(QUERY);
      else show(application.start());
    },
    onFail: () => session.end(),
  });

  /** Sends a record; with TN3270E, a message of a type. */
  function send(data: Uint8Array, type: number = DATA_3270): void {
    const header = [type, 0, type === DATA_3270 ? ERROR_RESPONSE : 0, sequence >> 8, sequence & 0xff];
    const isExtended = negotiation.functions !== undefined;
    if (isExtended && type === DATA_3270) sequence = (sequence + 1) % 0x8000;
    const message = [...(isExtended ? header : []), ...data];
    session.send(Uint8Array.of(...writeTelnet(Uint8Array.from(message)), IAC, EOR));
  }

  function show(shown: Shown): void {
    if ("end" in shown) {
      if (negotiation.functions?.includes(FUNCTION_BIND_IMAGE)) send(Uint8Array.of(1), UNBIND);
      session.end();
      return;
    }
    ({ fields } = shown);
    send(formatScreen(fields));
  }

  function endRecord(): void {
    const message = record;
    record = [];
    keep(message);
    const isExtended = negotiation.functions !== undefined;
    const type = isExtended ? message[0] : DATA_3270;
    const data = Uint8Array.from(isExtended ? message.slice(5) : message);
    if (type === SSCP_LU_DATA) speak(fromEbcdic(data));
    // A response, or a message that only other servers support.
    if (type !== DATA_3270 || data.length === 0) return;
    if (data[0] === QUERY_REPLY) show(application.start());
    else show(application.handle(readInput(data, fields)));
  }

  /** The system understands only LOGOFF (RFC 2355 §10.5.2). */
  function speak(line: string): void {
    if (!isSuspended) return;
    if (line.trim().toUpperCase() === "LOGOFF") show({ end: true });
    else send(Uint8Array.from([0x15, ...toEbcdic("COMMAND UNRECOGNIZED"), 0x15]), SSCP_LU_DATA);
  }

  function obey(code: number): void {
    if (code === EOR) endRecord();
    if (code !== AO || negotiation.functions?.includes(FUNCTION_SYSREQ) !== true) return;
    isSuspended = !isSuspended;
    if (!isSuspended) send(formatScreen(fields));
  }

  function hear(one: ClientEvent): void {
    if (one.is === "octet") {
      if (record.length < MAX_RECORD_BYTES) record.push(one.octet);
    } else if (one.is === "command") obey(one.code);
    else if (one.is === "negotiation") {
      keep([IAC, one.verb, one.option]);
      negotiation.hear(one.verb, one.option);
    } else {
      keep([IAC, SB, one.option, ...one.parameters, IAC, SE]);
      negotiation.hearParameters(one.option, one.parameters);
    }
  }

  const session = runSession<ClientEvent>(connection, {
    createReader: () => new TelnetStream(),
    onItem: (one) => void hear(one),
    timeoutMs: state.idleTimeout,
    onIdle: () => new Uint8Array(0),
    onEnd: () => negotiation.end(),
  });
  negotiation.begin();
  return () => session.end();
}
