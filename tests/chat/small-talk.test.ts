import { describe, expect, test } from 'vitest';
import { answerSmallTalk, readSmallTalk } from '../../src/server/chat/question/small-talk.ts';

describe('small talk', () => {
  test.each([
    ['oi', 'greeting'],
    ['Oiiii', 'greeting'],
    ['Olá, bom dia!', 'greeting'],
    ['bom diaaa', 'greeting'],
    ['Oi, tudo bem?', 'wellbeing'],
    ['td bem com vc?', 'wellbeing'],
    ['muito obrigada pela ajuda!!', 'thanks'],
    ['vlw', 'thanks'],
    ['obrigadooo', 'thanks'],
    ['Valeu, tchau!', 'farewell'],
    ['até mais', 'farewell'],
    ['ok, entendi', 'acknowledgement'],
    ['Perfeito 👍', 'acknowledgement'],
    ['fechou', 'acknowledgement'],
    ['👍', 'acknowledgement'],
    ['kkkkkk', 'acknowledgement'],
    ['hahaha obrigada', 'thanks'],
    ['rsrsrs', 'acknowledgement'],
    ['❤️ 👏🏽!', 'acknowledgement'],
    ['vc é um robô?', 'identity'],
    ['Oi, quem é você?', 'identity'],
    ['Com quem estou falando', 'identity'],
    ['o que você faz?', 'ability'],
    ['Como você pode me ajudar?', 'ability'],
    ['vc é 10!', 'praise'],
    ['muito bom', 'praise'],
  ])('"%s" is %s', (message, kind) => {
    expect(readSmallTalk(message)).toBe(kind);
  });

  test.each([
    'oi, qual o horário de vocês?',
    'bom dia, vocês entregam em Recife?',
    'obrigado, mas e a garantia?',
    'como vai ser a entrega?',
    'quem é o dono da loja?',
    'tudo bem trocar o pneu aí?',
    'preciso de ajuda com meu pedido',
    'o que você faz quando a bicicleta quebra?',
    'top case para moto',
    'sim, quero comprar',
    '',
    '???',
    '👍?',
  ])('"%s" is not small talk', (message) => {
    expect(readSmallTalk(message)).toBeNull();
  });

  test('answers with the names of the bot and, if there is one, the company', () => {
    const id = '0192f0c0-0000-7000-8000-000000000000';
    expect(answerSmallTalk('identity', id, { bot: 'Bia', company: 'Pedal & Cia' })).toBe(
      'Sou Bia, um assistente virtual de Pedal & Cia. Respondo com base nas informações que a equipe me deu.',
    );
    expect(answerSmallTalk('identity', id, { bot: 'Bia', company: ' ' })).toContain('um assistente virtual. Respondo');
  });

  test('varies its answers', () => {
    const greetings = [0, 1, 2].map((at) => answerSmallTalk('greeting', `00000${at}`, { bot: 'Bia', company: '' }));
    expect(new Set(greetings).size).toBe(3);
  });
});
