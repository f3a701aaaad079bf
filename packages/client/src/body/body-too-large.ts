import { AccessError } from "@anyurl/core";

export function bodyTooLarge(maxBytes: number): AccessError {
  return new AccessError("too-large", `the body exceeds the limit of ${maxBytes} bytes`, {
    hint: "increase the limit maxBytes",
  });
}
