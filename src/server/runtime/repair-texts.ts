/** The only character that PostgreSQL cannot store in a text. */
const NUL = '\0';
/** Maximum depth of a reported field. Our schemas are shallower, so a deeper fault gets no field name. */
const FIELD_DEPTH_MAX = 20;

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

/**
 * Returns the path of the first NUL in a value or field name, or null. On the way it replaces lone surrogates (half
 * of an emoji) with U+FFFD, because PostgreSQL's JSON rejects them. Iterative: clients control the depth.
 */
export function repairTexts(sent: unknown): string | null {
  const open: JsonNode[] = [{ value: sent, name: '', within: null }];
  for (let node = open.pop(); node; node = open.pop()) {
    const { value } = node;
    if (typeof value === 'string' && value.includes(NUL)) return pathOf(node);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    const parent = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(parent)) {
      if (name.includes(NUL) || !name.isWellFormed()) return pathOf(node);
      if (typeof inner === 'string' && !inner.isWellFormed()) parent[name] = inner.toWellFormed();
      open.push({ value: parent[name], name, within: node });
    }
  }
  return null;
}
