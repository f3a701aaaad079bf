import type { Limits } from "@anyurl/core";
import { CONNECTION_FAULTS } from "./connections.ts";
import { DATAGRAM_FAULTS } from "./datagrams.ts";
import type { Fault } from "./fault.ts";
import { FILE_FAULTS } from "./file-faults.ts";
import { LISTING_FAULTS } from "./listings.ts";
import { REPLY_FAULTS } from "./replies.ts";
import { TRANSFER_FAULTS } from "./transfers.ts";
import { UPLOAD_FAULTS } from "./uploads.ts";

/** Sizes are small, so that endless data reaches its limit soon. Timeouts are the defaults. */
export const KIT_LIMITS: Pick<
  Limits,
  | "maxLine"
  | "maxReply"
  | "maxReplyLines"
  | "maxTextLine"
  | "maxEntryLine"
  | "maxEntries"
  | "maxListing"
  | "maxHeld"
  | "maxBytes"
  | "maxBuffer"
> = {
  maxLine: 1024,
  maxReply: 8 * 1024,
  maxReplyLines: 64,
  maxTextLine: 16 * 1024,
  maxEntryLine: 1024,
  maxEntries: 1000,
  maxListing: 64 * 1024,
  maxHeld: 64 * 1024,
  maxBytes: 256 * 1024,
  maxBuffer: 64 * 1024,
};

/** All faults of the testkit. */
export const FAULTS: readonly Fault[] = [
  ...CONNECTION_FAULTS,
  ...REPLY_FAULTS,
  ...TRANSFER_FAULTS,
  ...LISTING_FAULTS,
  ...UPLOAD_FAULTS,
  ...DATAGRAM_FAULTS,
  ...FILE_FAULTS,
];
