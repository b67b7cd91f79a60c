import { Switch, Tag } from 'antd';
import type { OwnSessions } from '../../../../shared/second-factor.ts';
import { CallButton } from '../../../components/buttons.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { FactorList, SESSIONS, useSecondFactor } from '../second-factor/factor-list.tsx';
import { type Account, useAccountChanged } from './account-part.tsx';

export function SecurityPart() {
  const query = useSecondFactor();
  return (
    <PageSection title={t('second-factor.title')} text={t('second-factor.text')}>
      <Loaded query={query} rows={3}>
        {({ data }) => <FactorList factors={data} />}
      </Loaded>
    </PageSection>
  );
}

/** Whether everybody in the account must have a second factor. */
export function AccountRulePart({ account }: { account: Account }) {
  const changed = useAccountChanged();
  const { call, isBusy } = useCall();
  const set = (required: boolean) =>
    call({
      url: '/account/second-factor',
      method: 'put',
      values: { required },
      successText: t(`second-factor.rule.${required ? 'on' : 'off'}`),
      onSettled: () => void changed(),
    });
  return (
    <PageSection title={t('second-factor.rule.title')} text={t('second-factor.rule.text')}>
      <Switch
        aria-label={t('second-factor.rule.title')}
        checked={account.requiresFactor}
        loading={isBusy}
        onChange={set}
      />
    </PageSection>
  );
}

/** The first that matches: Edge and Opera also name Chrome, and Chrome names Safari. */
const BROWSERS = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Returns "Chrome, Windows" for a user agent, as far as it is known. */
function deviceOf(userAgent: string | null): string {
  const named = [BROWSERS, SYSTEMS].flatMap((kinds) => kinds.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? []);
  return named.length > 0 ? named.join(', ') : t('second-factor.sessions.unknown');
}

/** Where the user is signed in, with what ends a session or all others. */
export function SessionsPart() {
  const query = useGet<OwnSessions>(SESSIONS);
  const ending = (url: string, successText: string) => ({
    changes: [SESSIONS],
    call: { url, successText, method: 'delete' as const },
  });
  return (
    <PageSection title={t('second-factor.sessions.title')} text={t('second-factor.sessions.text')}>
      <Loaded query={query} rows={2}>
        {({ data: { data } }) => (
          <>
            <ItemList
              className="list-flush"
              size="small"
              rows={data}
              item={({ id, isCurrent, userAgent, ip, usedAt }) => {
                const device = deviceOf(userAgent);
                return {
                  key: id,
                  title: device,
                  text: (
                    <>
                      {ip && `${ip} · `}
                      {t('second-factor.sessions.used')} <MomentText iso={usedAt} />
                    </>
                  ),
                  extra: isCurrent ? (
                    <Tag color="success" bordered={false}>
                      {t('second-factor.sessions.this')}
                    </Tag>
                  ) : (
                    <CallButton
                      type="text"
                      danger
                      aria-label={t('second-factor.sessions.endOne', { device })}
                      {...ending(`${SESSIONS}/${id}`, t('second-factor.sessions.ended'))}
                    >
                      {t('second-factor.sessions.end')}
                    </CallButton>
                  ),
                };
              }}
            />
            {data.length > 1 && (
              <CallButton style={{ marginTop: 8 }} {...ending(SESSIONS, t('second-factor.sessions.othersEnded'))}>
                {t('second-factor.sessions.endOthers')}
              </CallButton>
            )}
          </>
        )}
      </Loaded>
    </PageSection>
  );
}
