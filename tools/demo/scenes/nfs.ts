import { fixtureBytes, fixtureNames } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function nfsBlock({ root, nfs: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "nfs",
    title: "files of the public directory of an NFS server",
    scenes: [
      {
        title: "A directory",
        url: `${origin}/poems/`,
        operation: "list",
        expected: { names: fixtureNames(root, "poems") },
        sent: withHandles,
      },
      {
        title: "A file: one call finds it by its whole path",
        url: `${origin}/names/what%3F.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "names", "what?.txt") },
        sent: withHandles,
        anatomy: true,
      },
    ],
  };
}

/** Bytes of a call up to its procedure (RFC 5531 §9). */
const PROCEDURE_END = 24;

/** LOOKUP begins at the public file handle, which is empty. The other calls have the handle that it returned. */
function withHandles([lookup = "", ...calls]: readonly string[]): readonly string[] {
  return [lookup, ...calls.map((call) => `${call.slice(0, PROCEDURE_END)}***`)];
}
