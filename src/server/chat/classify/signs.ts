const PERSON =
  '(atendentes?|humanos?|humana|pessoas?|alguem|gente|gerentes?|gerencia|supervisor[a]?|responsave(l|is)|coordenador[a]?|coordenacao|diretor[a]?|diretoria|operador[a]?|consultor[a]?|vendedor[a]?|corretor[a]?|tecnicos?|secretari[ao]|secretaria|funcionari[ao]|representante|analista|especialista|advogad[ao]|don[ao]|proprietari[ao]|chefe|sindic[ao]|zelador|medic[ao]|doutora?|dra?|enfermeir[ao]|nutricionista|psicolog[ao]|farmaceutic[ao]|professora?|setor|departamento|ouvidoria|financeiro|suporte|comercial|recepcao|recepcionista|orientadora?|moc[ao]|senhora?|engenheir[ao]|pessoal|equipe|assistente social|rh|recursos humanos|colega|projetista|padre|pastor|direcao|administracao|tesouraria|vendas)';
const REACH =
  '(fal(ar|o|e|em|asse)|convers(ar|o|a)|trat(ar|o)|ligar(em)?|liga|ligue|liguem|ligasse|contat(o|ar|e)|transf(ere|erir|ira|erem)|encaminh(a|ar|e|em)|pass(a|ar|e|em|arem)( isso| o caso| a ligacao)?|cham(a|ar|e|em)|retorn(ar|e|em|o)|atend(er|a|e|am|ido|ida)|conect(ar|a|e)|direcion(ar|a|e)|redirecion(ar|a|e)|manda(r|m)?|mandem|bot(a|ar|e)|coloc(a|ar|e)|procurar|papo|ideia|bater|marcar|agendar|reuniao|call|visita)';
const COUNTED = '(\\d+|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|dez|varios|varias|muitos|alguns|algumas)';
const SPAN = '(dias?|semanas?|mes|meses|anos?|horas?|minutos|h|hrs)';
const THANKS = '(obrigad[ao]s?|brigad[ao]|brigadao|obrigadao|valeu|agradec\\w*|grat[ao]|gratidao|vlw|thanks)';

const GOOD =
  '(bom|boa|bons|boas|otim\\w*|excelent\\w*|maravilh\\w*|perfeit\\w*|lind\\w*|incrive\\w*|delici\\w*|divin\\w*|impecave\\w*|belissim\\w*|show|top|rapid\\w*|educad\\w*|atencios\\w*|gostos\\w*|melhor\\w*|fantastic\\w*|sensacional|espetacul\\w*|simpatic\\w*|caprichad\\w*|facil|simples|sonho|anjo|amor|surreal|demais|foda|bonit\\w*|pontua\\w*|honest\\w*|otimos)\\b';
const POOR =
  '(ruim|ruins|pessim\\w*|horrive\\w*|terrive\\w*|lent[ao]s?|fri[ao]s?|cru[as]?|suj[ao]s?|errad[ao]s?|quebrad[ao]s?|car[ao]s?|dificil|complicad[ao]|insuportave\\w*|absurd[ao]|vergonh\\w*|gross[ao]|mal|grosseir[ao]|ridicul[ao]|desastre|salgad[ao]|imund[ao]|vencid[ao]|estragad[ao]|inaceitave\\w*|inadmissive\\w*|lamentave\\w*|fech[ao]d[ao]|uma merda|piada|decepc\\w*|mentira|enganac\\w*|golpe|inutil|porcaria|lixo)\\b';

const sign = (source: string) => new RegExp(source);

