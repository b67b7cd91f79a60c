export type Tone =
  | 'praising'
  | 'pleased'
  | 'blaming'
  | 'upset'
  | 'swearing'
  | 'failing'
  | 'insulting'
  | 'thanking'
  | 'greeting'
  | 'negating'
  | 'strengthening'
  | 'person'
  | 'machine'
  | 'reaching'
  | 'harm'
  | 'outcome'
  | 'subject'
  | 'world';

/** Folded, with drawn-out letters reduced. A `*` at the end matches every continuation. */
const LISTS: Record<Tone, string> = {
  praising: `
    bela belo belas belos genial geniais brilhou caprichou caprichosos zeloso zelosa zelo perfeicao nota10 dez mil
    excelencia supimpa agradave* aconchegant* fresquinh* quentinh* crocante* macio macia suculent* primor refinad*
    elegant* moderno eficaz eficazes impec* rapidissim* gentilissim* querid* solicit* show atenta atento
    recomendadissim* aprovad* vitoria sucesso otim* excelent* maravilh* perfeit* incrivel incriveis fantastic*
    sensaciona* espetacul* magnific* impecave* impecavel esplendid* formidave* extraordinari* fabulos* brilhant*
    lind* belissim* bonit* divin* delici* gostos* saboros* caprichad* capricho* atencios* carinh* gentil gentis
    gentileza* simpatic* educad* cordia* prestativ* honest* competent* eficient* agil ageis agilidade rapidinh*
    pontua* cuidados* acolhed* acolhid* acolhiment* pratic* confortave* limpinh* cheiros* recomend* indico indiquei
    elogi* parabens parabeniz* superou superaram surpreend* impressionad* top topzera massa bacana legal daora
    maneiro brab* foda fera arras* arrebent* mandaram mito melhor* excepciona* caprich* arretad* porreta primoros*
    exemplar* admirave* surreal delicad* competencia anjo anjos espetaculo reconhecimento encantador* impressionant*
    confiavel confiaveis dedicad* talentos* fofo fofa fofos fofinh*
  `,
  pleased: `
    ador* amei amo amamos amaram amando apaixonad* gostei gostamos gostaram gostando curti curtimos curtindo
    satisfeit* feliz felizes felicidade contente* content* alegre* alegria encantad* emocionad* realizad* aliviad*
    alivio tranquil* animad* ansios* gratidao orgulh* aee eba oba uhul yes aleluia finalmente felizmente salvou
    salvaram ajudou ajudaram valeu funcionou resolveu resolveram resolvid* solucion* consegui conseguimos otimo
    voltarei volto voltaremos amor beijo beijos abraco abracos
  `,
  blaming: `
    mau maus desumano desuman* abandon* descuidad* descuido irregular* ilegal ilegais porco porca porcos suja
    carissim* extorsao extorsiv* explora* estelionat* trapac* malandr* sonegam embroma* embromac* empurra* burocra*
    confus* desatent* antipatic* seco vergonhos* fedorent* fedid* fedor nojeira bizarr* ineficient* ineficaz
    inseguro perigos* duvidos* suspeit* abusad* absurdo pessim* horrive* horrore* terrive* ruim ruins ruinzinh*
    lixos porcaria* droga merda* bosta* vergonh* absurd* inadmissi* inaceit* lamentave* ridicul* desrespeit* descas*
    desleix* negligen* desorganiza* bagunc* palhaca* sacanag* mentir* mentiu enganad* enganos* enganaram enganac*
    golpe golpes golpist* ladr* roub* safad* picaret* abusiv* abuso incompeten* despreparad* inutil inuteis
    grosseir* gross* rude rudes mal ma pior piores piorou piora enrola* enrolad* demor* lerd* lent* lentidao caotic*
    caos fiasco desastr* decepc* decepcion* insatisf* frustra* precari* imund* nojent* nojo fraud* falsific*
    imprest* intolerave* insuportave* revoltant* humilh* maltrat* destrat* indelicad* mal-educad* arrogant* ignorou
    ignor* amadorism* tosc* fraco fraca fracos precarias descabid* irresponsa* irresponsave* deplorave* vexame
    escandal* maldit* cretin* calote* caloteir* enganando desonest* injust* injustic* esculacho bagaceira cilada
    indecen*
  `,
  upset: `
    raiva odio odiei odeio detest* indignad* indignac* revoltad* chatead* chateac* irritad* irrita irritant* furios*
    triste* tristeza cansei cansad* fart* exaust* estress* nervos* desesper* desanimad* arrepend* lament*
    infelizmente desist* chega basta aff afe affe afs afff vixe credo misericordia socorro inferno infern* pelamor
    pelamordedeus angusti* chorei chorando chorar prejudic* prejuiz* lesad* constrang* envergonhad* inconform* chato
    chata chateia decepcionad* decepcionada insatisfeit* revolta reclam* queix* procon processar advogad*
    reclameaqui
  `,
  swearing: `
    pqp porra caralho krl crl cacete fdp vsf vtnc tnc merda bosta puta putaria cu foder fuder fodase desgraca
    desgracad* carai diabo viado arrombad* otari* babaca* imbecil imbecis escrot* filhodaputa kct krai
  `,
  failing: `
    vazamento vazando vazou vazaram fria frio gelada gelado cru crua falso falsa falsos ausente ausentes perdeu deu
    sumir quebrou estourou rasgou soltou descolou afundou encolheu desbotou desbotad* descostur* manchou murch*
    vencida estragou danificou arruin* acabaram expirou travou travando caindo oscil* engol* sumindo piscando
    pingando apagad* emperrando mofando quebr* defeit* errad* erro erros falh* atras* estrag* danific* avari*
    vencid* rasgad* amassad* molhad* sujo suja sujos sujas manchad* sumiu sumiram sumid* perderam perdid* extravi*
    trav* bug bugs bugad* caiu queim* mofo mofad* errou erraram duplic* cobraram cobrad* cobrando cobranca cobrancas
    descont* indevid* faltand* faltou faltaram cancelaram bloque* trocad* entupid* enferrujad* trincad* riscad*
    rachad* despedac* problem* pifou pifad* parou pararam emperr* machuc* feriu alergia intoxic* apodrec* podre*
    azed* estourad* atrasou atrasaram esqueceram deixaram negaram recus* prometeram descumpr* violad* clonad*
    clonaram invad* hacke* desligaram desliga instave* instabil* incomplet* insuficient* inoperant* indisponive*
    desatualizad*
  `,
  insulting: `
    burr* idiota* inutil imbecil estupid* ridicul* lixo tonto tapad* retardad* besta trouxa anta jument* palhac*
    incapaz
  `,
  thanking: `
    obrigad* brigad* brigadao obrigadao agradec* agradecid* grat* gratidao valeu vlw vlww thanks thank tks tmj
    gradecid* agradeco gratissim* abencoe obg obgd
  `,
  greeting: `
    oi ola oie opa eai eae hello hey alo oii salve
  `,
  negating: `
    nao nem nunca jamais sem nenhum nenhuma nada ninguem zero tampouco
  `,
  strengthening: `
    muito muita muitos muitas demais super mega hiper ultra tao extremamente totalmente completamente realmente
    bastante bem mais tanto tanta absurdamente muitissim* pra cada so tudo
  `,
  person: `
    atendente* humano humana humanos pessoa gerente gerencia gerent* supervisor* supervisao responsave* responsavel
    coordenador* diretor* operador* consultor* vendedor* corretor* tecnico secretari* funcionari* alguem
    representante* analista* especialista* advogad* dono dona proprietari* chefe chefia sindic* zelador medic*
    enfermeir* nutricionista* psicolog* farmaceutic* professor* professora colaborador* equipe setor departamento
    ouvidoria diretoria financeiro suporte comercial prefeito vereador* engenheiro engenheira assistente plantonista
    recepcionista recepcao orientador* moca moco gente ramal
  `,
  machine: `
    robo robos robozinh* bot bots chatbot* maquina* automatic* automatico gravac* gravad* ura virtual ia
    inteligencia menu
  `,
  reaching: `
    falar falo fala falasse conversar conversa converso ligar ligue liguem liga ligarem ligacao ligassem telefone
    telefon* fone whatsapp contato contatar contate contacto transfer* transfira encaminh* passar passa passe passem
    chamar chama chame chamem retornar retorne retornem retorno atender atenda atende atendido atendida atendimento
    atendam tratar papo bater call reuniao chamada 0800 numero ramal pessoalmente presencial plantao
  `,
  harm: `
    dor dores machucad* ferid* sangue sangrando sangrou rato ratos barata baratas larva larvas cabelo inseto insetos
    mosca moscas esgoto fogo incendio choque caiu queda prejuizo assalt* febre vomit* alergi* intoxic* passou passei
    internad* hospital risco perigo acident* morre* morte falec* luto enterro cobra cobras infeccao infecc* coceira
    manchas pesadelo sofr* humilh*
  `,
  outcome: `
    passei aprovad* emagreci melhorei melhorou curou cura curad* salvou salvaram consegui conquist* evolu* aprendi
    aprendeu realizei recuper* voltou cresceu economizei reduziu facilit* transform* mudou mudaram resolveu
    resolveram ajudou ajudaram surpreendeu acert* caprichou atendeu entregou cumpr* superou dobr* vendi ganhei
    ganhamos agil*
  `,
  subject: `
    pedido pedidos encomenda* produto* entrega* frete loja* compra* comprar comprei troca devolu* reembolso estorno
    garantia nota fiscal boleto* fatura* conta contas cartao cartoes pix saldo limite emprestimo* financiament*
    parcela* juros consorcio* seguro* sinistro apolice poupanca agencia* banco senha acesso login cadastro site
    aplicativo app sistema painel relatorio* integracao api plugin licenca* plano* assinatura* mensalidade*
    contrato* internet wifi sinal modem chip linha tecnico instalacao celular tv telefone consulta* exame* laudo*
    resultado* medic* dentista dentes cirurgia* vacina* remedio* receita convenio* carencia hospital clinica posto
    farmacia enfermeir* psicolog* fisioterapia* retorno prontuario internacao escola* creche* matricula* aula*
    curso* turma* professor* prova* boletim mochila uniforme* merenda historico diploma certificado bolsa*
    vestibular faculdade universidade biblioteca monitor* tcc academia* treino* personal esteira* piscina*
    musculacao spinning natacao yoga pilates restaurante* comida* prato* cardapio* mesa* reserva* garcom garcon*
    lanche* pizza* hamburguer* marmita* sobremesa* bolo* cafe* cafeteria bar churrasco rodizio sabor* pao paes
    queijo acai motoboy entregador* hotel pousada quarto* diaria* hospedagem voo voos passagem passagens bagagem
    aeroporto onibus viagem* pacote* ingresso* show teatro cinema sessao museu apartamento* apto casa casas imovel
    imoveis aluguel alugar inquilino* fiador caucao corretor* imobiliaria condominio sindic* elevador portao
    portaria garagem obra* reforma* chave* escritura vistoria rua praca calcada buraco iluminacao poste semaforo
    iptu alvara licitacao edital certidao tributo* coleta prefeitura creas cras carro moto bicicleta pneu* oficina
    mecanico revisao guincho salao corte escova unha* barba tatuagem sobrancelha pele roupa* vestido* sapato* tenis
    camisa camiseta* calca* tamanho estoque movel moveis sofa guarda geladeira fogao maquina colchao armario tela
    notebook impressora monitor cachorro gato banho tosa racao veterinari* castracao evento* festa* buffet casamento
    decoracao formatura ingressos preco* valor* desconto* promocao cupom orcamento* pagamento* vencimento prazo*
    horario* endereco documento* formulario* inscricao vaga* agendamento atendimento servico* suporte chamado
    protocolo ticket cobranca* taxa* multa* reajuste fila cadeira oculos lente* missa igreja
  `,
  world: `
    futebol jogo time campeonato deus jesus signo horoscopo chuva chover tempo clima piada piadas poema musica
    cantar canta canto namora* casar casa amo ex natal pascoa ano aniversario reveillon chatgpt gpt robo nome idade
    presidente politica matematica licao dever traduz* traduzir ingles conta contar quem criou criador consciencia
    sentimentos vida universo ceu mar historia receita curriculo emprego represento parceria divulg* patrocin*
    seguidores teste testando sugestao ideia convido vendo vender jornal* pesquisa hello hi english meu email sou
    chamo mae pai filho filha ganhou jogou vestibular
  `,
};

