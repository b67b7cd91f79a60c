import type { CDPSession } from 'playwright-core';

interface TraceEvent {
  name: string;
  ts: number;
  tid: number;
  dur?: number;
  /** CPU time of the thread: excludes the load of other programs. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

/** CPU time of the page's main thread, in milliseconds. */
export interface ScriptTime {
  /** For compiling and running the script when it loads. */
  all: number;
  /** The part of `all` for compiling what was not compiled during download. */
  compiling: number;
  /** For the tasks that the script runs afterwards. */
  later: number;
}

const COMPILES = ['v8.compile', 'V8.CompileCode', 'V8.CompileFunction'];
const TASKS = ['FireIdleCallback', 'TimerFire', 'FireAnimationFrame', 'FunctionCall'];

/** Measures the CPU time of the script at an address while `walk` runs. */
export async function scriptTime(session: CDPSession, path: string, walk: () => Promise<unknown>): Promise<ScriptTime> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = 'devtools.timeline,v8,disabled-by-default-v8.compile';
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories } as never);
  await walk();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return timesOf(events, path);
}

const msOf = ({ dur = 0, tdur = dur }: TraceEvent) => tdur / 1_000;

function timesOf(events: readonly TraceEvent[], path: string): ScriptTime {
  const isOf = ({ args }: TraceEvent) => args?.data?.url?.endsWith(path) ?? false;
  const runs = events.filter((event) => event.name === 'EvaluateScript' && isOf(event));
  const isWithin = (event: TraceEvent) =>
    runs.some(({ tid, ts, dur = 0 }) => event.tid === tid && event.ts >= ts && event.ts < ts + dur);
  const sum = (some: readonly TraceEvent[]) => some.reduce((total, event) => total + msOf(event), 0);
  const calls = events.filter((event) => TASKS.includes(event.name) && isOf(event) && !isWithin(event));
  return {
    all: sum(runs),
    compiling: sum(events.filter((event) => COMPILES.includes(event.name) && isWithin(event))),
    later: sum(calls),
  };
}
