import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateHelpBase } from '../../src/server/chat/help-base/update-help-base.ts';
import type { Suggestion } from '../../src/shared/chat-protocol.ts';
import { HELP_ACCOUNT_ID, HELP_CONTEXT_ID } from '../../src/shared/help.ts';
import { eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';

const ORIGIN = 'https://prosa.example';

/** What people who see the console for the first time ask, and what a right answer or the label of a right article says. */
const TUNED: [question: string, right: RegExp][] = [
  ['posso usar o chatgpt?', /modelo de linguagem/i],
  ['quanto custa o plano profissional', /Profissional.*R\$\s249/s],
  ['por que ele disse que não sabe?', /preferiu não inventar|não encontrou/i],
  ['como coloco no wordpress?', /WordPress|sua plataforma/],
  ['dá pra usar no whatsapp?', /Conectar número|conecto o WhatsApp/i],
  [
    'onde vejo quem mandou mensagem',
    /o que as pessoas perguntaram|recados que os visitantes|quem pediu uma pessoa|Conversas|Recados/,
  ],
  ['como faço pra trocar minha senha', /“Senha”|minha senha/],
  ['quero mudar a cor do chat', /cor da marca|cores do chat/],
  ['como cadastro meus produtos', /Adicionar conteúdo|Buscar páginas|“Arquivos”|Pergunta e resposta/],
  ['tem como importar uma planilha do excel?', /Várias de uma vez|\.xlsx/],
  ['o que são créditos', /pagam as respostas|O que são créditos/],
  ['acabaram meus créditos e agora', /não fica mudo|créditos acabam|avulsos/],
  ['quero cancelar minha assinatura', /Cancelar plano|cancelo meu plano/],
  [
    'minha funcionária pode responder os clientes também?',
    /Editores, administradores|Quem pode atender|Convidar pessoa/,
  ],
  ['como chamo outra pessoa pra mexer na conta', /Convidar pessoa|convido uma pessoa/],
  ['dá pra colocar o link do meu site pra ele ler?', /Buscar páginas|páginas do meu site/],
  ['posso mandar um pdf do cardápio', /PDF/],
  [
    'como eu atendo o cliente eu mesmo no lugar do robô',
    /conversar no lugar do assistente|Deixar visitantes chamarem|ligo o atendimento|Assumir/i,
  ],
  ['o que é lacuna', /grupo de perguntas parecidas|O que é uma lacuna/],
  [
    'o robô respondeu errado, como corrijo?',
    /Melhorar resposta|melhoro uma resposta|corrijo uma resposta|Adicionar pergunta|não é boa/,
  ],
  ['dá pra ter mais de um chatbot?', /cada contexto|um contexto|Criar contexto/i],
  ['meus dados ficam seguros?', /ficam guardadas na sua conta|só quem trabalha|equipe da Prosa pode entrar/i],
  ['como apago uma conversa de um cliente', /“Apagar visitante”|apago as conversas/],
  ['o cliente pode fazer o pedido pelo chat?', /pedido|recado/i],
  ['como troco o nome do meu robô', /O essencial|mudo o nome/],
  ['como mudo a mensagem de boas vindas', /Mensagens|boas-vindas/],
  ['não recebi o email de confirmação', /spam|código de confirmação/],
  ['ele funciona de madrugada?', /24 horas|dia e noite|a qualquer hora/i],
  ['onde vejo quantas conversas tive esse mês', /hoje, 7, 30|números do início|Uso e avisos/],
  ['posso testar antes de colocar no ar?', /testo as respostas|Pergunte no chat desta tela/],
  ['por que meu conteúdo está com erro', /motivo|situação de cada conteúdo|não foi lido/i],
  ['demora quanto pra ele aprender uma coisa nova?', /segundos|Quanto tempo demora/],
  ['como tiro a foto do robozinho', /foto/i],
  ['que que é base de conhecimento', /o que o assistente (do contexto )?sabe|um assistente sabe/i],
  ['dá pra ligar com meu sistema por api?', /chave de API|Chaves de API|pela API/i],
  ['tem teste grátis?', /Grátis|gratuito/],
  ['como baixo minhas conversas', /Exportar|exporto as conversas/],
  ['o chat não aparece no meu site', /Conferir site|sites autorizados|código está mesmo na página/],
  ['qual a diferença dos planos', /Essencial|o que cada plano/],
  ['quero que avise no meu email quando alguém pedir atendente', /recebem um e-mail|chegou um recado/],
  ['o que o administrador pode fazer que o atendente não pode', /Administrador cuida|cada perfil/],
];
/** The help was written without them. */
const UNSEEN: [question: string, right: RegExp][] = [
  ['ele responde em inglês?', /inglês|idioma|língua/i],
  ['como coloco o chat na minha loja da nuvemshop', /Nuvemshop|sua plataforma/],
  ['quem pode ver as conversas dos clientes?', /Leitor|cada perfil|só quem trabalha/],
  ['quantas mensagens cabem no plano grátis', /Grátis.*40|200/s],
  ['preciso saber programar?', /copia e cola|saber programar/],
  ['posso usar o gemini ou o claude', /modelo de linguagem/i],
  ['esqueci a senha', /Esqueci|nova senha|redefin/i],
  ['como faço ele parar de responder um tempo', /Pausar o atendimento|pauso o atendimento/],
  ['o que é uma coleção', /coleç/i],
  ['como cadastro perguntas frequentes', /Pergunta e resposta|resposta exata|Várias de uma vez/],
  ['cliente mandou áudio, ele entende?', /áudio/i],
  ['como sei se os clientes gostaram', /satisfeitos|ajudou/],
  ['quero excluir minha conta', /Encerrar conta|encerro minha conta/],
  ['dá pra mudar de plano depois?', /Mudar de plano|mudo de plano/],
  [
    'meu site é grande, ele lê todas as páginas?',
    /limite do plano|Escolha as páginas|Buscar páginas|páginas do meu site/,
  ],
  ['atualizei o preço no site, ele muda sozinho?', /semana|atualizada/],
  ['como faço pra ele pegar o telefone do cliente', /recado|deixa nome, e-mail ou WhatsApp/],
  ['onde coloco o código', /fim da página|instalo o chat/],
  ['tem suporte? com quem eu falo', /suporte/],
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1' } });
  await updateHelpBase(server.services);
  const { pool } = server.services.db;
  const waiting = `select 1 from contents where account_id = $1 and (status <> 'done' or trained_version <> version)`;
  await until(async () => (await pool.query(waiting, [HELP_ACCOUNT_ID])).rows.length === 0, 60_000);
}, 120_000);
afterAll(() => server?.close());

