import type { Entity, HttpField, Source } from "./entity.ts";

/** A request in the terms of its protocol (RFC 9110 §6). What is absent is up to the scheme. */
export interface RequestMessage {
  /** The method, as the protocol writes it, for example "POST". Absent: the one that only reads. */
  readonly method?: string;
  /** Header fields, with their names in lower case. They contain no control characters but HT. */
  readonly fields?: readonly HttpField[];
  readonly body?: Source;
}

/**
 * The response to a request, whatever its status: its content, and what the protocol says about it. No
 * status of the server is an error.
 */
export interface ResponseMessage extends Entity {
  /** The status code, for example 404 in HTTP, or 51 in Gemini. */
  readonly status: number;
  /** The text after the status code: text that preserves bytes. */
  readonly reason?: string;
  /** Returns the fields after the content. Called when the body has ended. */
  readonly trailers?: () => readonly HttpField[];
  /** Was the body decoded, so that it no longer has the content codings in its fields? Default false. */
  readonly decoded?: boolean;
}
