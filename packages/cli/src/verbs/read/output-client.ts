import { type Client, createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { SCHEME_LOADERS } from "anyurl/lazy";
import type { Io } from "../../io.ts";

/**
 * Returns a client that writes into one directory, which the user has named as the output, whatever the policy of the run
 * says of local files. Links that lead out of the directory are not followed.
 *
 * @param schemes those of the client that reads.
 */
export async function createOutputClient(
  directory: string,
  { schemes, configured }: Pick<Io, "schemes" | "configured">,
): Promise<Client> {
  const file = await SCHEME_LOADERS.get("file")!();
  return createClient({
    schemes: [...schemes.filter(({ names }) => !names.includes("file")), file],
    transport: nodeTransport(),
    policy: { files: { roots: [{ path: directory, write: true, followLinks: "inside" }] } },
    ...(configured?.limits && { limits: configured.limits }),
  });
}