async function outcomeOf([question, right]: (typeof TUNED)[number], at: number) {
  const answer = await server.call({
    method: 'POST',
    url: `/api/widgets/${HELP_CONTEXT_ID}/messages`,
    headers: { origin: ORIGIN, 'x-forwarded-for': `203.0.113.${at + 1}` },
    payload: { question },
  });
  expect(answer.status).toBe(200);
  const events = eventsOf(answer.text);
  const done = events.find(({ event }) => event === 'done')!.data;
  const offered: Suggestion[] = events.find(({ event }) => event === 'suggestions')?.data ?? [];
  const shown = [textOf(answer), ...offered.flatMap(({ label, excerpt }) => [label, excerpt])];
  const isHelped = shown.some((text) => right.test(text)) && done.outcome !== 'unknown';
  return { question, isHelped, isWrong: !isHelped && done.outcome === 'answered' };
}

it.each([
  ['those it was written for', TUNED],
  ['unseen ones', UNSEEN],
])('helps with 85 % of the questions of newcomers, %s, and answers none wrongly', async (_, questions) => {
  const outcomes = [];
  for (const [at, one] of questions.entries()) outcomes.push(await outcomeOf(one, at));
  const missed = outcomes.filter(({ isHelped }) => !isHelped).map(({ question }) => question);
  expect(outcomes.filter(({ isWrong }) => isWrong).map(({ question }) => question)).toEqual([]);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(questions.length * 0.15);
});
