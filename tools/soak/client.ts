import { type Client, type ClientOptions, createClient } from "@anyurl/client";
import type { Scheme } from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { file, ftp, gopher, http, mailto, news, nntp, prospero, telnet, wais } from "anyurl";

const SCHEMES: readonly Scheme[] = [ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero];

export type SoakClient = Client<Scheme>;

/** Creates a client of all schemes that may write below `root`. */
export function clientOver(
  transport: Transport,
  root: string,
  options: Omit<ClientOptions<readonly Scheme[]>, "schemes" | "transport"> = {},
): SoakClient {
  return createClient({
    schemes: SCHEMES,
    transport,
    tls: { ca: SELF_SIGNED.cert },
    policy: { files: { roots: [root], write: true } },
    ...options,
  });
}
