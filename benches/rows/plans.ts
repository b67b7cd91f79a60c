import type pg from 'pg';

/** A node of a plan, as `explain (analyze, buffers, format json)` prints it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface Scan {
  table: string;
  /** The index, or null for a sequential scan. */
  index: string | null;
  rows: number;
}

/** What the statements of one call did. */
interface CallPlans {
  scans: Scan[];
  /** Number of 8 kB pages, whether found in memory or read from disk. */
  pages: number;
}

const indexBelow = (node: PlanNode): string | null =>
  node['Index Name'] ?? node.Plans?.map(indexBelow).find((name) => name !== null) ?? null;

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const table = node['Relation Name'];
  if (table === undefined || !node['Node Type'].includes('Scan')) return below;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [{ table, index: indexBelow(node), rows: (node['Actual Rows'] + removed) * node['Actual Loops'] }, ...below];
}

/** The settings of a server that sends the plan of each statement to its client, once `log_min_duration` is set. */
export const EXPLAINING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_nested_statements': 'on',
};

/** Collects the plans of all statements of a pool. `take` returns those since the last call. */
export function collectPlans(pool: pg.Pool): { take(): CallPlans } {
  let plans: PlanNode[] = [];
  const known = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('{');
      if (message.includes('plan:') && start > 0) plans.push(JSON.parse(message.slice(start)).Plan);
    });
  });
  return {
    take() {
      const taken = plans;
      plans = [];
      const pages = taken.reduce(
        (sum, node) => sum + (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0),
        0,
      );
      return { scans: taken.flatMap(scansOf), pages };
    },
  };
}
