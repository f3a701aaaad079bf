import { decodeText, defineScheme, type Scheme } from "@anyurl/core";
import { midOptions } from "../options.ts";
import { planMid } from "../plan.ts";
import { describe } from "./describe.ts";
import { check, format, type MidInit, type MidParts, normalize, parse } from "./syntax.ts";

/** `mid:` (RFC 2392). */
export const mid: Scheme<"mid", MidParts, MidInit, typeof import("./access.ts"), typeof midOptions> =
  defineScheme({
    name: "mid",
    cite: ["RFC 2392", "RFC 2045", "RFC 2046", "RFC 2387"],
    check,
    parse,
    format,
    fields: ["messageId", "contentId", "fragment"],
    normalize,
    // An escaped "/" is part of an id.
    keepEscapes: true,
    describe,
    plan: ({ parts }, operation = "get", options = midOptions.defaults) =>
      planMid(parts.messageId, operation, options),
    isDirectory: ({ parts }) => parts.contentId === undefined,
    inText: ({ parts }) => parts.messageId.includes("@"),
    presentation: {
      // A server must not lead into the mailboxes of the user.
      served: false,
      // A cid URL in a message names a part of the same message (RFC 2392 §2).
      part: ({ parts: { messageId } }, { scheme, path }) =>
        scheme === "cid" ? format({ messageId, contentId: decodeText(path) }) : undefined,
      view: ({ parts }) => ({
        title: parts.contentId ?? parts.messageId,
        columns: [
          { field: "name", title: "Part" },
          { field: "mediaType", title: "Type" },
          { field: "size", title: "Size" },
        ],
        // A Message-ID always identifies the same message (RFC 5322 §3.6.4).
        immutable: true,
      }),
    },
    examples: [
      { url: "mid:960830.1639@XIson.com", title: "a message" },
      { url: "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", title: "a part of a message" },
      { url: "mid:960830.1639@XIson.com/2", title: "the second part of a message" },
    ],
    options: midOptions,
    // Loaded on first use, so that parsing a URL does not load it.
    access: () => import("./access.ts"),
  });