const PHRASES: Record<string, RegExp> = {
  // Wants a person.
  reachPerson: sign(`\\b${REACH}( \\w+){0,4} ${PERSON}\\b`),
  talkTo: sign(
    '\\b(falar|falo|conversar|fala|tratar) (direto |diretamente |por \\w+ |pessoalmente |logo )?(com|c|cum)\\b',
  ),
  personDoesIt: sign(
    `\\b(alguem|pessoa|corretora?|consultora?|atendente|vendedora?|tecnico|gerente|humano|gente)( \\w+){0,4} (me )?(lig\\w+|atend\\w+|retorn\\w+|cham\\w+|ajud\\w+|entr\\w+ em contato|respond\\w+|vir|vem|mand\\w+|ouvir|explic\\w+|disponivel|de plantao)\\b`,
  ),
  callMe: sign(
    '\\b(me (lig\\w+|telefon\\w+|cham[ae]\\w*|retorn\\w+|atend[ae]\\w*|transf\\w+|pass[ae]\\w* p|conect\\w+)|transfira me|liguem? (pra|para) mim|retornem)\\b',
  ),
  passMe: sign(
    '\\b(me )?(pass\\w+|transf\\w+|encaminh\\w+|direcion\\w+|conect\\w+|coloc\\w+)( \\w+){0,3} (pra|para|pro|com|a|ao|num|no)( \\w+){0,2} (um|uma|o|a|alguem|atendente|humano|pessoa|setor)\\b',
  ),
  realPerson: sign(
    '\\b((pessoa|gente|alguem|ser|atendimento|atendente|humano) (de (verdade|vdd|carne)|real|humano|humana|mesmo|fisic[ao])|carne e osso|ser humano|humano|humana|nome e sobrenome)\\b',
  ),
  phoneAsked: sign(
    '\\b((tem|qual|cade|me da|me de|me deem|passa|quero|queria|preciso|existe|onde|manda|algum|um|o) (\\w+ ){0,4}(telefone|numero|0800|ramal|whatsapp|contato|central)|por telefone|ligacao|chamada de video|por voz|videochamada)\\b',
  ),
  contactOf: sign(
    `\\b(telefone|numero|ramal|contato|whatsapp|email|celular) (d[aeo]s? |pra |para |direto )(\\w+ ){0,2}?(${PERSON}|falar|contato|ligar|reclamar|gente)\\b`,
  ),
  noMachine: sign(
    '\\b((nao|chega|cansei|sem|odeio|para|pare|parem)( \\w+){0,4} (robos?|bot|maquinas?|automatic[ao]s?|chatbot|chat|virtual)|(robo|bot|maquina|chat|assistente virtual|sistema)( \\w+){0,4} (nao|nunca|so repete|inutil))\\b',
  ),
  anybodyThere: sign('\\b(tem|ha|existe|cade|onde)( \\w+){0,2} (alguem|gente|pessoa|humano|atendente)\\b'),
  personAlone: sign(
    `^((quero|queria|preciso|gostaria|desejo|um|uma|por favor|o|a|de|chama|chame|cade|com|falar|me) )*(atend\\w{2,4}te|humano|pessoa|operador|supervisor|gerente|vendedor|consultor|suporte humano|atendimento humano)s?( \\w+){0,2}$`,
  ),
  visitAsked: sign(
    '\\b(demonstracao|reuniao|call|atendimento personalizado|conversa com|pessoalmente|presencialmente|contato do (comercial|setor))\\b',
  ),
  jobOrCourse: sign('\\b(vaga|curso|ganha|salario|curriculo|forma|carreira|trabalhar)\\b'),
  // Asks something.
  asksWord: sign(
    '(^|\\| ?|\\b(e|mas|oi|ola|dia|tarde|noite|voces|favor) )(qual|quais|quanto|quanta|quantos|quantas|quando|onde|aonde|como|quem|por que|porque|o que|que (horas?|dia|tipo|documento|onibus)|em que|ate que|a partir de)\\b',
  ),
  asksCan: sign(
    '\\b(posso|pode|podem|podemos|poderia|poderiam|consigo|conseguem|da (pra|para)|tem como|e possivel|seria possivel|rola|precisa|preciso (de|ter|levar)|e necessario|tem que)\\b',
  ),
  asksHas: sign(
    '(^|\\| ?|\\b(oi|ola|dia|tarde|noite|voces|e|ai|ainda|ja) )(tem|ha|existe|existem|havera|fazem|faz|aceita|aceitam|entregam|vendem|atende|atendem|trabalham|cobre|cobram|inclui|emite|emitem|oferece|abre|fecha|funciona|da|dao|serve|vale|cabe|libera|integra|possui|possuem|fica)\\b',
  ),
  wantsToKnow: sign(
    '\\b((gostaria|queria|quero|preciso|poderia\\w*|desejo) (de )?(saber|entender|consultar|confirmar|informac\\w+|esclarec\\w+|me informar|tirar)|duvida|informacoes|me informa\\w*|sabem? (me )?dizer|pode\\w* (me )?(informar|dizer|passar|explicar)|solicito|orcamento)\\b',
  ),
  wantsToDo: sign(
    '(^|\\| ?|\\b(quero|queria|gostaria|preciso|desejo|como|para|pra|de) )(me )?(agendar|marcar|remarcar|reservar|alterar|atualizar|mudar|trocar|cancelar|solicitar|pedir|comprar|fazer|cadastrar|emitir|imprimir|renovar|inscrever|contratar|encomendar|incluir|alugar|financiar|recuperar|desbloquear|bloquear|parcelar|consultar|transferir|acessar|abrir)\\b',
  ),
  topic: sign(
    '\\b(horario|endereco|preco|valor|valores|cardapio|prazo|taxa|tarifa|desconto|boleto|segunda via|frete|estoque|documentos?|mensalidade|vagas?|matricula|garantia|tamanho|estacionamento|parcel\\w+|proposta|plano|planos|exame|consulta|inscric\\w+|edital)\\b',
  ),
  hypothetical: sign(
    '\\b(se (o|a|os|as|eu|der|houver|nao|der|chover|vier|for|tiver|roubarem|acontecer|minha|meu|desistir|\\w+(ar|er|ir|sse))|caso|em caso de|o que acontece|quem paga|quem cobre|o que fazer|como evitar|no caso)\\b',
  ),
  whatToDo: sign(
    '\\b(o que (eu )?(faco|fazer|devo|posso)|como (eu )?(faco|resolvo|procedo|proceder|resolver|contesto|recorro|aciono|recupero|desbloqueio|bloqueio|devolvo)|podem (verificar|conferir|corrigir|enviar|trocar)|poderiam (verificar|corrigir|conferir)|conseguem (trocar|corrigir|verificar)|como podemos)\\b',
  ),
  ownRequest: sign('\\b(meu|minha|meus|minhas)\\b'),
  accusingQuestion: sign(
    '\\b(ate quando|cade|quem vai (pagar|me|arcar)|por ?que (ninguem|nao|voces|meu|minha|nunca)|como que|e normal|voces acham|quando vao|e serio|sera que (voces|ninguem|existe)|isso e)\\b',
  ),
  // Went wrong.
  waited: sign(
    `\\b((faz|fazem|ha|tem|ja|a|desde|por|esper\\w+|mais de|depois de|la se vao)( \\w+){0,3} ${COUNTED}( \\w+)? ${SPAN}|${COUNTED} ${SPAN} (que|esperando|aguardando|sem|de (atraso|espera|demora)|depois|parad[ao]|pra|para)|desde (ontem|segunda|terca|quarta|quinta|sexta|sabado|domingo|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|cedo|as|a semana|o mes))\\b`,
  ),
  stillNothing: sign(
    '\\b(ate (agora|hoje|o momento)( \\w+){0,3} (nada|nao|ninguem)|ate (agora|hoje)|ainda nao|e nada|nada ainda|nada de|continu\\w+|sem (resposta|retorno|solucao|previsao)|nao (resolv\\w+|responde\\w*|retorn\\w+|cheg\\w+|receb\\w+|veio|vieram|caiu|libera\\w*|liberou|entreg\\w+|apareceu|atend\\w+|devolv\\w+|cumpr\\w+))\\b',
  ),
  nobody: sign(
    '\\bninguem( \\w+){0,3} (resolv\\w*|respond\\w*|atend\\w*|ajud\\w*|explic\\w*|sabe|apareceu|avis\\w*|veio|faz|fez|lig\\w*|olha|quis|soube|retorn\\w*|da|deu|me)\\b',
  ),
  again: sign(
    '\\b(de novo|denovo|novamente|outra vez|mais uma vez|toda (hora|semana|vez|sexta|noite)|todo (mes|dia)|sempre|(segunda|terceira|quarta|quinta|sexta|decima|2|3|4|5|6|10)a? vez(es)?|\\w+ vezes|cada (hora|dia|um)|continu\\w+|so (enrola\\w*|repete))\\b',
  ),
  notWorking: sign(
    '\\bnao (funcion\\w+|abre|liga|carrega|entra|pega|presta|consigo|da pra|salva|aceita|avanca|vai|foi|esta (funcionando|abrindo|carregando)|roda|le)\\b',
  ),
  charged: sign(
    '\\b(cobr(aram|ado|ada|ando|anca)|cobrad[ao]|descontaram|debitaram|estorno|reembolso|ressarc\\w+|meu dinheiro|dinheiro de volta|(taxa|seguro|cobranca|multa) (que|indevid\\w+))\\b',
  ),
  arrived: sign('\\b(veio|vieram|chegou|chegaram|entregaram|recebi|recebemos|mandaram|enviaram)\\b'),
  arrivedWrong: sign(
    '\\b(veio|vieram|chegou|chegaram|recebi|entregaram|mandaram)( \\w+){0,5} (errad\\w+|quebrad\\w+|sem|faltando|frio|fria|rasgad\\w+|riscad\\w+|amassad\\w+|sujo|suja|trocad\\w+|menos|metade|avariad\\w+|vencid\\w+|cru|crua|com (defeito|um|a)|furad\\w+|molhad\\w+|danificad\\w+|aberta|aberto|usad\\w+|manchad\\w+|a mais)\\b',
  ),
  threat: sign(
    '\\b(procon|reclame aqui|processar|processo|advogad[ao]|justica|policia|denunciar|anatel|vou cancelar|cancel[ao] tudo|nunca mais|nao volto|nao pretendo voltar|nao recomendo|meus direitos|danos morais|juizado|consumidor|jornal|midia)\\b',
  ),
  theyDid: sign('\\b(?!(eram|foram|deram|tiveram|fizeram|serao)\\b)\\w{3,}(aram|eram|iram)\\b'),
  promised: sign('\\b(promet\\w+|disseram|falaram|garant(iram|iu)|combina(do|mos|ram)|marcad[ao]|prazo era)\\b'),
  broken: sign(
    '\\b((esta|estao|ta|veio|ficou|anda|parece)( \\w+){0,3} (quebrad\\w+|errad\\w+|fora|parad\\w+|travad\\w+|queimad\\w+|vazando|pingando|caindo|desatualizad\\w+|apagad\\w+|lent\\w+|ruim|bloquead\\w+|emperrando))\\b',
  ),
  politeReport: sign(
    '\\b(favor|por favor|poderiam|podem|aviso|so (pra|para) avisar|informo|notei|identifiquei|verificar|conferir|corrigir|corrijam|consert\\w+|reparo|manutencao|providenc\\w+|para conhecimento|segue)\\b',
  ),
  botFailed: sign(
    '\\b(nao (e|era|foi) (isso|isto|esse|essa|este|esta|o que)|nao (entend\\w+|respond\\w+|ajud\\w+|adianta|serve|resolve|perguntei|me atendem)|isso (eu )?(ja|nao)|ja (fiz|tentei|disse|falei|cliquei|li|expliquei|olhei)|essa (resposta|explicacao|informacao|nao)|esse (link|numero|documento|menu|nao)|resposta (errada|generica|ridicula|inutil|automatica)|perguntei|sem resposta|repete|nem ess[ae])\\b',
  ),
  gaveUp: sign(
    '\\b(desist\\w+|esquece|esqueca|deixa (pra la|quieto|assim)?|vou (procurar|ligar|pessoalmente|em outro)|perdi meu tempo|perda de tempo|ta dificil|que dificuldade|obrigad[ao] por nada|alguma resposta)\\b',
  ),
  gotIt: sign(
    '\\b(entendi|compreendi|consegui\\w*|achei|encontrei|deu certo|funcionou|resolvi\\w*|resolveu|anotad[ao]|certinho|combinado|ja (vi|achei|chegou|caiu|me chamou|enviaram)|agora (foi|sim|deu)|era (so )?isso|nada mais|so isso|ah (ta|sim|entendi|ok|que|otimo)|ata|fechado|fechou|pronto|comprei|reservei|vou (aproveitar|encomendar|participar|me inscrever|mandar|la|ai|ver|buscar))\\b',
  ),
  okWord: sign(
    '(^|\\| ?)(ok|okay|blz|beleza|certo|ta|ta bom|tudo bem|perfeito|show|otimo|legal|boa|sim|suave|fechou|maravilha|combinado|pronto|entendido|isso|perfeitamente|muito bem|excelente|bacana|top|tranquilo)\\b',
  ),
  thanksAlone: sign(
    `^((ok|okay|beleza|certo|ta|bom|entendi|muito|muitissimo|muita|so isso|era so isso|perfeito|show|nada mais|entao|ah|legal|mesmo|moco|moca|querida|gente|era isso|pronto|pela|atencao|ajuda|de|mais|viu|e|um|otimo|dia|boa|tarde|noite|pelas|informacoes|informacao|a|por|enquanto|agora|demais|ai)( \\|)? )*${THANKS}( \\w+){0,6}$`,
  ),
  thanksEnd: sign(`${THANKS}( \\w+){0,5}$`),
  thanksAhead: sign('\\b(desde ja|grat[ao])$'),
  helped: sign(
    '\\b((me )?(ajudou|ajudaram|salvou|salvaram|atendeu|atenderam|esclareceu)|pela (ajuda|atencao|paciencia|agilidade|informac\\w+|conversa)|pelas informac\\w+|grande ajuda)\\b',
  ),
  congrats: sign(
    '\\b(parabens|de parabens|nota (10|dez|mil)|5 estrelas|cinco estrelas|continuem assim|elogi\\w+|recomendo|recomendarei|voltarei|(melhor|melhores) \\w+( \\w+)? (que|da|do|de|sem)|cada centavo|sem reclamac\\w+|nada (a|de|pra) (reclamar|ruim)|nao tenho (nada de ruim|do que|palavras)|(muito|super|mega|bem) (bom|boa|bem (tratad|atendid)\\w+|atencios\\w+|satisfeit\\w+)|fiquei (feliz|encantad\\w+|satisfeit\\w+|surpres\\w+|content\\w+)|superou|fora da curva|de primeira|nao esperava|nem acredito)\\b',
  ),
  wellServed: sign(
    '\\b((bem|otimamente|muitissimo bem) (atendid\\w+|tratad\\w+|recebid\\w+)|bom atendimento|atendimento (\\w+ )?(otimo|excelente|nota|rapido|bom|maravilh\\w+|impecavel))\\b',
  ),
  badlyServed: sign(
    '\\b(mal (atendid\\w+|tratad\\w+|educad\\w+)|mau atendimento|pessimo atendimento|atendimento (\\w+ )?(pessimo|horrivel|ruim|lixo)|falta de (respeito|educacao)|faltou (educacao|respeito)|sem (condicoes|educacao|nocao|respeito))\\b',
  ),
  thanksSomebody: sign(
    '\\b(agradecer|agradeco|elogiar|elogio|reconhecimento|cumprimentos|parabenizar|mandar um (beijo|abraco)|(obrigad[ao]|gratidao|parabens) (a|ao|aos|as|pel[ao]s?|por|equipe|professora?|doutora?|dra?|time|voces)|so tenho)\\b',
  ),
  wasGood: sign(
    `\\b(foi|ficou|estava|era|veio|chegou|chegaram|estavam|ficaram|sao|e|achei|esta)( (tudo|muito|super|uma?|o|a|mesmo|demais|tao|bem|mega|realmente|sempre|simplesmente|um|de|os|as|mais)){0,3} ${GOOD}`,
  ),
  howGood: sign(
    `\\bque( \\w+)? ${GOOD}|\\bque (capricho|delicia|maravilha|carinho|equipe|time|qualidade|gentileza|profissional\\w*|eficiencia|agilidade)`,
  ),
  howBad: sign(
    `\\bque( \\w+)? (${POOR}|vergonha|absurdo|descaso|raiva|odio|saco|lixo|inferno|dificuldade|demora|falta|perda|porcaria|droga|conversa|palhacada|decepcao)`,
  ),
  wasBad: sign(
    `\\b(foi|ficou|estava|era|veio|chegou|estavam|ficaram|sao|e|achei|esta|anda)( (tudo|muito|super|uma?|o|a|mesmo|demais|tao|bem|mega|realmente|sempre|simplesmente|um|de|os|as|mais)){0,3} ${POOR}`,
  ),
  notAgain: sign(
    '\\b(nunca mais|nao (volto|pretendo|recomendo|indico|compro|piso|quero mais)|ultima vez|se arrependimento|eu deveria ter|me arrepend\\w+|devia ter|jogad[ao] (no lixo|fora)|saiu caro|esperava (mais|bem mais|outra)|virou)\\b',
  ),
  notOnce: sign(
    '\\b(nunca|jamais|nao)( \\w+){0,3} (me deixou na mao|tive (problema|do que)|falh\\w+|arrepend\\w+|decepcion\\w+|vi (\\w+ ){0,2}(tao|melhor))\\b',
  ),
  madeIt: sign(
    '\\b((voces?|equipe|time) (\\w+ ){0,2}(salv|arras|me ajud|mand|respeit|pens|mud|cuid)\\w+|de olhos fechados|gracas (a|ao|aos)|o melhor|a melhor|os melhores|antes do (previsto|prazo)|so gratidao|mao na roda|fiquei (de boca|sem palavras)|pode confiar|recomend\\w+|indic(o|uei|arei|amos))\\b',
  ),
  about: sign(
    '\\b(sobre|referente|a respeito|em relacao|quanto a|acerca|relacionad[ao]|assunto|pra (resolver|tratar|ver|saber|montar|fazer)|interesse)\\b',
  ),
  suggests: sign(
    '\\b(sugest\\w+|sugiro|suger\\w+|fica a (ideia|dica)|ideia|voces? (deviam|deveriam|podiam)|poderiam (colocar|ter|fazer|criar|incluir|pensar)|seria (legal|bom|interessante)|que tal)\\b',
  ),
  speaksToBot: sign(
    '\\b(voce|vc|tu|contigo|te|robozinho|sua resposta|seu robo|essa resposta|conversar contigo|com voce)\\b',
  ),
  speaksToAll: sign(
    '\\b(voces|da empresa|a equipe|essa empresa|essa loja|esse banco|esse lugar|daqui|daí|de voces|pessoal|o time)\\b',
  ),
  oneself: sign(
    '\\b((estou|hoje|ando|me sinto|meu dia|minha vida|to) (\\w+ ){0,3}(triste|feliz|sozinh[ao]|mal|bem|cansad[ao]|arrasad[ao]|doente|droga|pessimo|ruim)|desabafar|perdi meu (emprego|pai)|minha ex|meu namorado|sentindo|saudades? d[aeo])\\b',
  ),
  offersOrSells: sign(
    '\\b(curriculo|represento|vendo|divulgar|parceria|patrocin\\w+|panfletos?|sugestao|sugiro|ideia|fica a dica|proposta comercial|procuro emprego|trabalho com|segue (meu )?(contato|comprovante)|meu nome e|meu email|sou (o|a) \\w+$|convido|pesquisa sobre|jornalista|vender)\\b',
  ),
  toTheBot: sign(
    '\\b((voce|vc|tu) (e|acredita|sabe|fala|gosta|tem|pode cantar)|chatgpt|quem te criou|qual (seu|o seu|teu) (nome|signo)|inteligencia artificial|piada|poema|canta|cante|conta (uma|um)|traduz|te amo|casar|suas instrucoes|prompt|dever de|quanto e \\d)\\b',
  ),
  outOfPlace: sign(
    '\\b(teste|testando|errei|errado o chat|chat errado|lugar errado|desconsider\\w+|so (olhando|testando|passei|queria (desabafar|dar oi))|nao era pra voce|deixa pra la|amanha eu volto)\\b',
  ),
  wish: sign(
    '\\b(feliz (natal|pascoa|ano|aniversario|dia)|boas festas|otim[ao] (semana|dia|fim)|bom trabalho|bom fim|deus (abencoe|e fiel)|excelente dia|boa semana|fiquem com deus)\\b',
  ),
  ironic: sign(
    '\\b(parabens|otim[oa]|maravilha|lind[oa]|bonito|bel[oa]|beleza|adoro|amei|excelente|incrivel|eficiente\\w*|sensacional|obrigad[ao]|top|legal|rapidez|alegria|perfeito|muito bom|genial|show)\\b( \\w+| \\|){0,14} (atrasad\\w+|quebrad\\w+|desligaram|errad\\w+|estrag\\w+|fechad[ao]|ninguem|nao (funciona|chegou|entreg\\w+|responde)|cobr\\w+|arruin\\w+|sum(iu|iram|e)|vez sem|cancel\\w+|perder\\w+|falt(ou|ando)|bloquearam|enrola\\w*|esperando|esperar|esperei|ignorad\\w+|de novo|a toa|sem (\\w+ )?(sinal|agua|luz|internet|resposta|retorno|aviso|avisar|sistema)|esqueceram)\\b',
  ),
  lateStress: sign('\\b(viu|hein|ne|ein)( \\||$)'),
  but: sign('\\b(mas|porem|so que|pena|entretanto|infelizmente)\\b'),
  greetsOnly: sign(
    '^((oi+e*|ola|opa|bom dia|boa tarde|boa noite|tudo (bem|bom|certo)|e ai|eae|alo|hey|hello|a|todos|gente|pessoal|querid[ao]s?|queridos|meus|grupo|turma|bem)( \\|)?( |$))+$',
  ),
};

