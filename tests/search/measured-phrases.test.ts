import { expect, test } from 'vitest';
import { answer, baseOf } from './base-of.ts';

const KENNEL = baseOf(
  'serviços',
  `Recanto dos Bichos | hotel e creche para cães
Sítio em Cotia, 8 mil m² de área verde, monitores 24h e câmeras ao vivo no app.

Tabela (por dia)
Porte | Hotel | Creche
Mini (até 5 kg) | R$ 85 | R$ 60
Pequeno (5 a 10 kg) | R$ 95 | R$ 70
Médio (10 a 25 kg) | R$ 110 | R$ 80

Pacote creche 8 dias/mês: 15% de desconto.`,
);

const COWORKING = baseOf(
  'regras e planos',
  `COWORKING PONTO 12

PLANOS
Integral: R$ 690/mês
Mesa fixa: R$ 950/mês

REGRAS DE USO
1. O acesso 24 horas é exclusivo de Mesa fixa e Sala privativa.
2. Reservas da sala de reunião podem ser canceladas sem custo até 3 horas antes.

CONTRATO
Sem fidelidade no plano Integral: basta avisar com 15 dias. Mesa fixa e Sala privativa têm contrato mínimo de 6 meses; a rescisão antes disso gera multa de uma mensalidade.`,
);

test('answers a phrase with a quantity with the row that suits', () => {
  expect(answer(KENNEL, 'creche pra cachorro de 7kg')).toBe('Pequeno (5 a 10 kg): hotel R$ 95 e creche R$ 70');
});

test('answers a phrase with a quantity with the limit of what it names, without yes or no', () => {
  expect(answer(COWORKING, 'quero sair da mesa fixa com 3 meses')).toMatch(/^Mesa fixa e Sala privativa têm contrato/);
});
