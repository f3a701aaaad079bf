export { aboutPage } from "./about.ts";
export { documentPage } from "./document.ts";
export { externalLinkPage } from "./external-link.ts";
export { failurePage } from "./failure.ts";
export { formPage } from "./form.ts";
export { homePage } from "./home.ts";
export { createListingWriter } from "./listing.ts";
