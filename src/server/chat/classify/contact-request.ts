const POLITE =
  'oi|ola|bom dia|boa tarde|boa noite|por favor|eu|quero|queria|gostaria de|preciso|vou|posso|da para|tem como|como|faco para';
const LEAVE_MESSAGE = '((deixar|mandar) )?(um |meu |o meu )?recado|deixar (uma |minha |a minha )?mensagem';
const CAN = '(pode|podem|poderia|poderiam)';
const CALL_BACK = `(que )?((alguem|voces) )?(${CAN} (me ligar|me retornar|entrar em contato( comigo)?)|me (liguem?|retornem?))`;
const STAFF = '(voces|alguem|([ao] )?(equipe|loja|don[ao]|gerente|responsavel|atendente|vendedora?|recepcao|doutora?))';
const LATER = '(hoje|amanha|depois|(assim que|quando) (puder|puderem|der)|por favor)';
const REQUEST = new RegExp(`^((${POLITE}) )*(${LEAVE_MESSAGE}|${CALL_BACK})( (para|com) ${STAFF})?( ${LATER})*$`);

const PERSON =
  '(atendente|humano|alguem|gerente|responsavel|supervisora?|vendedora?|corretora?|consultora?|operadora?)';
const WANTED =
  'oi|ola|bom dia|boa tarde|boa noite|por favor|eu|quero|queria|gostaria|preciso|desejo|me (chama|chame|passa)|chama|chame|falar com|de|um|uma|algum|alguma|o|a';
const NOW = '(por favor|ja|agora|urgente|aqui|humano|real|de verdade)';
const PERSON_CALLED = new RegExp(`^((${WANTED}) )*${PERSON}( ${NOW})*$`);

/** And nothing else: shops are also asked about messages on a gift card, so only whole messages count. */
export const asksForContact = (text: string): boolean => REQUEST.test(text) || PERSON_CALLED.test(text);
