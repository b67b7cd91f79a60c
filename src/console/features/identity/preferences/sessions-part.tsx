import { useQueryClient } from '@tanstack/react-query';
import { Button, List, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OwnSessions } from '../../../../shared/second-factor.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { SESSIONS } from '../second-factor/use-second-factor.ts';
import { deviceOf } from './device-of.ts';

/** Where the user is signed in, with what ends a session or all others. */
export function SessionsPart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useGet<OwnSessions>(SESSIONS);
  const { call, isBusy, busyUrl } = useCall();
  const end = (url: string, successText: string) =>
    call({
      url,
      method: 'delete',
      successText,
      onSettled: () => void client.invalidateQueries({ queryKey: [SESSIONS] }),
    });
  return (
    <PageSection title={t('second-factor.sessions.title')} text={t('second-factor.sessions.text')}>
      <Loaded query={query} waiting={<Skeleton rows={2} />}>
        {({ data: { data } }) => (
          <>
            <List
              size="small"
              dataSource={data}
              rowKey="id"
              renderItem={({ id, isCurrent, userAgent, ip, usedAt }) => {
                const device = deviceOf(userAgent, t);
                const url = `${SESSIONS}/${id}`;
                const endOne = (
                  <Button
                    key="end"
                    type="text"
                    danger
                    loading={busyUrl === url}
                    aria-label={t('second-factor.sessions.endOne', { device })}
                    onClick={() => end(url, t('second-factor.sessions.ended'))}
                  >
                    {t('second-factor.sessions.end')}
                  </Button>
                );
                return (
                  <List.Item
                    style={{ paddingInline: 0 }}
                    actions={
                      isCurrent
                        ? [
                            <Tag key="this" color="success" bordered={false}>
                              {t('second-factor.sessions.this')}
                            </Tag>,
                          ]
                        : [endOne]
                    }
                  >
                    <List.Item.Meta
                      title={device}
                      description={
                        <>
                          {ip && `${ip} · `}
                          {t('second-factor.sessions.used')} <MomentText iso={usedAt} />
                        </>
                      }
                    />
                  </List.Item>
                );
              }}
            />
            {data.length > 1 && (
              <Button
                style={{ marginTop: 8 }}
                loading={isBusy && busyUrl === SESSIONS}
                onClick={() => end(SESSIONS, t('second-factor.sessions.othersEnded'))}
              >
                {t('second-factor.sessions.endOthers')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </PageSection>
  );
}
