export const JOB_STATES = ['waiting', 'running', 'retrying', 'parked'] as const;
