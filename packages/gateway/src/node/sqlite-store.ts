import type { DatabaseSync, StatementSync } from "node:sqlite";
import { defineOptions, type OptionSet, type OptionsInput, resolveOptions } from "@anyurl/core";

const DECLARATIONS = {
  maxOctets: {
    type: "bytes",
    min: 1,
    unlimited: true,
    default: 268_435_456,
    description: "maximum size of the stored values, approximately",
  },
} as const;

/** The options of a SQLite store. */
export const sqliteStoreOptions: OptionSet<typeof DECLARATIONS> = defineOptions("store", DECLARATIONS);

export type SqliteStoreOptions = OptionsInput<typeof sqliteStoreOptions>;

/** A Keyv store in a SQLite file. Several gateways on one machine can share it. */
export interface SqliteStore {
  readonly opts: object;
  namespace?: string;
  get(key: string): Promise<any>;
  set(key: string, value: string, ttl?: number): Promise<void>;
  delete(key: string): Promise<boolean>;
  clear(): Promise<void>;
  on(event: string, listener: (...given: any[]) => void): this;
  disconnect(): Promise<void>;
}

/**
 * Opens or creates a store. Writes remove expired entries and, above the limit, the oldest ones.
 *
 * @param path a file, or ":memory:".
 * @throws {AccessError} bad-option. Rejects with the system error if the file cannot be opened.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SqliteStore> {
  const { maxOctets } = resolveOptions(sqliteStoreOptions, options);
  const { DatabaseSync: Database } = await import("node:sqlite").catch(() => {
    throw new Error("a SQLite cache requires Node.js 22.13 or later");
  });
  const database = new Database(path, { timeout: 50 });
  createTables(database);
  const statements = prepareStatements(database);
  let writes = 0;
  const store: SqliteStore = {
    opts: {},
    async get(key) {
      const row = statements.get.get(key, Date.now()) as { readonly value: string } | undefined;
      return row?.value;
    },
    async set(key, value, ttl) {
      const now = Date.now();
      const octets = 2 * key.length + value.length;
      if (octets > maxOctets) return;
      statements.set.run(key, value, octets, now, ttl === undefined ? NO_EXPIRY : now + ttl);
      // Computing the total size at each write would be slow.
      if (writes++ % PRUNE_INTERVAL_WRITES === 0) prune(statements, maxOctets, now);
    },
    async delete(key) {
      return Number(statements.delete.run(key).changes) > 0;
    },
    async clear() {
      database.exec("DELETE FROM kept");
    },
    // The store has no events: it throws errors.
    on: () => store,
    async disconnect() {
      if (database.isOpen) database.close();
    },
  };
  return store;
}

const NO_EXPIRY = Number.MAX_SAFE_INTEGER;
const PRUNE_INTERVAL_WRITES = 32;

interface Statements {
  readonly get: StatementSync;
  readonly set: StatementSync;
  readonly delete: StatementSync;
  readonly expire: StatementSync;
  readonly sum: StatementSync;
  readonly oldest: StatementSync;
}

function createTables(database: DatabaseSync): void {
  // Lost data is fetched again, so durability is not needed.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS kept (
      key TEXT PRIMARY KEY, value TEXT NOT NULL, octets INTEGER NOT NULL, written INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS kept_written ON kept (written);
    CREATE INDEX IF NOT EXISTS kept_expires ON kept (expires);
  `);
}

function prepareStatements(database: DatabaseSync): Statements {
  return {
    get: database.prepare("SELECT value FROM kept WHERE key = ? AND expires > ?"),
    set: database.prepare("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)"),
    delete: database.prepare("DELETE FROM kept WHERE key = ?"),
    expire: database.prepare("DELETE FROM kept WHERE expires <= ?"),
    sum: database.prepare("SELECT coalesce(sum(octets), 0) AS octets FROM kept"),
    oldest: database.prepare(
      "DELETE FROM kept WHERE key IN (SELECT key FROM kept ORDER BY written LIMIT 64)",
    ),
  };
}

function prune({ expire, sum, oldest }: Statements, maxOctets: number, now: number): void {
  expire.run(now);
  while ((sum.get() as { readonly octets: number }).octets > maxOctets) oldest.run();
}
