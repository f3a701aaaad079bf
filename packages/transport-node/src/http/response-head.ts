import type { HttpResponse } from "@anyurl/core/exchange";

/** The head of a final response. */
export type ResponseHead = Pick<HttpResponse, "status" | "reason" | "fields" | "framing">;
