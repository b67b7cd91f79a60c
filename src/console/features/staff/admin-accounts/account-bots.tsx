import { Card, Flex, Typography } from 'antd';
import { type AccountHealth, type BotHealth, STOPPING } from '../../../../shared/account-page.ts';
import { formatCount } from '../../../../shared/format.ts';
import { Facts } from '../../../components/facts.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useGet } from '../../../components/use-get.ts';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { Nothing } from '../../../resource/cell-line.tsx';

const usedOf = ({ used, limit }: BotHealth['daily']) =>
  limit === null
    ? t('admin-accounts.bots.usedOpen', { used: formatCount(Math.floor(used)) })
    : t('admin-accounts.bots.used', { used: formatCount(Math.floor(used)), limit: formatCount(limit) });

/** Why the bot does not answer, or not as it should, one sentence each. */
function Findings({ bot, creditsLeft }: { bot: BotHealth; creditsLeft: number }) {
  const { findings, pausedUntil, refusedSite, failed, contents, withoutCredits } = bot;
  if (findings.length === 0) return <StatusDot tone="good">{t('admin-accounts.bots.fine')}</StatusDot>;
  const values = {
    until: pausedUntil && fullDate(pausedUntil),
    site: refusedSite,
    failed: formatCount(failed),
    contents: formatCount(contents.failed),
    left: formatCount(creditsLeft),
    still: t(`admin-accounts.bots.still.${withoutCredits}`),
  };
  return (
    <Flex vertical gap={4} component="ul" className="plain">
      {findings.map((name) => (
        <li key={name}>
          <StatusDot tone={STOPPING.includes(name) ? 'bad' : 'waiting'}>
            {t(`admin-accounts.bots.findings.${name}`, values)}
          </StatusDot>
        </li>
      ))}
    </Flex>
  );
}

function Bot({ bot, model, creditsLeft }: { bot: BotHealth; model: string; creditsLeft: number }) {
  const { name, lastQuestionAt, questions, unanswered, failed, contents, sites, installedAt } = bot;
  const facts = {
    model,
    lastQuestionAt: lastQuestionAt ? <MomentText iso={lastQuestionAt} /> : <Nothing />,
    day: t('admin-accounts.bots.asked', {
      questions: formatCount(questions),
      unanswered: formatCount(unanswered),
      failed: formatCount(failed),
    }),
    contents: t('admin-accounts.bots.trained', {
      done: formatCount(contents.done),
      waiting: formatCount(contents.waiting),
      failed: formatCount(contents.failed),
    }),
    daily: usedOf(bot.daily),
    monthly: usedOf(bot.monthly),
    credits: usedOf(bot.credits),
    sites: sites.length > 0 ? sites.join(', ') : <Nothing />,
    installedAt: installedAt ? <MomentText iso={installedAt} /> : <Nothing />,
  };
  return (
    <Card role="region" aria-label={name} title={<Typography.Title level={3}>{name}</Typography.Title>}>
      <Flex vertical gap="middle">
        <Findings bot={bot} creditsLeft={creditsLeft} />
        <Facts texts="admin-accounts.bots" facts={facts} column={{ xs: 1, sm: 2, xl: 3 }} />
      </Flex>
    </Card>
  );
}

/** Each bot of the account: whether it answers, and if not, why. */
export function AccountBots({ accountId }: { accountId: string }) {
  const query = useGet<AccountHealth>(`/admin/accounts/${accountId}/health`);
  return (
    <Loaded query={query} waiting={<SkeletonBlock height={280} />} isRefreshed>
      {({ data: { bots, model, creditsLeft } }) => (
        <Flex vertical gap="middle">
          {bots.length === 0 && <Typography.Text type="secondary">{t('admin-accounts.bots.none')}</Typography.Text>}
          {bots.map((bot) => (
            <Bot key={bot.id} bot={bot} model={model ?? t('admin-accounts.bots.embedded')} creditsLeft={creditsLeft} />
          ))}
        </Flex>
      )}
    </Loaded>
  );
}
