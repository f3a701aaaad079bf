import { AccessError } from "@anyurl/core";

export function bodyTooLarge(maxBytes: number): AccessError {
  return new AccessError("too-large", `the body has more than ${maxBytes} octets`, {
    hint: "raise the limit maxBytes",
  });
}
