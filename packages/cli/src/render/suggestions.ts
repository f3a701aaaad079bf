import type { Suggestion } from "@anyurl/core/lenient";
import { displayText, redact } from "anyurl";
import { say } from "../language.ts";
import type { Paint } from "./style.ts";

/** Formats the URLs that a rejected text may mean, one per line. */
export function suggestionLines(suggestions: readonly Suggestion[], paint: Paint): readonly string[] {
  return suggestions.map(({ url, message }, i) => {
    const first = say("did you mean");
    const lead = i === 0 ? paint("bold", first) : say("or").padStart(first.length);
    return `  ${lead}: ${displayText(redact(url))} (${say(message)})`;
  });
}

/** Returns the field of a JSON error; none without suggestions. */
export function toJsonSuggestions(suggestions: readonly Suggestion[]): object {
  if (suggestions.length === 0) return {};
  return { suggestions: suggestions.map(({ url, message }) => ({ url: redact(url), message })) };
}
