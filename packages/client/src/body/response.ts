import type { ResponseMessage } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import type { GetResult } from "./get-result.ts";
import { UnreadResult } from "./unread-result.ts";

/** The result of `request`: the response of the server with any status, and a body that can be read once. */
export interface RequestResult extends GetResult {
  /** The status code in the terms of the protocol. A status such as 404 is not an error. */
  readonly status: number;
  /** The text after the status code. It is not trusted. */
  readonly reason: string;
  readonly redirected: boolean;
  /** Was the body decoded, so that it no longer has the content codings in `fields`? */
  readonly decoded: boolean;
  /** Returns the fields after the content. Complete when the body was read to its end. */
  trailers(): readonly HttpField[];
}

/** A response whose body was not read yet. */
export class UnreadResponse extends UnreadResult implements RequestResult {
  readonly reason: string;
  readonly decoded: boolean;
  readonly trailers: () => readonly HttpField[];

  constructor(response: ResponseMessage, ...result: ConstructorParameters<typeof UnreadResult>) {
    super(...result);
    const { reason = "", decoded = false, trailers = () => [] } = response;
    this.reason = reason;
    this.decoded = decoded;
    this.trailers = trailers;
  }

  override get status(): number {
    return super.status!;
  }

  get redirected(): boolean {
    return this.redirects > 0;
  }
}
