/** PostgreSQL cannot store it in a text. */
const NUL = '\0';
/** Our schemas are shallower, so a deeper fault gets no field name. */
const FIELD_DEPTH_MAX = 20;

/** The largest valid request has about 5,000; validating a million would block the event loop for seconds. */
const VALUES_MAX = 20_000;

interface JsonNode {
  value: unknown;
  name: string;
  within: JsonNode | null;
}

function pathOf(node: JsonNode): string {
  const names: string[] = [];
  for (let at: JsonNode | null = node; at?.within; at = at.within) {
    if (names.push(at.name) > FIELD_DEPTH_MAX) return '';
  }
  return names.reverse().join('.');
}

type TextFault = { code: 'too_many_values' } | { code: 'nul'; field: string };

/** Null if acceptable. Mends lone surrogates, which PostgreSQL's JSON rejects. Iterative: clients control the depth. */
export function repairTexts(sent: unknown): TextFault | null {
  const open: JsonNode[] = [{ value: sent, name: '', within: null }];
  let values = 0;
  for (let node = open.pop(); node; node = open.pop()) {
    const { value } = node;
    if (typeof value === 'string' && value.includes(NUL)) return { code: 'nul', field: pathOf(node) };
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (Array.isArray(value) && value.length > VALUES_MAX) return { code: 'too_many_values' };
    const parent = value as Record<string, unknown>;
    const entries = Object.entries(parent);
    values += entries.length;
    if (values > VALUES_MAX) return { code: 'too_many_values' };
    for (const [name, inner] of entries) {
      if (name.includes(NUL) || !name.isWellFormed()) return { code: 'nul', field: pathOf(node) };
      if (typeof inner === 'string' && !inner.isWellFormed()) parent[name] = inner.toWellFormed();
      open.push({ value: parent[name], name, within: node });
    }
  }
  return null;
}
