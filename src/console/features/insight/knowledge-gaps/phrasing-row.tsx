import { Button, Card, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Phrasing } from '../../../../shared/phrasings.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';

interface PhrasingRowProps {
  phrasing: Phrasing;
  isBusy: boolean;
  accept?: () => void;
  reject?: () => void;
}

/** A phrasing, the content that visitors chose for it, and how many visitors did. */
export function PhrasingRow({ phrasing, isBusy, accept, reject }: PhrasingRowProps) {
  const { t } = useTranslation();
  const { text, contentId, contentTitle, people, lastAt, state, proof } = phrasing;
  const isAccepted = state === 'accepted';
  return (
    <li>
      <Card size="small">
        <Flex wrap justify="space-between" align="center" gap="small">
          <div className="fill" style={{ flexBasis: 240 }}>
            <p>
              <Typography.Text strong>“{text}”</Typography.Text> <span aria-hidden="true">→</span>{' '}
              <Link to={`/knowledge-base/content/edit/${contentId}`}>{contentTitle}</Link>
            </p>
            <p className="cell-small">
              {t('knowledge-gaps.phrasings.people', { count: people })} · <MomentText iso={lastAt} />
            </p>
            {isAccepted && proof && (
              <StatusDot tone={proof.answered ? 'good' : 'bad'}>
                {t(`knowledge-gaps.phrasings.${proof.answered ? 'isAnswered' : 'isNot'}`)}
              </StatusDot>
            )}
          </div>
          {(accept || reject) && (
            <Flex gap={4}>
              {accept && !isAccepted && (
                <Button
                  icon={<Icon name="check" />}
                  disabled={isBusy}
                  onClick={accept}
                  aria-label={t('knowledge-gaps.phrasings.acceptOne', { text })}
                >
                  {t('knowledge-gaps.phrasings.accept')}
                </Button>
              )}
              {reject && state !== 'rejected' && (
                <Button
                  type="text"
                  disabled={isBusy}
                  onClick={reject}
                  aria-label={t('knowledge-gaps.phrasings.rejectOne', { text })}
                >
                  {t(`knowledge-gaps.phrasings.${isAccepted ? 'takeBack' : 'reject'}`)}
                </Button>
              )}
            </Flex>
          )}
        </Flex>
      </Card>
    </li>
  );
}
