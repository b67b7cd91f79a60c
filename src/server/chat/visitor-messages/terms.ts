import type { MessageTerms } from '../../../shared/visitor-messages.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { digest } from '../../runtime/secrets.ts';
import { t } from '../../runtime/translate.ts';

/** Our sentence, and the owner's privacy notice. Null while the context takes no messages. */
export function termsOf({ appearance, takesMessages }: WidgetContext): MessageTerms | null {
  if (!takesMessages) return null;
  const { botName, companyName, consent } = appearance;
  const sentence = t('visitor-messages.consent', { company: companyName || botName });
  const text = [sentence, consent?.text].filter(Boolean).join(' ');
  const url = consent?.url ?? '';
  return { text, url, version: digest(`${text} ${url}`).slice(0, 16) };
}