const EXACT = new Map<string, Tone[]>();
const PREFIXES = new Map<string, Tone[]>();
let longestPrefix = 0;
for (const [tone, list] of Object.entries(LISTS) as [Tone, string][]) {
  for (const entry of new Set(list.trim().split(/\s+/))) {
    const isPrefix = entry.endsWith('*');
    const key = isPrefix ? entry.slice(0, -1) : entry;
    const into = isPrefix ? PREFIXES : EXACT;
    into.set(key, [...(into.get(key) ?? []), tone]);
    if (isPrefix) longestPrefix = Math.max(longestPrefix, key.length);
  }
}
const SHORTEST_PREFIX = Math.min(...[...PREFIXES.keys()].map(({ length }) => length));

export function tonesOf(word: string): readonly Tone[] {
  const tones: Tone[] = [...(EXACT.get(word) ?? [])];
  for (let length = SHORTEST_PREFIX; length <= Math.min(word.length, longestPrefix); length++) {
    const found = PREFIXES.get(word.slice(0, length));
    if (found !== undefined) for (const tone of found) if (!tones.includes(tone)) tones.push(tone);
  }
  return tones;
}

/** Where the tone needs another meaning than a search. */
export const MEANINGS_IN_TALK: ReadonlyMap<string, string> = new Map(
  Object.entries({
    blz: 'beleza',
    blza: 'beleza',
    ne: 'ne',
    cade: 'cade',
    kd: 'cade',
    eae: 'ola',
    eai: 'ola',
    mo: 'muito',
    atend: 'atendente',
    slk: 'surreal',
  }),
);
