import type { Expectation } from './cases.ts';
import type { ChangedVerdict } from './compare-policies.ts';
import type { Change, Policy, Principal } from './policy.ts';
import type { Fault, Grant } from './policy-rows.ts';
import type { Proof, RowChange } from './prove-invariants.ts';
import type { NamedHolder } from './records.ts';
import type { LoggedDecision, ReplayedChange } from './replay-decisions.ts';
import { EVERY, FRESH_FLAG, IMPERSONATED_FLAG, NO_FLAG, SELF_FLAG, type Situation } from './vocabulary.ts';

const VERBS: Record<string, string> = {
  view: 'ver',
  manage: 'gerenciar',
  list: 'listar',
  show: 'ver',
  create: 'criar',
  edit: 'editar',
  delete: 'excluir',
  read: 'ler',
  write: 'escrever',
};

export function actionPhrase(resource: string, action: string): string {
  if (resource === EVERY) return 'tudo';
  const verb = VERBS[action];
  return verb ? `${verb} ${resource}` : `fazer "${action}" em ${resource}`;
}

export function condition(flag: string): string {
  if (flag === NO_FLAG) return 'em qualquer plano';
  if (flag === IMPERSONATED_FLAG) return 'em nome de um cliente';
  if (flag === FRESH_FLAG) return 'em sessão própria confirmada há pouco';
  return flag === SELF_FLAG ? 'em sessão própria' : `com ${flag} no plano`;
}

export const grantSentence = ({ role, flag, resource, action }: Grant) =>
  `${role}, ${condition(flag)}, pode ${actionPhrase(resource, action)}`;

/** Staff act in a customer's account as its OWNER. */
export function situationPhrase(situation: Situation, role: string): string {
  if (situation === 'customer') return `em nome de um cliente, como ${role}`;
  if (situation === 'key') return 'com chave de API';
  return role === 'ANYONE' ? 'sem sessão' : 'na própria conta';
}

interface Check {
  policy: Policy;
  grants: readonly Grant[];
  principal: Principal;
  situation: Situation;
  change: Change | null;
}

/** With the deciding row or the smallest change that would allow the action. */
export function answerSentence(check: Check, resource: string, action: string): string {
  return `${situationPhrase(check.situation, check.principal.role)}: ${verdictSentence(check, resource, action)}`;
}

function verdictSentence({ policy, grants, principal, change }: Check, resource: string, action: string): string {
  const verdict = policy.explain(principal, resource, action);
  if (verdict.allowed) {
    const grant = grants.find(({ row }) => row.line === verdict.line);
    if (!grant) return `sim: ${verdict.because}`;
    const heritage = grant.role === principal.role ? '' : `, e ${principal.role} herda de ${grant.role}`;
    return `sim: ${grantSentence(grant)} (linha ${verdict.line})${heritage}`;
  }
  const refusal = verdict.refusal === 'plan' ? 'não, por plano' : 'não, por papel';
  const parts = [];
  if (change && change.role !== principal.role) parts.push(`ter o papel ${change.role}`);
  if (change?.flag === SELF_FLAG) parts.push('entrar em sessão própria');
  else if (change?.flag === FRESH_FLAG) parts.push('confirmar há pouco, em sessão própria, quem é');
  else if (change?.flag) parts.push(`ter um plano com ${change.flag}`);
  const advice = parts.length > 0 ? `menor mudança que permitiria: ${parts.join(' e ')}` : 'nenhuma mudança permitiria';
  return `${refusal}: ${principal.role} não pode ${actionPhrase(resource, action)}; ${advice}`;
}

const ANSWERS: Record<Expectation, string> = { yes: 'sim', no: 'não', plan: 'não, por plano' };

/** "WRITER com self: editar contents: antes não, agora sim". */
export function changeSentence({ role, flags, resource, action, before, after }: ChangedVerdict): string {
  const withFlags = flags.length > 0 ? ` com ${flags.join(', ')}` : '';
  return `${role}${withFlags}: ${actionPhrase(resource, action)}: antes ${ANSWERS[before]}, agora ${ANSWERS[after]}`;
}

