import type { Asker, Can } from './can.ts';
import { IMPERSONATED_FLAG, NO_FLAG, SELF_FLAG } from './vocabulary.ts';

/** Who may something: each role that may, with the flags of which it needs one (`any`: none), in the policy's order. */
type WhoMay = Record<string, string[]>;

/**
 * All that the policy answers, written out. Many things are open to the same people: `who` says each of these once, and
 * `things` has by thing and act its place there. What is not among the things has no row: `otherwise`.
 */
export interface Answers {
  who: WhoMay[];
  things: Record<string, Record<string, number>>;
  otherwise: WhoMay;
}

/** The answer to a question. A refusal says its kind, and the flag that would do. */
export interface Answer {
  can: boolean;
  refusal?: 'role' | 'plan';
  flag?: string;
}

/** Has the enforcer answer every question there is, for who cannot carry it along (the console, at its build). */
export function writeAnswers(can: Can): Answers {
  const whoMay = (thing: string, act: string): WhoMay => {
    const who: WhoMay = {};
    for (const { role, flag } of can.whoMay(thing, act)) (who[role] ??= []).push(flag);
    return who;
  };
  const who: WhoMay[] = [];
  const placeOf = (one: WhoMay): number => {
    const text = JSON.stringify(one);
    const at = who.findIndex((other) => JSON.stringify(other) === text);
    return at < 0 ? who.push(one) - 1 : at;
  };
  const things = can.things().map(({ thing, acts }) => {
    return [thing, Object.fromEntries(acts.map((act) => [act, placeOf(whoMay(thing, act))]))] as const;
  });
  return { who, things: Object.fromEntries(things), otherwise: whoMay('', '') };
}

/** What `can.explain` would answer to that question; acts are asked for one by one, never by their group's name. */
export function readAnswer(answers: Answers, { role, flags }: Asker, thing: string, act: string): Answer {
  const acts = Object.hasOwn(answers.things, thing) ? answers.things[thing]! : {};
  const who = Object.hasOwn(acts, act) ? answers.who[acts[act]!]! : answers.otherwise;
  const wanted = Object.hasOwn(who, role) ? who[role]! : [];
  if (wanted.some((flag) => flag === NO_FLAG || flags.includes(flag))) return { can: true };
  const flag = wanted.find((one) => one !== IMPERSONATED_FLAG);
  return { can: false, refusal: flag === undefined || flag === SELF_FLAG ? 'role' : 'plan', flag };
}
