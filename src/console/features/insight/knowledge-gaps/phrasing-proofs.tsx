import { useTranslation } from 'react-i18next';
import type { PhrasingsAccepted } from '../../../../shared/phrasings.ts';
import { StatusDot } from '../../../components/status-dot.tsx';

/** What the phrasings that were just accepted are answered with: each was asked again. */
export function Proofs({ accepted: { data, left } }: { accepted: PhrasingsAccepted }) {
  const { t } = useTranslation();
  if (data.length === 0) return null;
  const answered = data.filter(({ proof }) => proof.answered).length;
  return (
    <section className="phrasing-proofs" role="status">
      <h2>{t('knowledge-gaps.phrasings.proved', { answered, count: data.length })}</h2>
      <ul>
        {data.map(({ id, text, proof }) => (
          <li key={id}>
            <StatusDot tone={proof.answered ? 'good' : 'bad'}>“{text}”</StatusDot>
            <p>{proof.answer || t('knowledge-gaps.phrasings.isNot')}</p>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{t('knowledge-gaps.phrasings.left', { count: left })}</p>}
    </section>
  );
}
