import { Card, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PhrasingsAccepted } from '../../../../shared/phrasings.ts';
import { StatusDot } from '../../../components/status-dot.tsx';

/** Shows the answers that the phrasings get after they were accepted. */
export function Proofs({ accepted: { data, left } }: { accepted: PhrasingsAccepted }) {
  const { t } = useTranslation();
  if (data.length === 0) return null;
  const answered = data.filter(({ proof }) => proof.answered).length;
  return (
    <Card role="status" className="part-gap">
      <h2>{t('knowledge-gaps.phrasings.proved', { answered, count: data.length })}</h2>
      <Flex component="ul" vertical gap="small" className="plain phrasing-proofs">
        {data.map(({ id, text, proof }) => (
          <li key={id}>
            <StatusDot tone={proof.answered ? 'good' : 'bad'}>“{text}”</StatusDot>
            <p className="cell-quiet">{proof.answer || t('knowledge-gaps.phrasings.isNot')}</p>
          </li>
        ))}
      </Flex>
      {left > 0 && <p>{t('knowledge-gaps.phrasings.left', { count: left })}</p>}
    </Card>
  );
}
