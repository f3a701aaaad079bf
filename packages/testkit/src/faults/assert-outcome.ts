import { deepEqual, equal, ok } from "node:assert/strict";
import { inspect } from "node:util";
import {
  decodeText,
  displayText,
  type Entry,
  isAccessError,
  type Registry,
  textOf,
  type Url,
} from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatError, isCode } from "../access/coded.ts";
import { runWithAdvice } from "../report/advised.ts";
import {
  checkAttributes,
  checkDone,
  checkDoubt,
  checkPulled,
  checkSame,
  checkStop,
} from "./assert-writes.ts";
import type { Fault, Outcome } from "./fault.ts";
import type { ExchangePoint } from "./faulty-peer.ts";
import { hasLines } from "./outcomes.ts";
import { CHUNK, DATA_PORT, LAST_NAME, SERVER } from "./payload.ts";
import type { Report } from "./run-fault.ts";
import type { HostileOperation, HostileProtocol } from "./server-steps.ts";

/** One run of a fault, and the outcome that the fault requires. */
export interface FaultCase {
  readonly registry: Registry;
  readonly protocol: HostileProtocol;
  readonly operation: HostileOperation;
  readonly fault: Fault;
  readonly outcome: Outcome;
  readonly report: Report;
  /** Bytes that the client receives from a correct server. */
  readonly usual: number;
  /** Promises of the call to a correct server. */
  readonly usualPromises: number | undefined;
  /** Bytes of memory for the same body in large chunks, if the fault bounds the memory. */
  readonly usualMemory: number | undefined;
  /** Bytes that it may receive in addition; `undefined`: no limit. */
  readonly most: number | undefined;
  /** The point of the correct exchange at which the fault was injected. */
  readonly at: ExchangePoint | undefined;
}

/** Checks that the outcome is the required one. @throws {AssertionError} it is not. */
export function assertOutcome(one: FaultCase): void {
  const { fault, outcome, report, operation } = one;
  const { error, succeeded, limits, took } = report;
  runWithAdvice("hostile-bounds", () => deepEqual(report.complaints, [], "complaints of the server"));
  // Report the outcome before the leaks: it may explain them.
  runWithAdvice("hostile-end", () => {
    if (succeeded) {
      ok(outcome.gives !== undefined, `the call must fail with ${formatExpectedCodes(outcome)}`);
      if (outcome.gives !== "anything") checkGiven(outcome.gives, one);
    } else if (outcome.aborts === undefined || error !== report.reason) checkError(one, error);
  });
  runWithAdvice("hostile-entries", () => {
    for (const entry of report.entries) checkEntry(entry, one);
    if (report.attributes !== undefined) checkAttributes(report.attributes);
  });
  if (outcome.stops) runWithAdvice("hostile-writes", () => checkStop(report, one.at, operation));
  runWithAdvice("hostile-source", () => checkPulled(report, operation));
  if (fault.payload !== undefined && succeeded && fault.reader === undefined)
    runWithAdvice("hostile-entries", () => checkLast(report, operation));
  runWithAdvice("leaks", () => deepEqual(report.left, [], "leaks of the call"));
  checkTraffic(one);
  const within = fault.within?.(limits);
  if (within === undefined) return;
  runWithAdvice("ends", () =>
    ok(took <= within, `the call must end within ${within} ms, but took ${took} ms`),
  );
}

