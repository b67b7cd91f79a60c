import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { loadedBases } from '../../knowledge/base.ts';
import { type AnswerMeasurement, measurements } from '../../runtime/measurements.ts';
import type { Services } from '../../runtime/services.ts';
import { measureDatabase } from './database-metrics.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Staff configure few models; a platform that renames them often must not fill the memory. */
const MODELS_MAX = 50;
const THOUSANDTHS = 1_000;
const OTHER = 'other';

interface Metrics {
  contentType: string;
  print(): Promise<string>;
  countRequest(method: string, route: string, status: number, seconds: number): void;
  close(): void;
}

function measureRequests(register: Registry): Metrics['countRequest'] {
  const requests = new Counter({
    name: 'prosa_http_requests_total',
    help: 'Requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  const duration = new Histogram({
    name: 'prosa_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, streams included.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [register],
  });
  return (method, route, status, seconds) => {
    requests.inc({ method, route, status });
    duration.observe({ method, route }, seconds);
  };
}

/** Passes the first `max` different values and replaces others, which bounds the series. */
function boundLabels(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.size < max) known.add(value);
    return known.has(value) ? value : OTHER;
  };
}

function measureAnswers(register: Registry): () => void {
  const modelLabel = boundLabels(MODELS_MAX);
  const answers = new Counter({
    name: 'prosa_answers_total',
    help: 'Stored answers by outcome and model.',
    labelNames: ['outcome', 'model'],
    registers: [register],
  });
  const credits = new Counter({
    name: 'prosa_credits_spent_total',
    help: 'Credits that answers cost, by model.',
    labelNames: ['model'],
    registers: [register],
  });
  const firstToken = new Histogram({
    name: 'prosa_answer_first_token_seconds',
    help: 'Time from a question to the first piece of its answer, by model.',
    labelNames: ['model'],
    buckets: SECONDS,
    registers: [register],
  });
  const onAnswer = ({ outcome, model, cost }: AnswerMeasurement) => {
    answers.inc({ outcome, model: modelLabel(model) });
    credits.inc({ model: modelLabel(model) }, cost / THOUSANDTHS);
  };
  const onFirstToken = ({ model, seconds }: { model: string; seconds: number }) =>
    firstToken.observe({ model: modelLabel(model) }, seconds);
  measurements.on('answer', onAnswer).on('firstToken', onFirstToken);
  return () => void measurements.off('answer', onAnswer).off('firstToken', onFirstToken);
}

function measureConnections(register: Registry, server: Server): void {
  new Gauge({
    name: 'prosa_http_connections',
    help: 'Open connections of clients.',
    registers: [register],
    async collect() {
      this.set(await promisify(server.getConnections.bind(server))());
    },
  });
  const refused = new Counter({
    name: 'prosa_http_connections_refused_total',
    help: 'Connections refused because too many were open.',
    registers: [register],
  });
  server.on('drop', () => refused.inc());
}

function measureBases(register: Registry): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read());
      },
    });
  gauge('prosa_bases_loaded', 'Knowledge bases in memory.', () => loadedBases().count);
  gauge('prosa_bases_bytes', 'Bytes of the knowledge bases in memory.', () => loadedBases().bytes);
}

function measurePolicy(register: Registry, policy: Services['policy']): void {
  new Gauge({
    name: 'prosa_policy_info',
    help: 'Always 1; the label is the version of the access policy in force: the start of the SHA-256 of policy.csv.',
    labelNames: ['version'],
    registers: [register],
    collect() {
      this.reset();
      this.set({ version: policy.version }, 1);
    },
  });
}

export function createMetrics({ db, env, policy }: Services, server: Server): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const countRequest = measureRequests(register);
  measureConnections(register, server);
  const stopAnswers = measureAnswers(register);
  measureBases(register);
  measurePolicy(register, policy);
  const database = measureDatabase(register, db, env.DATA_DIR);
  return {
    contentType: register.contentType,
    async print() {
      await database.refresh();
      return register.metrics();
    },
    countRequest,
    close() {
      stopAnswers();
      database.stop();
    },
  };
}
