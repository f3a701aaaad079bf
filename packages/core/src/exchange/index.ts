/*
 * Sans-I/O protocols: the types to write a scheme's access with, and the code that performs it. Parsing URLs does not
 * need it.
 */

export { ByteCollector, concat, copyBytes, joinBytes } from "./bytes.ts";
export {
  type Connection,
  type ConnectOptions,
  type Context,
  type CredentialRequest,
  type Credentials,
  type Lease,
  type LeaseOptions,
  type Listener,
  type Remote,
  SENT,
  type SecureOptions,
  type TlsFacts,
  type TlsSession,
  type WireEvent,
} from "./context.ts";
export type { DatagramSocket } from "./datagram.ts";
export {
  type FileEntry,
  type FileFacts,
  type FileRoot,
  type Files,
  namesBelow,
  type OpenFile,
  type OpenFileOptions,
  type WriteMode,
} from "./files.ts";
export { completeness, type EndedBody, type Framing } from "./framing.ts";
export {
  type HttpField,
  type HttpFraming,
  type HttpHead,
  type HttpRequest,
  type HttpResponse,
  httpAuthority,
  httpHead,
} from "./http.ts";
export { Inbox, type ReadLineOptions, readLine, readText } from "./inbox.ts";
export { entryForSkipped, ListingLines } from "./listing-lines.ts";
export { bodyOf, perform } from "./perform.ts";
export { type IdealPeer, type PlanInit, planOf } from "./plan.ts";
export type {
  Channel,
  Endpoint,
  Exchange,
  Phase,
  SendStep,
  Step,
} from "./step.ts";
export type {
  HttpConnection,
  HttpOptions,
  ListenEndpoint,
  TlsEndpoint,
  TlsOptions,
  TlsUpgrade,
  Transport,
  TransportEndpoint,
} from "./transport.ts";
