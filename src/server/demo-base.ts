/** A fictional shop in the mountains. All texts are our own. */
export const demoBase = {
  faqs: [
    {
      question: 'Qual é o prazo de entrega?',
      answer:
        'Entregamos em até 3 dias úteis na Grande São Paulo e em até 8 dias úteis nas demais regiões do Brasil, a contar da confirmação do pagamento.',
    },
    {
      question: 'Vocês entregam aos sábados?',
      answer: 'Sim. Na Grande São Paulo entregamos aos sábados até as 14h, sem custo adicional.',
    },
    {
      question: 'Quanto custa o frete?',
      answer:
        'O frete é grátis em compras acima de R$ 180,00. Abaixo desse valor, custa R$ 14,90 na Grande São Paulo e a partir de R$ 22,50 nas demais regiões.',
    },
    {
      question: 'Como faço para trocar um produto?',
      answer:
        'Você pode trocar em até 30 dias após o recebimento, com o produto sem uso e na embalagem original. Peça a troca em “Meus pedidos”; a primeira troca é por nossa conta.',
    },
    {
      question: 'Quais são as formas de pagamento?',
      answer:
        'Aceitamos Pix (com 5% de desconto), cartão de crédito em até 6 vezes sem juros e boleto bancário à vista.',
    },
    {
      question: 'Vocês têm loja física?',
      answer:
        'Temos, em Campos do Jordão: Avenida dos Pinheiros, 480, Vila Capivari. Abrimos de terça a domingo, das 10h às 19h.',
    },
    {
      question: 'Como falo com uma pessoa da equipe?',
      answer: 'Fale com a gente pelo WhatsApp (12) 99700-4480, de segunda a sexta, das 9h às 18h.',
    },
    {
      question: 'Os queijos precisam de refrigeração?',
      answer:
        'Os queijos frescos, sim: guarde entre 2 °C e 8 °C. Os curados podem ficar até 24 horas fora da geladeira, e por isso viajam em embalagem comum.',
    },
  ],
  files: [
    {
      name: 'manual-de-atendimento.txt',
      text: `EMPÓRIO SERRA AZUL

O Empório Serra Azul vende queijos, geleias, cafés e doces de pequenos produtores da Serra da Mantiqueira desde 2009.

GARANTIA DE FRESCOR

Todo queijo sai da nossa câmara fria com pelo menos 20 dias de validade. Se um produto chegar fora da temperatura ou com a embalagem violada, enviamos outro em até 2 dias úteis ou devolvemos o valor pago, à escolha do cliente.

CLUBE DA SERRA

O Clube da Serra é a nossa assinatura mensal. A cesta pequena custa R$ 89,00 por mês e traz três produtos; a cesta grande custa R$ 159,00 e traz seis. A assinatura pode ser pausada ou cancelada a qualquer momento, sem multa, até o dia 20 de cada mês.

Quem assina o clube tem 10% de desconto na loja e frete grátis em qualquer compra.

PRESENTES E EMPRESAS

Montamos cestas de presente com cartão escrito à mão. Para empresas, pedidos a partir de 20 cestas têm preço especial e prazo de produção de 10 dias úteis. O contato para empresas é presentes@emporio-serra-azul.com.br.

PRODUTOS MAIS PEDIDOS

Queijo da Canastra meia cura, 500 g: R$ 68,00.
Geleia de amora com pimenta, 240 g: R$ 29,90.
Café da Mantiqueira em grãos, torra média, 250 g: R$ 36,50.
Doce de leite de corte, 400 g: R$ 24,00.

VISITAS AO ATELIÊ

Às sextas-feiras recebemos grupos de até 12 pessoas para conhecer a maturação dos queijos. A visita dura 1 hora e 30 minutos, custa R$ 45,00 por pessoa e inclui degustação. É preciso reservar com 3 dias de antecedência.
`,
    },
  ],
};

export const DEMO_BRANCHES = ['Presentes para empresas', 'Visitas ao ateliê'];

export const demoQuestions = [
  ['Qual o prazo de entrega?', 'E vocês entregam no sábado?'],
  ['quanto custa a cesta grande do clube?', 'posso cancelar quando quiser?'],
  ['O queijo chegou quente, e agora?'],
  ['Vocês vendem vinho?'],
];
