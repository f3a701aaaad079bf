import type { SchemeSyntax } from "@anyurl/core";
import { check as checkGeo, type GeoParts, parse as parseGeo } from "./geo/syntax.ts";
import { check as checkSms, parse as parseSms, type SmsParts } from "./sms/syntax.ts";
import { check as checkTel, parse as parseTel, type TelParts } from "./tel/syntax.ts";

export type { GeoParts, GeoUrl } from "./geo/syntax.ts";
export type { SmsParts, SmsUrl } from "./sms/syntax.ts";
export type { TelParts, TelUrl } from "./tel/syntax.ts";

/* What `createParser` needs of each scheme: a bundler leaves out everything else of it, and the other schemes. */

export const telSyntax: SchemeSyntax<"tel", TelParts> = { names: ["tel"], check: checkTel, parse: parseTel };
export const smsSyntax: SchemeSyntax<"sms", SmsParts> = { names: ["sms"], check: checkSms, parse: parseSms };
export const geoSyntax: SchemeSyntax<"geo", GeoParts> = { names: ["geo"], check: checkGeo, parse: parseGeo };
