import type { Registry } from "@anyurl/core";
import { createAnyurl } from "anyurl";

/** All the schemes that there are. */
export const urls: Registry = createAnyurl();
