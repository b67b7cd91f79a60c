import { UsageError } from './command-line.ts';

/*
 * `npm run bench -- NAME …` runs a bench; without a name it lists them. A FOLDER has documents and questions
 * (search/question-set.ts) or small businesses (answers/businesses.ts, as in data/small-businesses).
 */
const BENCHES: Record<string, { run: () => Promise<unknown>; args?: string; about: string }> = {
  agents: { run: () => import('./chat/agents.ts'), about: '300 agents at once beside 300 visitors' },
  api: { run: () => import('./http/api.ts'), about: 'a signed-in read against a bare select' },
  bases: {
    run: () => import('./bases/bases.ts'),
    args: 'FOLDER [--haystack FOLDER] [--passages 100000] [--accounts 1000] [--changes 30]',
    about: 'loading, searching and changing large bases, and many small ones',
  },
  capacity: {
    run: () => import('./capacity/capacity.ts'),
    args: '[--CONSTANT N]',
    about: 'what a number of customers needs',
  },
  capture: { run: () => import('./knowledge/capture.ts'), args: '[CONCURRENCY]', about: 'the capture of a site' },
  chat: {
    run: () => import('./chat/chat.ts'),
    args: 'FOLDER [--haystack FOLDER]',
    about: 'the time to the first token, 300 visitors at once, saturation',
  },
  classify: {
    run: () => import('./classifier/classify.ts'),
    args: '[--cv] [--json]',
    about: 'the labels of conversations',
  },
  console: {
    run: () => import('./console/console.ts'),
    args: '[--chains]',
    about: 'bytes, paint and call chains of the console',
  },
  contents: { run: () => import('./knowledge/contents.ts'), about: 'the list of 10,000 contents' },
  decisions: { run: () => import('./http/decisions.ts'), about: 'what the log of access decisions costs a request' },
  'derived-list': { run: () => import('./http/derived-list.ts'), about: 'a derived list of 100,000 rows' },
  'erase-visitor': { run: () => import('./chat/erase-visitor.ts'), about: 'erasing visitors, and what others wait' },
  insight: { run: () => import('./insight/insight.ts'), about: 'lists and dashboard of 100,000 conversations' },
  nodes: { run: () => import('./nodes/nodes.ts'), args: 'FOLDER', about: 'several processes on PostgreSQL' },
  reach: {
    run: () => import('./chat/reach.ts'),
    args: '[--whatsapp]',
    about: 'messages between visitors and people, answers on WhatsApp, and the brief',
  },
  reading: {
    run: () => import('./reading/reading.ts'),
    args: 'FOLDER',
    about: 'how well files are read, beside their right texts',
  },
  rows: {
    run: () => import('./rows/rows.ts'),
    args: '[EXCHANGES]',
    about: 'the rows that a call reads in a long history',
  },
  search: {
    run: () => import('./search/search.ts'),
    args: 'FOLDER [--haystack FOLDER] [--no-rivals] [--json]',
    about: 'finding, declining and quoting, beside other search engines',
  },
  small: {
    run: () => import('./answers/small-businesses.ts'),
    args: 'FOLDER [--http | --whatsapp | --model] [--lexicon]',
    about: 'the outcomes of questions to small businesses',
  },
  talks: {
    run: () => import('./answers/talks.ts'),
    args: 'FOLDER --bases FOLDER [--log]',
    about: 'whole conversations with small businesses',
  },
  training: {
    run: () => import('./knowledge/training.ts'),
    args: '[--contents 200]',
    about: 'how fast texts, files, pages and FAQs are trained',
  },
  webhooks: {
    run: () => import('./outgoing-webhooks/webhooks.ts'),
    args: '[--deliveries 1000]',
    about: 'deliveries to a healthy receiver',
  },
  widget: { run: () => import('./widget/widget.ts'), args: '[SCRIPT.js …]', about: 'what the widget costs its page' },
  'train-search': {
    run: () => import('./answers/train-decision.ts'),
    args: 'FOLDER… [--documents FOLDER]',
    about: 'writes src/search/rerank/learned-weights.ts',
  },
  'train-classifier': {
    run: () => import('./classifier/train.ts'),
    about: 'writes src/server/chat/classify/weights.json',
  },
  'count-background': {
    run: () => import('./search/count-background.ts'),
    args: 'FOLDER…',
    about: 'writes src/search/rerank/background.txt',
  },
};

const [name = ''] = process.argv.splice(2, 1);
const bench = BENCHES[name];
if (bench) {
  try {
    await bench.run();
  } catch (error) {
    const isInvalid = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof UsageError) && !isInvalid) throw error;
    console.error(`${error.message}\nnpm run bench -- ${name} ${bench.args ?? ''}`);
    process.exitCode = 2;
  }
} else {
  for (const [each, { args = '', about }] of Object.entries(BENCHES)) console.log(`${each} ${args}\n    ${about}`);
  process.exitCode = name === '' ? 0 : 2;
}
