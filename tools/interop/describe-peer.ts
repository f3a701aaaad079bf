import { afterAll, beforeAll, describe } from "vitest";
import { missing, type Peer, startPeer } from "./start.ts";

interface PeerTests {
  readonly name: string;
  /** Fills the served directory. Default: it is empty. */
  readonly seed?: (root: string) => void;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What else has to be installed. */
  readonly needs?: readonly string[];
  /** The title of the tests. Default: the name of the server. */
  readonly title?: string;
}

/**
 * Declares tests with a server, which runs for all of them. If it cannot run here they are skipped, and the title says why.
 *
 * @returns the server, which `tests` gets as well. Its facts are known when the tests run.
 */
export function describePeer(
  { name, seed = () => {}, env, needs = [], title = name }: PeerTests,
  tests: (peer: Peer) => void,
): Peer {
  const peer = {} as Peer;
  const reason = [name, ...needs].map(missing).find((each) => each !== undefined);
  describe.skipIf(reason !== undefined)(reason === undefined ? title : `${title}: ${reason}`, () => {
    beforeAll(async () => void Object.assign(peer, await startPeer(name, seed, env)));
    afterAll(() => peer.stop?.());
    tests(peer);
  });
  return peer;
}
