import { defineScheme, type Scheme } from "@anyurl/core";
import { geoSyntax } from "../parser.ts";
import { describe } from "./describe.ts";
import { check, format, type GeoInit, type GeoParts, normalize, parse } from "./syntax.ts";

/** `geo:` (RFC 5870). */
export const geo: Scheme<"geo", GeoParts, GeoInit> = defineScheme({
  name: geoSyntax.names,
  cite: ["RFC 5870"],
  check,
  parse,
  format,
  fields: ["latitude", "longitude", "altitude", "crs", "uncertainty", "parameters", "fragment"],
  normalize,
  keepEscapes: true,
  describe,
  inText: () => true,
  presentation: {
    view: ({ parts }) => ({ title: `${parts.latitude}, ${parts.longitude}` }),
    handOver: () => undefined,
  },
  examples: [
    { url: "geo:13.4125,103.8667", title: "a location" },
    { url: "geo:48.2010,16.3695,183", title: "with an altitude" },
    { url: "geo:48.198634,16.371648;crs=wgs84;u=40", title: "with an uncertainty of 40 meters" },
  ],
});
