/** The label that all values beyond the limit share. */
const OTHER = 'other';

/** Returns a function that passes the first `max` different values and replaces all others, which bounds the series. */
export function boundLabels(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.size < max) known.add(value);
    return known.has(value) ? value : OTHER;
  };
}
