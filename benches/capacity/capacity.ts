import { parseArgs } from 'node:util';
import { ASSUMED, type Constants, MEASURED } from './constants.ts';

/*
 * `npm run bench -- capacity`: estimates from measured constants (constants.ts) what a number of customers needs. Prints
 * the table of docs/scale.md, which also says what it leaves out. Each constant can be replaced by one of your machine,
 * as in `npm run bench -- capacity --cpuMsPerQuestion 12`.
 */
interface Load {
  name: string;
  customers: number;
  /** In the busiest hour; if absent, it follows from the customers. */
  questionsPerSecond?: number;
}

const LOADS: Load[] = [
  { name: '1 customer', customers: 1 },
  { name: '100 customers', customers: 100 },
  { name: '10,000 customers', customers: 10_000 },
  { name: '1,000 questions/s', customers: 0, questionsPerSecond: 1_000 },
];
const DAY_SECONDS = 86_400;
const GB = 1e9;

interface Need {
  databaseCores: number;
  connections: number;
  yearBytes: number;
  activeBytes: number;
  processes: number;
}

/** Returns what reaches its limit first, by the share of the limit that is used. */
function firstLimit({ databaseCores, connections, yearBytes, activeBytes, processes }: Need, c: Constants): string {
  const shares: [string, number][] = [
    ['cores of one PostgreSQL', databaseCores / (c.databaseCores / 2)],
    ['connections', connections / c.maxConnections],
    ['disk of one PostgreSQL', yearBytes / c.databaseBytes],
    ['bases in the cache', activeBytes / c.cacheBytes],
  ];
  const [name, share] = shares.sort((a, b) => b[1] - a[1])[0]!;
  if (share >= 1) return `${name} (${share.toFixed(1)} times the limit)`;
  return processes <= 1 ? 'nothing' : `${name} (${(share * 100).toFixed(0)} % of the limit)`;
}

function simulate({ name, customers: given, questionsPerSecond }: Load, c: Constants): string[] {
  const perCustomer = (c.questionsPerDay / DAY_SECONDS) * c.peakFactor;
  const customers = given || (questionsPerSecond ?? 0) / perCustomer;
  const questions = questionsPerSecond ?? customers * perCustomer;
  const lists = ((customers * c.listsPerDay) / DAY_SECONDS) * c.peakFactor;
  const coresFor = (question: number, list: number) => (questions * question + lists * list) / 1_000 / c.coreUse;
  const cores = coresFor(c.cpuMsPerQuestion, c.cpuMsPerList);
  const databaseCores = coresFor(c.databaseMsPerQuestion, c.databaseMsPerList);
  // Two at least, so that one may be restarted. The main thread of a process uses one core.
  const processes = customers <= 1 ? 1 : Math.max(2, Math.ceil(cores));
  // The proxy does not tie an account to one process, so each process loads every base whose questions it gets.
  const activeBytes = customers * c.shareActive * c.passagesPerCustomer * c.bytesPerPassage;
  const memory = c.processBytes + Math.min(activeBytes, c.cacheBytes);
  const yearBytes =
    customers * (c.questionsPerDay * 365 * c.bytesPerExchange + c.passagesPerCustomer * c.storedBytesPerPassage);
  const connections = processes * c.poolSize;
  const shown = (value: number) =>
    value < 10 ? value.toFixed(value < 0.1 ? 3 : 1) : Math.round(value).toLocaleString('en');
  return [
    name,
    shown(questions),
    processes.toLocaleString('en'),
    `${(memory / GB).toFixed(1)} GB`,
    customers <= 1 ? 'embedded' : 'PostgreSQL',
    shown(databaseCores),
    `${shown(yearBytes / GB)} GB`,
    firstLimit({ databaseCores, connections, yearBytes, activeBytes, processes }, c),
  ];
}

const HEADERS = [
  'load',
  'questions/s',
  'processes',
  'memory each',
  'database',
  'its cores',
  'after a year',
  'reaches its limit first',
];

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = HEADERS.map((_, at) => Math.max(...[HEADERS, ...rows].map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(HEADERS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const constants = { ...MEASURED, ...ASSUMED };
const { values } = parseArgs({
  options: Object.fromEntries(Object.keys(constants).map((name) => [name, { type: 'string' as const }])),
});
const changed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
console.log(tableOf(LOADS.map((load) => simulate(load, { ...constants, ...changed }))));
