import type { WidgetAppearance } from '../shared/appearance.ts';
import { externalLink, safeAddress } from './address.ts';
import type { Avatars } from './avatars.ts';
import { button, element, empty, icon } from './element.ts';
import { drawReply, drawRetry } from './exchange.ts';
import { ARROW } from './icons.ts';
import type { FirstOffers } from './mount.ts';
import * as words from './words.ts';

interface Intro {
  readonly element: HTMLElement;
  applyAppearance(appearance: WidgetAppearance, avatars: Avatars): void;
  setEmpty(isEmpty: boolean): void;
  setHistory(state: 'loading' | 'ready' | 'failed'): void;
}

interface IntroActs {
  ask: (question: string) => void;
  readAgain: () => void;
}

export function drawIntro({ topics, talk, message, hasContact }: FirstOffers, acts: IntroActs): Intro {
  const welcome = element('div');
  const offers = element('div', { class: 'offers' });
  const history = element('div', { class: 'history' });
  return {
    element: element('div', { class: 'intro' }, [welcome, offers, history]),
    applyAppearance(appearance, avatars) {
      empty(welcome);
      const text = element('div', { class: 'answer welcome' }, [appearance.messages.welcome]);
      welcome.appendChild(drawReply(avatars, text));
      empty(offers);
      if (topics) offers.appendChild(element('p', { class: 'label' }, [topics]));
      if (appearance.exampleQuestion) offers.appendChild(drawExample(appearance, acts.ask));
      const { suggestions } = appearance;
      if (Array.isArray(suggestions) && suggestions.length > 0) {
        offers.appendChild(drawSuggestions(suggestions, acts.ask));
      }
      const { person } = appearance;
      const hasPerson = talk || message || hasContact || person?.email || person?.whatsapp;
      if (hasPerson) offers.appendChild(button({ class: 'text-button' }, [words.person], () => acts.ask(words.person)));
    },
    setEmpty(isEmpty) {
      offers.hidden = !isEmpty;
    },
    setHistory(state) {
      empty(history);
      if (state === 'loading') {
        const lines = [element('span'), element('span'), element('span')];
        history.appendChild(element('div', { class: 'loading', role: 'status', 'aria-label': words.loading }, lines));
      } else if (state === 'failed') {
        const message = element('p', {}, [words.historyFailed]);
        history.appendChild(element('div', { class: 'notice quiet' }, [message, drawRetry(acts.readAgain)]));
      }
    },
  };
}

function drawExample(
  { exampleQuestion, exampleAnswer }: WidgetAppearance,
  ask: (question: string) => void,
): HTMLElement {
  const lines = [element('span', { class: 'label' }, [words.example]), element('strong', {}, [exampleQuestion])];
  if (exampleAnswer) lines.push(element('span', { class: 'gist' }, [exampleAnswer]));
  return button({ class: 'example' }, [element('span', { class: 'lines' }, lines), icon(ARROW, 18)], () =>
    ask(exampleQuestion),
  );
}

function drawSuggestions(suggestions: readonly string[], ask: (question: string) => void): HTMLElement {
  const drawn = element('div', { class: 'suggestions', role: 'group', 'aria-label': words.suggestions });
  for (const question of suggestions) {
    drawn.appendChild(button({ class: 'suggestion' }, [String(question)], () => ask(String(question))));
  }
  return drawn;
}

export function drawConsent({ consent }: WidgetAppearance): HTMLElement | undefined {
  const href = consent?.url ? safeAddress(consent.url) : undefined;
  const isWeb = href !== undefined && /^https?:/.test(href);
  if (!consent || (!consent.text && !isWeb)) return undefined;
  const drawn = element('p', {}, consent.text ? [consent.text, ' '] : []);
  if (isWeb) drawn.appendChild(externalLink(href, [words.privacy]));
  return drawn;
}
