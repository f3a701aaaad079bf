/** The declarations of all options, without the gateway itself: for programs that only describe or check them. */
export { cacheOptions } from "../cache/options.ts";
export { defaultHosts } from "../guard/hosts.ts";
export { signingOptions } from "../guard/signing-options.ts";
export { gatewayOptions } from "../options.ts";
export { gatewayClientOptions } from "./gateway-client-options.ts";
export { serveOptions } from "./serve-options.ts";
