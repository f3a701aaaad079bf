import { octetsOf, textOf } from "@anyurl/core";
import { type Connection, type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { LineReader } from "../line-reader.ts";
import { runSession } from "../session.ts";

/** A channel that exists from the start. */
export interface IrcChannel {
  readonly topic?: string;
  /** Users who are always there: "@keeper". */
  readonly users?: readonly string[];
  readonly key?: string;
}

export interface IrcServerOptions extends ListenOptions {
  /** By name, with its prefix. Default: {@link CHANNELS}. */
  readonly channels?: Readonly<Record<string, IrcChannel>>;
  /** The message of the day. Default: two lines. */
  readonly motd?: readonly string[];
  /** The password that a client must send. Default: none. */
  readonly password?: string;
  /** Nicknames in use. Default: none. */
  readonly taken?: readonly string[];
  /** Does it send a PING before the welcome, as some servers do? Default false. */
  readonly pings?: boolean;
  /** Milliseconds without a message until the session ends. Default five minutes. */
  readonly idleTimeout?: number;
}

/** The channels of a server without the option `channels`. */
const CHANNELS: Readonly<Record<string, IrcChannel>> = {
  "#anyurl": { topic: "URLs of any scheme", users: ["@keeper", "gull"] },
  "#keyed": { topic: "Behind a key", users: ["@keeper"], key: "s3cr3t" },
};

const MOTD: readonly string[] = ["A small server, quite near the sea.", "Be kind."];

/** Maximum bytes of a message (RFC 2812 §2.3), and of the tags that clients send. */
const MAX_LINE_BYTES = 8192;
const NAME = "irc.example";

interface Room extends IrcChannel {
  readonly members: Map<string, Member>;
}

interface Member {
  readonly tell: (line: string) => undefined;
}

/**
 * Starts an IRC server (RFC 2812) on loopback: registration, channels with topics and keys, messages to channels and
 * users, LIST, NAMES, WHOIS. Its own users never speak.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export async function startIrcServer(options: IrcServerOptions = {}): Promise<EmbeddedServer> {
  const { channels = CHANNELS } = options;
  const rooms = new Map<string, Room>(
    Object.entries(channels).map(([name, room]) => [name, { ...room, members: new Map() }]),
  );
  const users = new Map<string, Member>();
  return startServer("irc", options, (connection) => serveIrc(connection, { options, rooms, users }));
}

interface State {
  readonly options: IrcServerOptions;
  readonly rooms: Map<string, Room>;
  readonly users: Map<string, Member>;
}

function serveIrc(connection: Connection, { options, rooms, users }: State): () => void {
  const { motd = MOTD, password, taken = [], pings = false, idleTimeout = 300_000 } = options;
  let nick = "";
  let given: string | undefined;
  let userName = "";
  let isRegistered = false;

  const tell = (line: string): undefined => {
    session.send(octetsOf(`${line}\r\n`));
  };
  const self: Member = { tell };
  const numeric = (code: string, text: string): undefined => tell(`:${NAME} ${code} ${nick || "*"} ${text}`);
  const prefix = () => `:${nick}!${userName}@127.0.0.1`;

  function register(): "close" | undefined {
    if (isRegistered || nick === "" || userName === "") return undefined;
    if (password !== undefined && given !== password) {
      numeric("464", ":Password incorrect");
      tell(`ERROR :Closing link: bad password`);
      return "close";
    }
    isRegistered = true;
    users.set(nick, self);
    if (pings) tell("PING :are you there");
    numeric("001", `:Welcome to the network ${nick}`);
    numeric("005", "CHANTYPES=#& CASEMAPPING=ascii :are supported by this server");
    sendMotd();
    return undefined;
  }

  function sendMotd(): undefined {
    if (motd.length === 0) return numeric("422", ":MOTD file is missing");
    numeric("375", `:- ${NAME} message of the day`);
    for (const line of motd) numeric("372", `:- ${line}`);
    numeric("376", ":End of MOTD command");
  }

  function sendNames(name: string): undefined {
    const { users: residents = [], members } = rooms.get(name) ?? { members: new Map<string, Member>() };
    numeric("353", `= ${name} :${[...residents, ...members.keys()].join(" ")}`);
    numeric("366", `${name} :End of NAMES list`);
  }

  function join(name: string, key: string | undefined): undefined {
    if (!/^[#&]./.test(name)) return numeric("403", `${name} :No such channel`);
    const room: Room = rooms.get(name) ?? { members: new Map() };
    if (room.key !== undefined && room.key !== key)
      return numeric("475", `${name} :Cannot join channel (+k)`);
    rooms.set(name, room);
    room.members.set(nick, self);
    for (const member of room.members.values()) member.tell(`${prefix()} JOIN :${name}`);
    if (room.topic !== undefined) numeric("332", `${name} :${room.topic}`);
    sendNames(name);
  }

  function sendTopic(name: string): undefined {
    const room = rooms.get(name);
    if (room === undefined) return numeric("403", `${name} :No such channel`);
    if (room.key !== undefined && !room.members.has(nick))
      return numeric("442", `${name} :You are not on that channel`);
    numeric(room.topic === undefined ? "331" : "332", `${name} :${room.topic ?? "No topic is set"}`);
  }

  function say(target: string, text: string): undefined {
    const room = rooms.get(target);
    const others = room === undefined ? [users.get(target)] : [...room.members.values()];
    if (room === undefined && others[0] === undefined)
      return numeric("401", `${target} :No such nick or channel`);
    if (room !== undefined && !room.members.has(nick))
      return numeric("404", `${target} :Cannot send to channel`);
    for (const member of others) if (member !== self) member?.tell(`${prefix()} PRIVMSG ${target} :${text}`);
  }

  function whois(name: string): undefined {
    if (users.has(name)) {
      numeric("311", `${name} ${name} 127.0.0.1 * :A user`);
      numeric("312", `${name} ${NAME} :A small server`);
    } else numeric("401", `${name} :No such nick`);
    numeric("318", `${name} :End of WHOIS list`);
  }

  function handle(line: string): "close" | undefined {
    const [, head = "", text = ""] = /^(.*?)(?: :(.*))?$/s.exec(line) ?? [];
    const [verb = "", first = "", second = ""] = head.split(" ");
    switch (verb.toUpperCase()) {
      case "PASS":
        given = first;
        return undefined;
      case "NICK":
        if (taken.includes(first) || (users.has(first) && first !== nick)) {
          numeric("433", `${first} :Nickname is already in use`);
          return undefined;
        }
        if (isRegistered) {
          users.delete(nick);
          tell(`${prefix()} NICK :${first}`);
          users.set(first, self);
        }
        nick = first;
        return register();
      case "USER":
        userName = first;
        return register();
      case "PING":
        tell(`:${NAME} PONG ${NAME} :${text || first}`);
        return undefined;
      case "PONG":
        return undefined;
      case "QUIT":
        tell("ERROR :Closing link");
        return "close";
    }
    if (!isRegistered) numeric("451", ":You have not registered");
    else runCommand(verb.toUpperCase(), { first, second, text });
    return undefined;
  }

  function runCommand(
    verb: string,
    { first, second, text }: { readonly first: string; readonly second: string; readonly text: string },
  ): undefined {
    switch (verb) {
      case "JOIN":
        return join(first, second || undefined);
      case "PART":
        rooms.get(first)?.members.delete(nick);
        return tell(`${prefix()} PART ${first}`);
      case "TOPIC":
        return sendTopic(first);
      case "NAMES":
        return sendNames(first);
      case "LIST":
        for (const [name, { users: residents = [], members, topic = "" }] of rooms)
          numeric("322", `${name} ${residents.length + members.size} :${topic}`);
        return numeric("323", ":End of LIST");
      case "WHOIS":
        return whois(first);
      case "MOTD":
        return sendMotd();
      case "PRIVMSG":
        return say(first, text);
      default:
        return numeric("421", `${verb.slice(0, 40)} :Unknown command`);
    }
  }

  const session = runSession(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    onItem(line) {
      connection.record(line);
      return { next: line.tooLong ? undefined : handle(textOf(line.octets)) };
    },
    timeoutMs: idleTimeout,
    onIdle: () => octetsOf("ERROR :Closing link: idle\r\n"),
    onEnd() {
      if (isRegistered && users.get(nick) === self) users.delete(nick);
      for (const { members } of rooms.values()) if (members.get(nick) === self) members.delete(nick);
    },
  });
  return () => session.end(octetsOf("ERROR :The server goes down\r\n"));
}
