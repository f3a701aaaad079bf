import type { Transport } from "@anyurl/core/exchange";
import { connect } from "./connect.ts";
import { resolve } from "./resolve.ts";

/** The network of Node.js: its resolver, TCP, and TLS with certificates verified. */
export function nodeTransport(): Transport {
  return { resolve, connect };
}
