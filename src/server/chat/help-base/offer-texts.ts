import { EMBEDDED_ANSWER_COST } from '../../../shared/constants.ts';
import { formatCount, formatList } from '../../../shared/format.ts';
import { fillIn, type GuideQuestion, HELP_CONTEXT_ID } from '../../../shared/help.ts';
import type { Plan, PlanOffer } from '../../../shared/plans.ts';
import { formatBrl } from '../../billing/receipt.ts';
import { t } from '../../runtime/translate.ts';
import { type HelpFile, type HelpText, textOf } from './help-texts.ts';

type OfferTexts = HelpFile['offer'];

const filled = ({ q, a, also = [] }: GuideQuestion, values: Record<string, string>): GuideQuestion => ({
  q: fillIn(q, values),
  a: fillIn(a, values),
  also: also.map((one) => fillIn(one, values)),
});

function planQuestion({ plan: template, parts, freeAlso }: OfferTexts, plan: Plan): GuideQuestion {
  const isFree = plan.monthlyPrice === 0;
  const prices = { monthly: formatBrl(plan.monthlyPrice), yearly: formatBrl(plan.yearlyPrice) };
  const flags = plan.flags.map((flag) => t(`plan-catalogue.options.flags.${flag}`).toLocaleLowerCase('pt-BR'));
  const one = filled(template, {
    name: plan.name,
    price: isFree ? parts.free : fillIn(parts.paid, prices),
    credits: formatCount(plan.credits),
    answers: formatCount((plan.credits * 1_000) / EMBEDDED_ANSWER_COST),
    items: formatCount(plan.itemLimit),
    contexts: formatCount(plan.contextLimit),
    people: formatCount(plan.userLimit),
    flags: flags.length > 0 ? fillIn(parts.flags, { names: formatList(flags) }) : '',
  });
  return isFree ? { ...one, also: [...one.also!, ...freeAlso] } : one;
}

/** What is on offer, with its prices of now. */
export function offerTexts(texts: OfferTexts, { plans, packs }: PlanOffer): HelpText[] {
  const { parts } = texts;
  const priced = plans.map(({ name, monthlyPrice }) =>
    fillIn(monthlyPrice === 0 ? parts.freePlan : parts.plan, { name, monthly: formatBrl(monthlyPrice) }),
  );
  const sold = packs.map(({ credits, price }) =>
    fillIn(parts.pack, { credits: formatCount(credits), price: formatBrl(price) }),
  );
  const questions = [
    ...plans.map((plan) => planQuestion(texts, plan)),
    ...(priced.length > 0 ? [filled(texts.plans, { plans: formatList(priced) })] : []),
    ...(sold.length > 0 ? [filled(texts.packs, { packs: formatList(sold) })] : []),
  ];
  return questions.map((one) => ({ contextId: HELP_CONTEXT_ID, path: '/choose-plan', ...textOf(one) }));
}
