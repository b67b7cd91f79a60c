import { gramsOf } from '../../../search/grams.ts';
import { rootOf } from '../../../search/roots.ts';
import type { MessageReading } from './reading.ts';

export type ConversationFeatures = Map<number, number>;

const SCALES = { sign: 1, lastSign: 1, firstSign: 0.6, word: 0.6, pair: 0.4, lastWord: 0.5, gram: 0.2 };

export function featuresOf(all: readonly MessageReading[]): ConversationFeatures {
  const features: ConversationFeatures = new Map();
  const unlessGreeting = all.filter(({ signs }) => !signs.has('greetsOnly'));
  const readings = unlessGreeting.length > 0 ? unlessGreeting : all;
  const last = readings.at(-1);
  const first = readings[0];
  if (first === undefined || last === undefined) return features;
  for (const reading of readings) {
    for (const sign of reading.signs) put(features, `s ${sign}`, SCALES.sign);
    addWords(features, reading.words);
  }
  put(features, `n ${Math.min(readings.length, 4)}`, SCALES.sign);
  const many = readings.length > 1;
  for (const sign of last.signs) put(features, `${many ? 'l' : 'o'} ${sign}`, SCALES.lastSign);
  if (many) {
    for (const sign of first.signs) put(features, `f ${sign}`, SCALES.firstSign);
    for (const word of last.words) put(features, `lw ${rootOf(word)}`, SCALES.lastWord);
    if (repeats(readings)) put(features, 'repeats', SCALES.sign);
  }
  return features;
}

function addWords(features: ConversationFeatures, words: readonly string[]): void {
  let before = '^';
  for (const word of words) {
    const stemmed = rootOf(word);
    put(features, `w ${stemmed}`, SCALES.word);
    put(features, `p ${before} ${stemmed}`, SCALES.pair);
    before = stemmed;
    if (word.length > 3) for (const gram of gramsOf(word)) features.set(gram >>> 0, SCALES.gram);
  }
  put(features, `p ${before} $`, SCALES.pair);
}

function put(features: ConversationFeatures, name: string, weight: number): void {
  features.set(hashOf(name), weight);
}

/** It suggests that the answer did not help. */
function repeats(readings: readonly MessageReading[]): boolean {
  const texts = readings.map(({ words }) => words.join(' ')).filter((text) => text !== '');
  return new Set(texts).size < texts.length;
}

function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
