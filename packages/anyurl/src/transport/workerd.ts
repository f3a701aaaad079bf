/** The network of Cloudflare Workers: see "#transport" in package.json. */
export { workerdTransport as createTransport } from "@anyurl/transport-workerd";
