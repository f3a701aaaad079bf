export { describeRegistration, findReplacements } from "./describe.ts";
export { findIanaScheme, type IanaScheme, type IanaStatus, listIanaSchemes } from "./schemes.ts";
export { listSchemes, type SchemeListing, type SchemeStatus, schemeStatus } from "./status.ts";
export { RETRIEVED } from "./table.ts";
