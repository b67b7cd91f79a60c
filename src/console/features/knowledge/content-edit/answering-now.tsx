import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';

/** What a question with its answer says to who asks, while the form below holds a change that does not answer yet. */
export function AnsweringNow({ content }: { content: Content }) {
  const { t } = useTranslation();
  const { questionNow, answerNow, contextId } = content;
  // Of what is being trained the notes tell already.
  if (!questionNow || !answerNow || isUnderWay(content)) return null;
  return (
    <section className="answering-now" aria-labelledby="answering-now">
      <h2 id="answering-now">{t('contents.held.title')}</h2>
      <strong>{questionNow}</strong>
      <p className="answering-text">{answerNow}</p>
      <p className="cell-quiet">
        {t('contents.held.text')} <Link to={`/test-questions?contextId=${contextId}`}>{t('contents.held.decide')}</Link>
      </p>
    </section>
  );
}
