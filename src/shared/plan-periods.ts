export const PLAN_PERIODS = ['MONTHLY', 'YEARLY'] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];
