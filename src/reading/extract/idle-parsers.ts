import type { ChildProcess } from 'node:child_process';
import { residentBytes, stop } from './parser-child.ts';

export interface Parser {
  child: ChildProcess;
  files: number;
}
interface IdleParser extends Parser {
  owner: string;
  timer: NodeJS.Timeout;
}

const IDLE_MS = 5_000;
const FILES_MAX = 50;
/** The next file would have less than its share. */
const MEMORY_MAX = 256 * 1024 * 1024;

let idle: IdleParser[] = [];

async function end(parser: IdleParser): Promise<void> {
  idle = idle.filter((other) => other !== parser);
  clearTimeout(parser.timer);
  await stop(parser.child);
}

export async function endIdleBeyond(count: number): Promise<void> {
  while (idle.length > Math.max(0, count)) await end(idle[0]!);
}

/** For a few seconds. False for one that must end: without an owner, after many files or with much memory. */
export function keepIdle({ child, files }: Parser, owner: string | undefined): boolean {
  const isWorn = files >= FILES_MAX || residentBytes(child.pid) > MEMORY_MAX;
  if (owner === undefined || isWorn || !child.connected) return false;
  const parser: IdleParser = { child, files, owner, timer: setTimeout(() => void end(parser), IDLE_MS).unref() };
  for (const event of ['exit', 'error']) child.on(event, () => void end(parser));
  // It does not keep the server from ending.
  child.unref();
  child.channel?.unref();
  idle.push(parser);
  return true;
}

export function takeIdle(owner: string | undefined): Parser | undefined {
  const found = idle.find((parser) => parser.owner === owner);
  if (!found) return undefined;
  idle = idle.filter((parser) => parser !== found);
  clearTimeout(found.timer);
  for (const event of ['exit', 'error']) found.child.removeAllListeners(event);
  found.child.ref();
  found.child.channel?.ref();
  return found;
}
