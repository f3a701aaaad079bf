export { type IanaScheme, type IanaStatus, ianaScheme, ianaSchemes } from "./schemes.ts";
export { listSchemes, type SchemeListing, type SchemeStatus, statusOf } from "./status.ts";
export { RETRIEVED } from "./table.ts";
