import { writeFileSync } from 'node:fs';
import { readLabelled, trainModel } from './training.ts';

/** Trains the classifier on the tuning part of the hand-made set and writes the weights that the server ships. */
const file = new URL('../../src/server/chat/classify/weights.json', import.meta.url);
const conversations = readLabelled().filter(({ split }) => split === 'tune');
const text = `${JSON.stringify(trainModel(conversations), null, 2)}\n`;
writeFileSync(file, text);
console.log(`${conversations.length} conversations, ${(text.length / 1000).toFixed(0)} kB of weights`);
