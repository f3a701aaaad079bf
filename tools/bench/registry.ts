import type { Registry } from "@anyurl/core";
import { createAnyurl } from "anyurl";

/** A registry of all schemes. */
export const urls: Registry = createAnyurl();
