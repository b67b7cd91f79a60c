/**
 * What the simulation calculates with. `MEASURED` comes from the benches named; docs/scale.md says when and on what
 * machine. `ASSUMED` describes customers and servers.
 */
export const MEASURED = {
  /** CPU of Prosa and of PostgreSQL per question, answered by the embedded model, in ms (bench nodes). */
  cpuMsPerQuestion: 8.7,
  databaseMsPerQuestion: 7.4,
  /** The same per list read of the console (bench nodes). */
  cpuMsPerList: 1.4,
  databaseMsPerList: 1,
  /** Memory of a passage in a base of 300 after questions, with its data for reranking (index and this data alone). */
  bytesPerPassage: 21_000,
  /** Memory of a process that has answered (bench nodes). */
  processBytes: 700e6,
  /** Stored bytes of an exchange with its conversation, ledger entry and indexes (bench rows). */
  bytesPerExchange: 2_400,
};

export const ASSUMED = {
  /** A customer's base, the questions asked there in a day, and list reads of the console in a day. */
  passagesPerCustomer: 300,
  /** Stored bytes of a passage: its text, analysis and indexes. */
  storedBytesPerPassage: 2_500,
  questionsPerDay: 100,
  listsPerDay: 200,
  /** How much busier the busiest hour is than the mean one. */
  peakFactor: 4,
  /** Share of customers that are asked something within an hour, so that their bases stay in memory. */
  shareActive: 0.3,
  /** Maximum use of a core, so that nobody waits long. */
  coreUse: 0.6,
  /** The memory budget of src/server/knowledge/base.ts, and the connections of a process (src/server/db/connect.ts). */
  cacheBytes: 256 * 1024 ** 2,
  poolSize: 20,
  /** A large database server, of which half the cores are kept for jobs, vacuum and backups. */
  databaseCores: 32,
  databaseBytes: 4e12,
  maxConnections: 500,
};

export type Constants = typeof MEASURED & typeof ASSUMED;
