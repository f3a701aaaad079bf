/** The network of a runtime that has no sockets: see "#transport" in package.json. */
export { webTransport as createTransport } from "@anyurl/transport-web";
