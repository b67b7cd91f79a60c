import type { StopLimit } from '../../../shared/limits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import type { Tx } from '../../db/tenant.ts';
import { queueEmail } from '../../mail/emails.ts';
import { clockOf, dayOf } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import type { NoticeRecipient } from './notice-recipients.ts';
import { limitSentence } from './sentence.ts';
import { answersWithoutCredits } from './without-credits.ts';

interface StopNews {
  limit: Exclude<StopLimit, 'deactivated'>;
  at: Date;
  visitors: number;
}

function timeOf(at: Date): string {
  const day = dayOf(at);
  const shown = { time: clockOf(at), day: day.split('-').reverse().slice(0, 2).join('/') };
  return t(day === dayOf(new Date()) ? 'mails.stopped.time' : 'mails.stopped.dayAndTime', shown);
}

function templateValues(context: WidgetContext, { limit, at, visitors }: StopNews) {
  const isOfCredits = limit === 'credits' || limit === 'plan';
  const isReduced = isOfCredits && answersWithoutCredits(context);
  const what = t(`mails.stopped.what.${isReduced ? limit : 'chat'}`, { assistant: context.name });
  const sentence = limitSentence(context, isOfCredits ? 'credits' : limit);
  const why = t(`mails.stopped.why.${limit}`);
  const then = isReduced ? t('mails.stopped.reduced') : t('mails.stopped.read', { sentence });
  const unserved = visitors > 0 ? t('mails.stopped.unserved', { count: visitors }) : '';
  return { what, time: timeOf(at), unserved, why, then };
}

export async function queueStopMail(
  tx: Tx,
  { publicUrl }: Pick<Services, 'publicUrl'>,
  context: WidgetContext,
  people: readonly NoticeRecipient[],
  news: StopNews,
): Promise<void> {
  const values = { ...templateValues(context, news), url: `${publicUrl()}/settings/usage` };
  for (const { name, email } of people) await queueEmail(tx, context.accountId, email, 'stopped', { name, ...values });
}
