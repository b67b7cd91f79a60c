/** Texts of a talk with a person */
export const queue = 'Chamamos uma pessoa da equipe.';
export const place = (place: number) => (place === 1 ? 'Você é o próximo.' : `Você é o ${place}º da fila.`);
export const minutes = (minutes: number) =>
  minutes === 1 ? 'Costuma levar cerca de 1 minuto.' : `Costuma levar cerca de ${minutes} minutos.`;
export const talking = (person: string) => `Você está falando com ${person}`;
export const protocol = (protocol: string) => `Protocolo ${protocol}`;
export const stopWaiting = 'Voltar ao assistente';
export const end = 'Encerrar';
export const calling = 'Chamando uma pessoa…';
export const offline = 'Sem conexão. Tentando de novo…';
export const typing = (person: string) => `${person} está escrevendo`;
export const read = 'Lida';
export const sending = 'Enviando…';
export const failed = 'Não foi enviada.';
export const retry = 'Tentar de novo';
export const you = 'Você';
export const arrived = (person: string) => `${person} entrou na conversa.`;
export const waiting = 'Você pediu para falar com uma pessoa.';
export const returned = 'O assistente voltou a responder.';
export const closed = 'Atendimento encerrado. O assistente voltou a responder.';
export const missed = 'Ninguém da equipe conseguiu atender agora.';
export const cancelled = 'Você voltou ao assistente.';
export const helped = 'Isso ajudou?';
export const yes = 'Sim';
export const no = 'Não';
export const thanks = 'Obrigado!';
