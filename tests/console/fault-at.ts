/** The error that describes a field to screen readers, apart from its hint. */
export function faultAt(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => (id.endsWith('_help') ? document.getElementById(id)?.textContent : '')).join('');
}
