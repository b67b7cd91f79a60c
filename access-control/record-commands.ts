import { readFile } from 'node:fs/promises';
import { type Desk, type ExitCode, MISUSE, Misuse, NO, UnusableFile, YES } from './command-desk.ts';
import type { Records } from './records.ts';
import { replayDecisions } from './replay-decisions.ts';
import { holderSentence, refusalSentence, replayedSentence } from './sentences.ts';

export const DAYS_MAX = 90;

function recordsOf({ records }: Desk): Records {
  if (!records) throw new UnusableFile('isso está no banco do servidor: use npm run policy');
  return records;
}

function daysIn(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) throw new Misuse(`--days vai de 1 a ${DAYS_MAX}`);
  return days;
}

export async function printRefusals(desk: Desk, dayList: string): Promise<ExitCode> {
  const days = daysIn(dayList);
  let count = 0;
  for await (const batch of recordsOf(desk).decisions(days)) {
    for (const decision of batch.filter(({ allowed }) => !allowed)) {
      count += decision.count;
      desk.print(refusalSentence(decision));
    }
  }
  desk.print(`${count} recusa(s) em ${days} dia(s)`);
  return YES;
}

export async function printReview(desk: Desk, accountId: string | undefined, onlyUnused: boolean): Promise<ExitCode> {
  if (accountId === undefined) throw new Misuse('falta dizer: a conta');
  const holders = await recordsOf(desk).review(accountId, desk.policy);
  if (!holders) throw new Misuse(`conta: não conheço "${accountId}"`);
  for (const holder of holders) {
    desk.print(holderSentence(holder));
    const unused = holder.rights.filter(({ lastUsedAt }) => lastUsedAt === null);
    if (onlyUnused) for (const { resource, action } of unused) desk.print(`    sem uso: ${resource} ${action}`);
  }
  return YES;
}

export async function replay(desk: Desk, path: string | undefined, dayList: string): Promise<ExitCode> {
  if (path === undefined) throw new Misuse('falta dizer: o arquivo da outra versão');
  const days = daysIn(dayList);
  const records = recordsOf(desk);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Misuse(`não consegui ler ${path}`);
  });
  const result = await replayDecisions(desk.texts.model, text, records.decisions(days));
  if ('faults' in result) {
    for (const { line, problem } of result.faults) desk.print(`${path}:${line}: ${problem}`);
    return MISUSE;
  }
  for (const change of result.replay.changes) desk.print(replayedSentence(change));
  desk.print(`${result.replay.decisions} decisões de ${days} dia(s), ${result.replay.differing} seriam outras`);
  return result.replay.differing === 0 ? YES : NO;
}
