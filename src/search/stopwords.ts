import { fold } from '../shared/fold.ts';

const words = (text: string) => text.trim().split(/\s+/);

/**
 * Words that say nothing about the subject: articles, prepositions, pronouns, auxiliaries, question words, greetings.
 */
export const STOPWORDS: ReadonlySet<string> = new Set(
  words(`
  a as o os um uma uns umas de do da dos das dum duma em no na nos nas num numa nuns numas por pelo pela pelos pelas
  para pra pro pras pros ao aos com sem sob sobre ate entre desde e ou nem mas que se como quando onde porque pois
  porem todavia contudo portanto logo entao assim tambem so ja ainda mais menos muito muita muitos muitas pouco tao tanto
  quanto quantos quanta quantas qual quais quem cujo cuja cujos cujas quê aonde donde
  eu tu ele ela nos vos eles elas voce voces me te lhe lhes mim ti si comigo contigo consigo conosco
  meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas dele dela deles delas
  este esta estes estas esse essa esses essas aquele aquela aqueles aquelas isto isso aquilo neste nesta nestes nestas
  nesse nessa nesses nessas naquele naquela deste desta destes destas desse dessa desses dessas daquele daquela disto disso
  ser sou es e era eram foi foram sao somos sera serao seria seriam seja sejam sendo sido fosse fossem for
  estar estou esta estao estava estavam esteve esteja estejam ter tenho tem tinha tinham teve tiveram tenha tenham tendo
  tido haver ha houve havia haja ir vou vai vao ia iam poder posso pode podem podia podemos possa possam
  dever devo deve devem quero queria quer preciso gostaria saber sei diga dizer
  ali aqui dai daqui la la ca algum alguma alguns algumas nenhum nenhuma outro outra outros outras todo toda todos todas cada mesmo
  mesma mesmos mesmas tal tais qualquer quaisquer algo alguem ninguem nao sim
  oi ola opa eai poxa puxa eita bom boa obrigado obrigada favor grato grata gentileza senhor senhora moco moca galera gente
`).map(fold),
);
