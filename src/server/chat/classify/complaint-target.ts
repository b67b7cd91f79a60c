const BUSINESS =
  /\b(voces?|loja|atendentes?|atendid[oa]s?|atendimento|balconista|fila|garcom|garconete|cozinha|recepcao|recepcionista|portaria|entregador|motoboy|gerente|vendedora?|tecnico|instalador|instrutora?|professora?|equipe|pedido|entrega|encomenda|encomendei|compra|comprei|mercadoria|produto|pedi|paguei|cobr(aram|ad[oa]|anca)|reserva|consulta|marmita|marmitex|mensalidade|servico|matricula|fatura|boleto|orcamento|tosa|assinatura|aplicativo|suporte|sac|estorno|reembolso|sinal|prazo|([oa]s?|d[oa]s?|n[oa]s?) (comida|pratos?|quarto|conta|caixa|aulas?))\b|\b(levei|deixei|busquei|voltou|voltei|fui|fomos|estive|estivemos|veio) (\w+ ){0,3}(ai|dai)\b/;
/** Somebody else caused the problem, it is long ago or the visitor's own doing, or they are no customer yet. */
const ELSEWHERE =
  /\b(outr[oa]s? (loja|lugar|site|empresa|clinica|restaurante|academia|escola|salao|oficina|hotel|pousada|padaria|confeitari?a|confeiteira|mercado|farmacia|dentista|medic[oa]|veterinari[oa]|profissional|fornecedor|vendedora?|cidade|bairro|contadora?|fotografa?|tecnico|curso|costureira|mecanico|marca|app|aplicativo)|n?uma? (loja|site|oficina|salao|clinica|academia|restaurante) d[eoa]|(desisti|voltei|sai) de la|(na|pela|da|com a) concorrencia|(meu|minha|o|a|no|na) (antig[oa]|ex) |(academia|internet|escola|empresa|clinica|operadora|contador|dentista|medico) (antig[oa]|anterior)|(d[oa]|no|na) vizinh[oa]|desde (crianca|pequen[oa]|a infancia)|quando (eu )?era crianca|(eu|acho que|fui eu que) (errei|quebrei|estraguei|perdi(?! (o dia|a manha|a tarde|a viagem|a paciencia|(o )?(meu )?tempo|horas))|derrubei|esqueci)|antes de (decidir|fechar|contratar|comprar|assinar)|(pens[oa]|pensando|quero|queria) (em )?(trocar|mudar) de|estou (a procura|procurando|em busca)|fiz em casa|feit[oa] em casa|sem querer)\b/;
const WRONGED =
  /\b(desmarcaram|erraram|esqueceram|perderam|cancelaram|atrasaram|extraviaram|enrolaram|ignoraram|prometeram|cobraram)\b|\b(pedi|encomendei|comprei) (\w+ ){1,6}e (veio|vieram|chegou|chegaram|mandaram|entregaram) (de|outr[oa]s?|sem|errad[oa]s?|trocad[oa]s?|faltando) /;
const NOT_COME =
  /\b(tecnico|instalador|entregador|motoboy|professora?|instrutora?|medic[oa]|dra?|vendedora?|faxineira|equipe) (\w+ ){0,4}nao (apareceu|apareceram|veio|vieram|compareceu|compareceram)\b/;
const INDIGNANT =
  /\b(indignad[oa]|revoltad[oa]|decepcionad[oa]|me sent(i|indo) (enganad|lesad|humilhad)[oa]|que (vergonha|nojo|descaso|absurdo|raiva|decepcao)|um (absurdo|descaso|desrespeito)|falta de respeito|procon|nao recomendo|nunca mais (peco|compro|volto|piso|contrato|reservo))\b/;

export const concernsOthers = (text: string): boolean => ELSEWHERE.test(text);

export const concernsBusiness = (text: string): boolean => BUSINESS.test(text);

/** Although its words alone may tell a calm story. */
export const accusesBusiness = (text: string): boolean =>
  NOT_COME.test(text) || ((WRONGED.test(text) || INDIGNANT.test(text)) && BUSINESS.test(text));