/** `plain`: folded words, with `|` at the end of each clause. */
export function phrasesIn(plain: string): string[] {
  const found: string[] = [];
  for (const [name, phrase] of Object.entries(PHRASES)) if (phrase.test(plain)) found.push(name);
  return found;
}

const GLAD = /[😀😃😄😁😆😊🙂😍🥰😘😻❤♥💖💕💙💚💛💜🧡👏👍🙏🎉🥳🤩😎👊✨🌟⭐🌻☀🐰😋🤗💪💯🔥]|:\)|:-\)|:D|;\)|<3|\(:/u;
const CROSS = /[😡🤬😠😤👎😞😔😢😭😒🙄🙃💩😩😫😣😖🤦😕☹😑😾]|:\(|:-\(|:\/|:'\(|=\(/u;
const LAUGH = /\b(k{2,}|(ha){2,}h?|(he){2,}|rs(rs)*|hua\w*|hehe\w*)\b/i;

export function marksIn(text: string): string[] {
  const marks: string[] = [];
  const letters = text.replace(/[^\p{L}]/gu, '');
  const capitals = text.replace(/[^\p{Lu}]/gu, '').length;
  const shouted = text.split(/\s+/).filter((word) => /^[\p{Lu}]{4,}[!?.,]*$/u.test(word)).length;
  if (GLAD.test(text)) marks.push('glad');
  if (CROSS.test(text)) marks.push('cross');
  if (LAUGH.test(text)) marks.push('laugh');
  if (/\?/.test(text)) marks.push('asks');
  if (/\?\s*\S{0,3}$/.test(text)) marks.push('asksLast');
  if (/\?\s*[?!]|\?{2,}/.test(text)) marks.push('askedTwice');
  if (/!/.test(text)) marks.push('exclaims');
  if (/!\s*!/.test(text)) marks.push('exclaimsTwice');
  if (/\.\.\.|…/.test(text)) marks.push('trailsOff');
  if (/["“”]/.test(text)) marks.push('quotes');
  if (letters.length > 5 && capitals > letters.length * 0.7) marks.push('allCapitals');
  else if (shouted > 0) marks.push('shouts');
  if (/\d/.test(text)) marks.push('digits');
  if (letters.length === 0) marks.push('noLetters');
  if (/(\p{L})\1{2,}/u.test(text)) marks.push('drawnOut');
  return marks;
}
