import { fixtureBytes } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";
import { plannedLines } from "../wire.ts";

/** urn, doi, and info: names without a place. */
export function urnBlock({ root, urls, http: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "urn",
    title: "names of resources, which a resolver finds",
    usual: (line) => line === "" || /^(host|connection|user-agent|accept|accept-encoding): /.test(line),
    scenes: [
      {
        title: "A resource, by the resolver that the caller names",
        url: "urn:example:tide.txt",
        operation: "get",
        options: { resolvers: { example: `${origin}/poems/{nss}` } },
        expected: { octets: fixtureBytes(root, "poems", "tide.txt") },
        // The plan of a URN ends at the connection: the request is that of the other URL.
        sent: () => plannedLines(urls.plan(`${origin}/poems/tide.txt`, "get"), "http"),
        anatomy: true,
      },
      {
        title: "A book: scheme and namespace have no case",
        url: "URN:ISBN:0-486-27557-4",
        operation: "explain",
        expected: { normal: "urn:isbn:0-486-27557-4" },
      },
      {
        title: "A DOI name",
        url: "DOI:10.1000%2F182",
        operation: "explain",
        expected: { normal: "doi:10.1000/182" },
      },
      {
        title: "The same name as an info URL",
        url: "info:doi/10.1000/182",
        operation: "explain",
        expected: { normal: "info:doi/10.1000/182" },
      },
    ],
  };
}
