/** The network of Node.js, Deno, and Bun: see "#transport" in package.json. */
export { nodeTransport as createTransport } from "@anyurl/transport-node";
