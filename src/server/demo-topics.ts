import type { GOALS, SENTIMENTS } from '../../resources/conversations.ts';
import { demoBase } from './demo-base.ts';

export interface DemoTopic {
  question: string;
  answer: string;
  outcome?: 'answered' | 'unknown';
  goal: (typeof GOALS)[number];
  sentiment: (typeof SENTIMENTS)[number];
  wantedHuman?: boolean;
  rating?: 'up' | 'down';
}

const UNKNOWN = 'Não encontrei essa informação por aqui.';

const informed: DemoTopic[] = demoBase.faqs.map(({ question, answer }) => ({
  question,
  answer,
  goal: 'information',
  sentiment: 'neutral',
}));

export const demoTopics: readonly DemoTopic[] = [
  ...informed,
  {
    question: 'O queijo chegou antes do prazo e estava ótimo, obrigada!',
    answer: 'Que bom saber! Obrigado por contar.',
    goal: 'praise',
    sentiment: 'positive',
    rating: 'up',
  },
  {
    question: 'Adorei a geleia de amora. Vocês têm mais sabores?',
    answer: 'A geleia de amora com pimenta, 240 g, custa R$ 29,90.',
    goal: 'praise',
    sentiment: 'positive',
  },
  {
    question: 'O atendimento de vocês é muito bom',
    answer: 'Obrigado! Se precisar de algo, é só perguntar.',
    goal: 'praise',
    sentiment: 'positive',
  },
  {
    question: 'Meu pedido está atrasado e ninguém responde',
    answer: UNKNOWN,
    outcome: 'unknown',
    goal: 'complaint',
    sentiment: 'negative',
    wantedHuman: true,
    rating: 'down',
  },
  {
    question: 'O pote veio quebrado, quero falar com uma pessoa',
    answer: 'Você pode trocar em até 30 dias após o recebimento. A primeira troca é por nossa conta.',
    goal: 'complaint',
    sentiment: 'negative',
    wantedHuman: true,
  },
  {
    question: 'Vocês entregam em Portugal?',
    answer: UNKNOWN,
    outcome: 'unknown',
    goal: 'information',
    sentiment: 'neutral',
  },
  {
    question: 'Tem opção de queijo sem lactose?',
    answer: UNKNOWN,
    outcome: 'unknown',
    goal: 'information',
    sentiment: 'neutral',
  },
  {
    question: 'Posso divulgar minha feira com vocês?',
    answer: UNKNOWN,
    outcome: 'unknown',
    goal: 'other',
    sentiment: 'neutral',
  },
];
