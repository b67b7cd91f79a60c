import { rootOf } from './roots.ts';
import { fold } from './words.ts';

/** One group per line. */
const GROUPS = `
preço preços custo custos valor valores tarifa taxa custar custa custam montante mensalidade
pagar pagamento paga pago quitar pagamentos quitação
multa penalidade sanção punição infração
comprar compra adquirir aquisição
vender venda comercializar comercialização vendas
pedir solicitar requerer requisitar pedido solicitação requerimento requisição encomenda encomendar
fazer realizar efetuar executar feito realizado efetuado realização execução efetuar
criar constituir fundar criação constituição fundação abrir abertura montar
empresa sociedade companhia firma organização negócio
loja estabelecimento comércio
cancelar anular desistir rescindir cancelamento anulação desistência rescisão
terminar acabar finalizar encerrar término fim final finalização encerramento concluir conclusão cessar cessação
iniciar começar início começo iniciado
trocar substituir troca substituição
alterar mudar modificar alteração mudança modificação
renovar prorrogar estender renovação prorrogação
prazo período duração tempo durar
obrigatório necessário exigido obrigado obrigação exigência requisito exigir precisar
permitir autorizar permitido autorizado permissão autorização licença
proibir vedar impedir proibido vedado proibição
enviar mandar remeter envio remessa expedir
entregar entrega frete
receber obter conseguir recebimento obtenção
devolver devolução reembolso reembolsar estorno estornar restituir restituição ressarcimento
usar utilizar uso utilização empregar emprego usado utilizado
mostrar exibir apresentar apresentação
motivo razão causa razões
local lugar endereço localização localizado
telefone contato ligar contatar contactar
email mail eletrônico
erro falha problema defeito
ajuda apoio suporte auxílio assistência ajudar apoiar auxiliar
trabalhador empregado funcionário colaborador
empregador patrão
salário remuneração ordenado
aluno estudante acadêmico discente
professor docente
carro veículo automóvel
casa residência domicílio moradia
cadastro inscrição registro cadastrar inscrever registrar matrícula
site página portal
internet online web
grande maior
aumentar crescer elevar aumento crescimento ampliar ampliação
diminuir reduzir diminuição redução
documento documentação
saber conhecer informação informações informar
achar encontrar localizar
consultar consulta ver verificar visualizar
acessar acesso aceder
formar formação
proteger proteção segurança
construir construção
ensinar ensino
aprender aprendizagem
nascer nascimento
morrer morte falecer falecimento
vantagem benefício
desvantagem prejuízo
responsável encarregado
participar participação
escolher seleção selecionar escolha
quantidade número
diferença distinção diferente distinto
principal importante
regra norma regulamento
lei legislação
cliente consumidor comprador usuário utilizador
médico doutor
criança menor
dinheiro verba recurso
guerra conflito
chefe líder dirigente
objetivo finalidade propósito meta
função papel
tipo espécie categoria modalidade
rápido veloz
abrir aberto funcionar funcionamento atender atendimento
parcelar parcela prestação parcelamento parcelado
desconto promoção cupom oferta
garantia cobertura
senha código
celular smartphone aparelho
foto imagem fotografia
comida alimento refeição alimentação
bebê recém
consultório clínica
agendar marcar agendamento reservar reserva
faltar falta ausência ausentar
vaga lugar
equipe time grupo
reunião encontro
aceitar aceito
descobrir descoberta descobrir
inventar invenção criador inventor
escrever autor escritor
governar governo governante
habitante população morador
antigo velho
novo recente
habitar viver morar residir
extinguir extinção
localizar situar situado
denominar chamar nomear denominado chamado conhecido
afetar impactar influenciar efeito impacto influência
prejudicar dano prejuízo
relacionar relação ligação
origem surgir surgimento
calcular cálculo
medir medição medida
avaliar avaliação
pesquisa estudo pesquisar estudar
`;

const GROUP_OF_STEM = new Map<string, Set<number>>();
GROUPS.trim()
  .split('\n')
  .forEach((line, group) => {
    for (const word of line.trim().split(/\s+/)) {
      const key = rootOf(fold(word));
      GROUP_OF_STEM.set(key, (GROUP_OF_STEM.get(key) ?? new Set()).add(group));
    }
  });

export function synonymGroups(ofStem: string): ReadonlySet<number> {
  return GROUP_OF_STEM.get(ofStem) ?? NONE;
}
const NONE: ReadonlySet<number> = new Set();