export function replayedSentence({
  role,
  resource,
  action,
  before,
  after,
  count,
  people,
  example,
}: ReplayedChange): string {
  const affected = people.slice(0, 3).map(({ who, account, count: times }) => `${who} (${account}): ${times}`);
  const others = people.length > affected.length ? ` e mais ${people.length - affected.length}` : '';
  return [
    `${count}× ${role}: ${actionPhrase(resource, action)}: foi ${ANSWERS[before]}, seria ${ANSWERS[after]}`,
    `    ${affected.join(', ')}${others}; a última em ${example.at}, pedido ${example.requestId}`,
  ].join('\n');
}

export const refusalSentence = ({
  at,
  who,
  account,
  role,
  flags,
  resource,
  action,
  requestId,
}: LoggedDecision): string =>
  `${at} ${who} (${account}), ${role}${flags.length > 0 ? ` com ${flags.join(', ')}` : ''}: não pôde ${actionPhrase(resource, action)}; pedido ${requestId}`;

export function holderSentence({ kind, name, role, since, givenBy, lastUsedAt, rights }: NamedHolder): string {
  const unused = rights.filter((right) => right.lastUsedAt === null).length;
  const from = givenBy ? ` por ${givenBy}` : '';
  return `${role} ${name} (${kind}): desde ${since}${from}; último uso ${lastUsedAt ?? 'desconhecido'}; ${rights.length} direitos, ${unused} sem uso em 90 dias`;
}

/** With the number of checks, or the first counterexample and its row. */
export function proofSentence({ invariant, counterexamples, checks }: Proof): string {
  const [first] = counterexamples;
  if (!first) return `provado: ${invariant.sentence} (${checks} perguntas)`;
  const { role, flags, resource, action, row } = first;
  const withFlags = flags.length > 0 ? ` com ${flags.join(', ')}` : '';
  const example = `${role}${withFlags} pode ${actionPhrase(resource, action)} (linha ${row.line}: ${row.text})`;
  const others = counterexamples.length > 1 ? `; e mais ${counterexamples.length - 1}` : '';
  return `falso: ${invariant.sentence} (invariants.csv:${invariant.line}): ${example}${others}`;
}

export function mendSentence(change: RowChange | null): string {
  if (!change) return '  nenhuma mudança de uma linha só resolve';
  const { line, before, after, changed } = change;
  const deed = after ? `trocar a linha ${line} por "${after}"` : `tirar a linha ${line} (${before})`;
  return `  menor mudança que resolve: ${deed}; ${changed} resposta(s) mudariam`;
}

/** Returns a fault as text: "policy.csv:12: papel desconhecido: WRITTER". */
export const faultSentence = ({ file, line, problem }: Fault) => `${file}:${line}: ${problem}`;

export const USAGE = `Perguntas à política de acesso:
  npm run policy -- can PAPEL RECURSO AÇÃO [--flags a,b]  pode ou não pode, e por quê: na própria conta, em nome de um
                                                          cliente e com chave de API (--flags self ou impersonated: só lá)
  npm run policy -- who RECURSO AÇÃO [--csv]              quem pode, e por qual linha
  npm run policy -- table [--csv]                         tudo o que se pode perguntar, por papel
  npm run policy -- keys [--csv]                          tudo o que uma chave de API pode, por papel da chave
  npm run policy -- compare ANTES.csv [--csv]             o que mudou de outra versão de policy.csv para esta
  npm run policy -- replay OUTRA.csv [--days N]           o que outra versão teria decidido nos últimos N dias (até 90)
  npm run policy -- rights PAPEL [--flags a,b]            tudo o que um papel pode, em cada situação
  npm run policy -- refusals [--days N]                   o que foi recusado nos últimos N dias, a quem
  npm run policy -- review CONTA [--unused]               quem, pelo nome, tem direitos numa conta, e quais ninguém usa
  npm run policy -- lint                                  confere model.conf e cada linha de policy.csv e cases.csv
  npm run -s policy -- cases                              os casos que faltam às linhas, para conferir e pôr em cases.csv
  npm run policy -- prove                                 prova as regras de invariants.csv para todos os papéis e planos
  npm run policy -- test                                  faz as perguntas de cases.csv e prova invariants.csv
Saída: 0 sim (ou nada mudou), 1 não (ou algo mudou), 2 pergunta malfeita.`;