function checkError({ outcome, report, operation, fault }: FaultCase, error: unknown): void {
  const { url } = report;
  ok(isAccessError(error), `the call must fail with an AccessError, not with: ${formatError(error)}`);
  ok(isCode(error.code) && error.code !== "plugin-fault", `invalid error code: ${formatError(error)}`);
  const { fails } = outcome;
  ok(
    fails === "any" || fails?.includes(error.code),
    `the call must end with ${formatExpectedCodes(outcome)}, not with: ${formatError(error)}`,
  );
  // An error of the caller's own source is passed on unchanged.
  if (fault.source !== "fails") {
    equal(error.scheme, url.scheme, "the error names the scheme");
    equal(error.operation, operation.operation, "the error names the operation");
  }
  ok(error.message !== "", "the error has a message");
  for (const text of [error.message, error.reply ?? "", error.hint ?? ""]) {
    ok(text.length <= 1000, `a text of the error has ${text.length} characters, more than 1000`);
    equal(text, displayText(text), "the texts of the error have no terminal control characters");
  }
  ok((error.reply ?? "").length <= 500, "the error shows at most 500 characters of a reply");
  runWithAdvice("hostile-writes", () => checkDoubt(error, operation, fault, report));
  const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`;
  for (const secret of listSecrets(url, operation))
    runWithAdvice("password", () => ok(!shown.includes(secret), "the error shows a password"));
}

function checkGiven(
  gives: "all" | "beginning",
  { report, operation, fault, usualPromises, usualMemory }: FaultCase,
): void {
  const { operation: name } = operation;
  if (name === "get" || name === "request" || name === "open") {
    checkOctets(gives, report, operation);
    checkChunks(report, fault);
    checkMemory(report, usualMemory);
    checkWork(report, fault, usualPromises);
  } else if (name === "list" || name === "search") checkNames(gives, report);
  else if (name !== "stat") runWithAdvice("hostile-writes", () => checkDone(report, operation));
  else if (fault.inject === undefined) checkSame(report, operation);
}

/** Returns the secrets of a call, decoded and as written in the URL. */
function listSecrets({ password = "" }: Url, { secrets = [] }: HostileOperation): readonly string[] {
  return [password, decodeText(password), ...secrets].filter((secret) => secret !== "");
}

function checkOctets(
  gives: "all" | "beginning",
  { octets, complete, size, goods }: Report,
  { operation, end }: HostileOperation,
): void {
  const got = joinBytes(octets);
  if (size !== undefined && got.length < size)
    ok(complete !== true, `${got.length} of ${size} bytes must not be called complete`);
  if (gives === "all") {
    runWithAdvice("body", () =>
      ok(
        Buffer.compare(got, goods.octets) === 0,
        `the body must be ${shown(goods.octets)}, not ${shown(got)}`,
      ),
    );
    if (operation === "get" || operation === "request")
      ok(complete === true || complete === "unknown", `the whole body arrived, but complete is ${complete}`);
    return;
  }
  // Without the mark at its end, a client cannot tell whether a body was framed.
  const forms = end === "close" ? [goods.octets, goods.wire("")] : [goods.octets];
  const isBeginning = forms.some((form) => Buffer.compare(got, form.subarray(0, got.length)) === 0);
  ok(isBeginning, `the body must be a beginning of ${shown(goods.octets)}, not ${shown(got)}`);
  if (got.length < goods.octets.length) ok(complete !== true, "complete is true for an incomplete body");
}

/** Checks the size of chunks. A chunk costs its reader as much time as some thousand bytes, whatever the reason for its size. */
function checkChunks({ octets, goods }: Report, { minAverageChunk = 0 }: Fault): void {
  const { length } = goods.octets;
  const message = `${length} bytes that arrived together are passed on in ${octets.length} chunks`;
  runWithAdvice("chunk-size", () => ok(octets.length * minAverageChunk <= length, message));
}

/** Checks the number of promises. One for each chunk of a packet would cost some hundred times as much as its bytes. */
function checkWork(
  { promises = 0, transport, points }: Report,
  { maxPromises = Number.POSITIVE_INFINITY }: Fault,
  usual = 0,
): void {
  // Also without a packet: 0 times Infinity is not a number.
  if (maxPromises === Number.POSITIVE_INFINITY) return;
  const received = transport.connections.reduce((sum, { taken }) => sum + taken, 0);
  // A client that requests a body in parts gets at least one packet for each of them.
  const parts = points.filter(({ said }) => said.is === "body").length;
  const datagrams = transport.connections.reduce((sum, each) => sum + each.datagrams, 0);
  const packets = Math.max(parts, datagrams, Math.ceil(received / CHUNK));
  const message = `${promises} promises for ${packets} packets: more than ${maxPromises} each`;
  runWithAdvice("chunk-size", () => ok(promises - usual <= packets * maxPromises, message));
}

/** Bytes that differ between two calls without a body. */
const MEMORY_NOISE = 512 * 1024;

/** Bytes of memory for each byte of a body, also in large chunks: it is buffered, joined, and decoded. */
const MAX_MEMORY_PER_BYTE = 8;

/** Returns whether the client needed more memory than twice the bytes of the body, if that was measured. */
export function needsMuchMemory({ goods, held = 0 }: Report): boolean {
  return held > 2 * goods.octets.length + MEMORY_NOISE;
}

/** Checks the memory for a body. An object for each chunk would cost some hundred times as much as its bytes. */
function checkMemory({ goods, held = 0 }: Report, usual: number | undefined): void {
  if (usual === undefined) return;
  const { length } = goods.octets;
  const most = Math.min(2 * Math.max(usual, length), MAX_MEMORY_PER_BYTE * length) + MEMORY_NOISE;
  const message = `the client uses ${held} bytes of memory for a body in small chunks: more than ${most}`;
  runWithAdvice("chunk-size", () => ok(held <= most, message));
}

function checkNames(gives: "all" | "beginning", { entries, goods }: Report): void {
  const got = entries.map(({ name }) => name);
  if (gives === "all") deepEqual(got, goods.names, "the names of the entries");
  // The last entry of a truncated listing may be half a line.
  else deepEqual(got.slice(0, -1), goods.names.slice(0, Math.max(0, got.length - 1)), "the first names");
}

/** Checks that the URL of an entry is safe: it stays below the directory and has no password. */
function checkEntry(entry: Entry, { registry, report, operation, protocol }: FaultCase): void {
  const { name, url: text, size } = entry;
  equal(typeof name, "string", "type of an entry's name");
  if (size !== undefined) ok(Number.isSafeInteger(size) && size >= 0, `invalid size of an entry: ${size}`);
  if (text === undefined) return;
  const { password = "" } = report.url;
  ok(password === "" || !text.includes(password), "the URL of an entry contains the password");
  const url = registry.parse(text) as Url;
  equal(url.scheme, report.url.scheme, `an entry of this directory leads to ${text}`);
  equal(url.host, report.url.host, `an entry of this directory leads to ${text}`);
  if (registry.scheme(url.scheme)?.hierarchical === true) {
    // Local files have no commands that a line end could end.
    const delimiters = protocol.files === true ? /[/\0]/ : /[/\0\r\n]/;
    checkBelow(text, url, { registry, directory: report.url, delimiters });
  }
  if (hasLines(operation, protocol)) checkPlan(text, registry);
}

/** Checks that the name of an entry is one path segment below the directory. */
function checkBelow(
  text: string,
  url: Url,
  {
    registry,
    directory,
    delimiters,
  }: { readonly registry: Registry; readonly directory: Url; readonly delimiters: RegExp },
): void {
  const path = (registry.parse(registry.normalize(url)) as Url).path;
  const above = (registry.parse(registry.normalize(directory)) as Url).path.replace(/[^/]*$/, "");
  ok(path.startsWith(above), `${text} is not below ${above}`);
  const segment = path.slice(above.length).replace(/\/$/, "");
  ok(!segment.includes("/"), `${text} is more than one segment below ${above}`);
  ok(!delimiters.test(decodeText(segment)), `${text} hides a delimiter in its name`);
}

/** Checks that a name cannot add a command: each line of the plan has one line end. */
function checkPlan(text: string, registry: Registry): void {
  let steps: ReturnType<Registry["plan"]>["steps"];
  try {
    ({ steps } = registry.plan(text));
  } catch (error) {
    ok(
      isCode((error as { code?: unknown }).code),
      `planning ${text} fails without a code: ${formatError(error)}`,
    );
    return;
  }
  for (const step of steps) {
    if (step.do !== "send") continue;
    const at = step.octets.findIndex((octet) => octet === 0x00 || octet === 0x0a || octet === 0x0d);
    ok(at < 0 || at >= step.octets.length - 2, `opening ${text} would send more than one line`);
  }
}

/** Checks that an odd line does not hide the lines after it. */
function checkLast({ entries, goods }: Report, { shown = (name) => name }: HostileOperation): void {
  const expected = shown(LAST_NAME);
  if (goods.names.at(-1) !== expected) return;
  const last = entries.find(({ name }) => name === expected);
  ok(last?.url !== undefined, `the entry "${expected}" is missing, or has no URL`);
}

function checkTraffic({ report, fault, operation, usual, most }: FaultCase): void {
  const { transport, limits } = report;
  for (const { address, port, tls } of transport.dialled) {
    runWithAdvice("hostile-dials", () => {
      equal(address, SERVER, "the address of a connection");
      ok(
        port >= DATA_PORT || port === report.transport.dialled[0]?.port,
        `unexpected connection to port ${port}`,
      );
    });
    if (operation.tls !== "upgrade")
      equal(tls !== undefined, operation.tls === "implicit", "TLS of a connection");
  }
  if (operation.tls === "upgrade") checkUpgrade(report, operation);
  let taken = 0;
  for (const connection of transport.connections) {
    const peak = limits.maxBuffer + CHUNK;
    for (const waiting of [connection.peak, connection.sentPeak])
      ok(waiting <= peak, `a connection buffers ${waiting} bytes, but the limit is ${peak}`);
    taken += connection.taken;
  }
  if (fault.sends === false) {
    const sent = transport.connections.reduce((sum, each) => sum + joinBytes(each.sent).length, 0);
    equal(sent, 0, "bytes sent to a server of another protocol");
  }
  // The client reads one chunk before it sees that it exceeds the limit. Another one is on its way to a reader.
  const bound = usual + (most ?? Number.POSITIVE_INFINITY) + 2 * CHUNK;
  const message = `the client received ${taken} bytes, but the limit is ${bound}`;
  runWithAdvice("hostile-bounds", () => ok(taken <= bound, message));
}

/** Checks that no secret is sent before TLS (RFC 3207 §6), and that no body is transferred without it. */
function checkUpgrade({ transport, url }: Report, operation: HostileOperation): void {
  const secrets = [...(url.user ? [decodeText(url.user)] : []), ...listSecrets(url, operation)];
  for (const { sent, clear } of transport.connections) {
    const said = textOf(joinBytes(sent.slice(0, clear)));
    for (const secret of secrets) ok(!said.includes(secret), "the login is sent in the clear");
  }
  for (const { taken, secured, sent } of transport.connections.slice(1))
    ok(secured || (taken === 0 && sent.length === 0), "a body is transferred in the clear");
}

function formatExpectedCodes({ fails, aborts }: Outcome): string {
  if (aborts) return "the reason of the abort";
  return fails === "any" ? "an error code" : (fails?.join(" or ") ?? "success");
}

function shown(octets: Uint8Array): string {
  return `${octets.length} bytes ${inspect(Buffer.from(octets).toString("latin1"), { maxStringLength: 200 })}`;
}
