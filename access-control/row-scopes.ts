import { resources } from '../resources/index.ts';
import type { Situation } from './vocabulary.ts';

/** The caller's contexts, their account, themselves, all accounts, or rows of no account. */
export type RowScope = 'contexts' | 'account' | 'person' | 'platform' | 'none';

/** Resources without a declaration in `resources/`. */
const UNDECLARED: Readonly<Record<string, RowScope>> = {
  health: 'none',
  'api-description': 'none',
  policy: 'none',
  plans: 'none',
  session: 'person',
  profile: 'person',
  'weekly-mail': 'person',
  chat: 'contexts',
  inbox: 'contexts',
  handover: 'contexts',
  'seo-evaluations': 'contexts',
  'widget-origins': 'contexts',
  'public-page': 'contexts',
  appearance: 'contexts',
  'identity-secret': 'contexts',
  'widget-images': 'contexts',
  limits: 'contexts',
  'credit-limits': 'contexts',
  dashboard: 'contexts',
  'interaction-monitoring': 'contexts',
  improvements: 'contexts',
  phrasings: 'contexts',
  account: 'account',
  'access-review': 'account',
  subscription: 'account',
  'model-choice': 'platform',
  impersonation: 'platform',
  'account-credits': 'platform',
  'account-sessions': 'platform',
  'general-settings': 'platform',
  'usage-figures': 'platform',
  'billing-figures': 'platform',
  webhooks: 'platform',
  sandbox: 'platform',
  'sandbox-clock': 'platform',
  'billing-events': 'platform',
};

const DECLARED = new Map(
  resources.map(({ name, scope, narrowedTo }): [string, RowScope] => [
    name,
    scope === 'context' ? 'contexts' : (narrowedTo ?? scope),
  ]),
);

/** Throws for a resource that states none: its answers would be incomplete. */
export function rowScopeOf(resource: string): RowScope {
  const scope = DECLARED.get(resource) ?? UNDECLARED[resource];
  if (!scope)
    throw new Error(`${resource} states no rows: declare it in resources/ or in access-control/row-scopes.ts`);
  return scope;
}

const PHRASES: Readonly<Record<Situation, Readonly<Record<RowScope, string>>>> = {
  own: {
    contexts: 'nas linhas dos contextos da pessoa',
    account: 'nas linhas da própria conta',
    person: 'só nas linhas da própria pessoa',
    platform: 'em todas as contas',
    none: 'sem dados de nenhuma conta',
  },
  customer: {
    contexts: 'nas linhas dos contextos da conta do cliente',
    account: 'nas linhas da conta do cliente',
    person: 'só nas linhas da pessoa em cujo lugar está',
    platform: 'em todas as contas',
    none: 'sem dados de nenhuma conta',
  },
  key: {
    contexts: 'nas linhas dos contextos da chave',
    account: 'nas linhas da conta da chave',
    person: 'só nas linhas de quem criou a chave',
    platform: 'em todas as contas',
    none: 'sem dados de nenhuma conta',
  },
};

/** `isPublic`: the server reads no session, whoever calls. */
export function rowsPhrase(resource: string, situation: Situation, isPublic: boolean): string {
  const scope = rowScopeOf(resource);
  if (!isPublic || scope === 'none') return PHRASES[situation][scope];
  return scope === 'contexts'
    ? 'nas linhas do contexto do chat'
    : 'só nas linhas a que o código, o link ou a assinatura do pedido dá acesso';
}
