import type { ChosenSuggestion, Suggestion } from '../../shared/chat-protocol.ts';
import { t } from '../providers/i18n.ts';

export type ExplainedOutcome =
  'answered' | 'shown' | 'suggested' | 'unknown' | 'asked_back' | 'small_talk' | 'cut' | 'unpaid' | 'failed';

interface AnsweredExchange {
  outcome: ExplainedOutcome;
  suggestions?: readonly Pick<Suggestion, 'contentId' | 'ordinal' | 'label'>[];
  chosen?: Pick<ChosenSuggestion, 'contentId' | 'ordinal'> | null;
}

export function OutcomeText({ exchange: { outcome, suggestions = [], chosen } }: { exchange: AnsweredExchange }) {
  const chosenSuggestion = suggestions.find(
    ({ contentId, ordinal }) => contentId === chosen?.contentId && ordinal === chosen.ordinal,
  );
  return (
    <p>
      {t(`chat-preview.why.outcomes.${outcome}`)}
      {/* Answers may also have suggestions. That none was chosen matters only if the question was not answered. */}
      {chosenSuggestion && ` ${t('chat-preview.why.chosen', { label: chosenSuggestion.label })}`}
      {!chosenSuggestion && outcome === 'suggested' && ` ${t('chat-preview.why.notChosen')}`}
    </p>
  );
}
