import { createClient } from "@anyurl/client";
import { AccessError, checkHostport, defineScheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { createGateway, formatLink } from "../src/index.ts";
import { ask } from "./world.ts";

it.each(["text/html", "text/plain", "application/json"])(
  "sends Retry-After of the server in whole seconds (%s)",
  async (accept) => {
    const scheme = defineScheme({
      name: "x-busy",
      defaultPort: 4000,
      cite: ["x-busy"],
      parse: (url, report) => checkHostport(url, report, { userinfo: false, cite: "x-busy" }),
      format: () => "x-busy://h.example/",
      examples: [],
      access: async () => ({
        get: async () => {
          throw new AccessError("temporarily-unavailable", "not now", { retryAfter: 1_500 });
        },
      }),
    });
    const client = createClient({ schemes: [scheme], transport: nodeTransport(), policy: "untrusted" });
    const gateway = createGateway({ client, hosts: ["gateway.example"] });
    const response = await ask(gateway, formatLink("x-busy://h.example/a"), { accept });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  },
);
