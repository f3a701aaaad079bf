import {
  asciiLowerCase,
  createPart,
  decodeText,
  describeAuthority,
  describeFragment,
  displayText,
  type Part,
  readQuery,
} from "@anyurl/core";
import { DEFAULT_PORT, type IrcUrl, splitIrc } from "./syntax.ts";

const CITE = "draft-butcher-irc-url-04 §2.5";

/** Returns each part of an IRC URL, with its range and its meaning. */
export function describe(url: IrcUrl): readonly Part[] {
  const { href, parts: fields, offsets } = url;
  const { entity, flags } = splitIrc(url);
  const part = createPart(url, CITE);
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  if (offsets.pathStart < offsets.pathEnd)
    parts.push(
      part("entity", [entity.start, entity.end], meaningOfEntity(fields), { value: fields.entity ?? "" }),
    );
  flags.forEach(({ start, end }, i) => {
    const flag = asciiLowerCase(decodeText(href.slice(start, end)));
    parts.push(part(`flags[${i}]`, [start, end], FLAGS.get(flag) ?? "an unknown flag, ignored"));
  });
  readQuery(url.query).pairs.forEach((pair, i) => {
    const start = offsets.pathEnd + 1;
    const meaning = OPTIONS.get(asciiLowerCase(pair.name)) ?? "an unknown option, ignored";
    parts.push(part(`options[${i}]`, [start + pair.start, start + pair.end], meaning));
  });
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function meaningOfEntity({ enttype, channel }: IrcUrl["parts"]): string {
  if (enttype === undefined) return "no channel or user: the server itself";
  return enttype === "user" ? "the user" : `the channel ${displayText(channel!)}`;
}

const FLAGS: ReadonlyMap<string, string> = new Map([
  ["isuser", "the entity is a user"],
  ["isnick", "the entity is a user"],
  ["ischannel", "the entity is a channel, the default"],
  ["isserver", "the host is a server"],
  ["isnetwork", "the host is the name of a network"],
  ["needkey", "the channel has a key"],
  ["needpass", "the server has a password"],
]);

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ["key", "the key of the channel"],
  ["msg", "a message that is never sent automatically"],
]);
