/*
 * Sans-I/O protocols: the types to write a scheme's access with, and the code that performs it. Parsing URLs does not
 * need it.
 */

export { ALREADY_SENT } from "./already-sent.ts";
export { ByteCollector, concat, copyBytes, joinBytes } from "./bytes.ts";
export type {
  Connection,
  Listener,
  Remote,
  SecureOptions,
  TlsFacts,
  TlsSession,
} from "./connection.ts";
export type {
  ConnectOptions,
  Context,
  CredentialRequest,
  Credentials,
  Lease,
  LeaseOptions,
  PartUse,
  WireEvent,
} from "./context.ts";
export type { DatagramSocket } from "./datagram.ts";
export { DotReader, type DotReaderOptions } from "./dot-reader.ts";
export type { HttpField } from "./entity.ts";
export {
  type FileEntry,
  type FileMetadata,
  type FileRoot,
  type Files,
  type OpenFile,
  type OpenFileOptions,
  type PartFacts,
  type PartFile,
  type PartOptions,
  type PartRefusal,
  partFileName,
  partTargetName,
  relativeSegments,
  shortenFileName,
  type WriteMode,
} from "./files.ts";
export { readDateTime } from "./formats/date-time.ts";
export { decodeEncodedWords } from "./formats/encoded-words.ts";
export { formatHttpDate, parseHttpDate } from "./formats/http-date.ts";
export { findExtension, guessMediaType } from "./formats/media-types.ts";
export { decodeParameters } from "./formats/parameters.ts";
export { createTransferDecoder, type TransferDecoder } from "./formats/transfer-encoding.ts";
export { type BodyStatistics, completeness, type Framing } from "./framing.ts";
export {
  formatHttpAuthority,
  formatHttpHead,
  type HttpFraming,
  type HttpHead,
  type HttpRequest,
  type HttpResponse,
} from "./http.ts";
export { Inbox, type ReadLineOptions, readLine, readText } from "./inbox.ts";
export {
  type CommandInit,
  checkNoUnsolicitedData,
  findMeaning,
  formatCommand,
  formatReply,
  type LineDialogue,
  type LineProtocol,
  type Meaning,
  type Meanings,
  type Reply,
  readReply,
  replyError,
  sendCommand,
} from "./line-dialogue.ts";
export { ListingLines, listingTooLargeError, skippedLinesEntry } from "./listing-lines.ts";
export {
  answerLogins,
  answerWithPlaceholders,
  askLogin,
  isLoginQuestion,
  type LoginQuestion,
} from "./login-question.ts";
export { mapEvents } from "./map-events.ts";
export { bodyFromExchange, perform } from "./perform.ts";
export { createPlan, type IdealPeer, type PlanInit } from "./plan.ts";
export { type PooledConnectionInit, usePooledConnection } from "./pooled-connection.ts";
export type {
  Channel,
  Endpoint,
  Exchange,
  Phase,
  SendStep,
  Step,
} from "./step.ts";
export type { TlsRequest } from "./tls-request.ts";
export type {
  ListenEndpoint,
  PlatformRequest,
  PlatformResponse,
  TlsEndpoint,
  TlsOptions,
  TlsUpgrade,
  Transport,
  TransportEndpoint,
} from "./transport.ts";
