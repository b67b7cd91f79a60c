/** A score from 0 to 100 in three steps, at the borders that Lighthouse uses. */
export const bandOf = (score: number) => (score >= 90 ? 'good' : score >= 50 ? 'middling' : 'poor');
