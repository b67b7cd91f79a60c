import { type AuditAction, type AuditEntry, callOf } from '../../../../shared/audit.ts';
import { formatList } from '../../../../shared/format.ts';
import { namedAction, namedResource } from '../../../components/policy-labels.tsx';
import { formatDay } from '../../../providers/days.ts';
import { i18n, t } from '../../../providers/i18n.ts';

interface Sentence {
  /** The subject of the sentence: who acted. */
  who: string;
  /** The rest of the sentence. Starts with a verb. */
  did: string;
}

type Detail = AuditEntry['detail'];
const text = (detail: Detail, name: string) =>
  typeof detail[name] === 'string' ? (detail[name] as string) : undefined;
const part = (detail: Detail, name: string) => (detail[name] ?? {}) as Detail;

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns a role's name in pt-BR, or the role itself if it has no translation. */
export const roleWord = (role: string | undefined) => (role ? t(`audit-log.roles.${role}`, role) : '');

/** Returns the name of a kind of job in pt-BR, or the kind itself if it has no translation. */
export const jobWord = (kind: string) => t(`audit-log.jobs.${kind}`, kind);

/**
 * Actions whose sentence depends on the entry. Returns the path of the text below `audit-log.did` and the text's values.
 * All other actions use their own name as the path.
 */
const SENTENCES: Partial<Record<AuditAction, (entry: AuditEntry) => [path: string, values?: object]>> = {
  sign_in: ({ detail }) => {
    const way = text(detail, 'way') ?? '';
    const isOwn = ['password', 'code', 'invitation'].includes(way);
    return isOwn ? [`sign_in.${way}`] : ['sign_in.provider', { provider: capitalized(way) }];
  },
  user_invited: ({ detail, subject }) => {
    const role = roleWord(text(detail, 'role'));
    return [detail.again ? 'user_invited.again' : 'user_invited.first', { subject, role }];
  },
  role_changed: ({ detail, subject }) => {
    const [from, to] = [text(detail, 'from'), text(detail, 'to')];
    if (from === to) return ['role_changed.contexts', { subject }];
    return ['role_changed.role', { subject, from: roleWord(from), to: roleWord(to) }];
  },
  account_deletion_requested: ({ detail }) => {
    const day = text(detail, 'deletesAt');
    return day ? ['account_deletion_requested.dated', { day: formatDay(day) }] : ['account_deletion_requested.plain'];
  },
  visitor_erased: ({ detail }) => ['visitor_erased', { count: Number(detail.conversations ?? 0) }],
  impersonation_started: ({ actorName, userName, subject }) =>
    actorName !== null
      ? ['impersonation_started.inside', { user: userName }]
      : [subject ? 'impersonation_started.outside' : 'impersonation_started.gone', { subject }],
  impersonation_ended: ({ actorName, detail, subject }) => {
    if (actorName === null) return [subject ? 'impersonation_ended.outside' : 'impersonation_ended.gone', { subject }];
    const how = text(detail, 'how') ?? '';
    return [`impersonation_ended.${['signed_out', 'replaced', 'revoked', 'expired'].includes(how) ? how : 'left'}`];
  },
  plan_changed: ({ detail, subject }) => {
    const before = text(part(detail, 'before'), 'plan');
    return before ? ['plan_changed.from', { before, subject }] : ['plan_changed.to', { subject }];
  },
  model_changed: ({ detail, subject }) => {
    const how = text(detail, 'how') ?? '';
    return [`model_changed.${['created', 'deleted'].includes(how) ? how : 'edited'}`, { subject }];
  },
  settings_changed: ({ detail }) => {
    const names = Object.keys(detail).map((name) => t(`audit-log.details.${name}`, name).toLocaleLowerCase('pt-BR'));
    return ['settings_changed', { names: formatList(names) }];
  },
  call_refused: ({ detail }) => {
    const [resource, action] = [text(detail, 'resource') ?? '', text(detail, 'action') ?? ''];
    return ['call_refused', { resource: namedResource(resource), action: namedAction(action) }];
  },
  job_retried: ({ subject }) => ['job_retried', { subject: jobWord(subject ?? '') }],
};

/** What visitors do, who are no users. */
const OF_VISITORS = ['inbox_wait', 'inbox_cancel', 'inbox_leave'];

/**
 * Returns who acted: the user, or the staff member together with the user they acted as. Entries without a person are
 * actions of the platform.
 */
function actorOf({ action, actorName, userName }: AuditEntry): string {
  // Entries of these actions name the account's owner, but the attempt may have been somebody else's.
  if (['sign_in_failed', 'sign_in_refused', 'refresh_token_reused', 'factor_failed'].includes(action))
    return t('audit-log.who.somebody');
  if (OF_VISITORS.includes(action)) return t('audit-log.who.visitor');
  // The name of an API key begins with a small letter: “chave «…»”.
  if (actorName === null) return userName === null ? t('audit-log.who.platform') : capitalized(userName);
  const isInPlace = userName !== null && !action.startsWith('impersonation_');
  return isInPlace
    ? t('audit-log.who.inPlace', { actor: actorName, user: userName })
    : t('audit-log.who.staff', { actor: actorName });
}

/** Returns an action's name in pt-BR. If it has no translation, its verb and resource are named. */
function actionWord(action: string): string {
  const { resource, action: verb } = callOf(action);
  const unnamed = t('audit.call', {
    action: t(`audit.verbs.${verb}`, verb),
    resource: t(`${resource}.title`, resource),
  });
  return t(`audit.actions.${action}`, unnamed);
}

/** Returns an entry as a sentence. If the action has no sentence, its name and subject are used. */
export function sentenceOf(entry: AuditEntry): Sentence {
  const who = actorOf(entry);
  const { action, subject, userName } = entry;
  const [path, values] = SENTENCES[action]?.(entry) ?? [action, { subject: subject ?? userName }];
  const key = `audit-log.did.${path}`;
  const isTold = i18n.exists(key) || i18n.exists(`${key}_other`);
  if (isTold) return { who, did: t(key, { ...values }) };
  const plain = actionWord(action);
  const named = subject ? `${plain} (${subject})` : plain;
  return { who, did: named.charAt(0).toLocaleLowerCase('pt-BR') + named.slice(1) };
}
