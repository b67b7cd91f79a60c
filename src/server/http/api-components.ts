import type { ApiDocument, ApiOperation, JsonSchema, Media } from './api-examples.ts';

type Node = Record<string, unknown>;

/** `createFaq` → `CreateFaq`. */
const pascal = (operationId: string) => operationId.charAt(0).toUpperCase() + operationId.slice(1);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isWorthName = ({ properties, anyOf, oneOf, items }: JsonSchema) => Boolean(properties ?? anyOf ?? oneOf ?? items);

const VALUES = new Set(['default', 'const', 'enum', 'examples']);

class Components {
  readonly schemas: Record<string, unknown> = {};
  readonly #names = new Map<string, string>();

  /** Under its known name or this one. Throws if another schema has the name. */
  #name(schema: JsonSchema, name: string): Node {
    const key = JSON.stringify(schema);
    const known = this.#names.get(key);
    if (known === undefined) {
      if (name in this.schemas) throw new Error(`Two schemas of the API are called ${name}`);
      this.#names.set(key, name);
      this.schemas[name] = null;
      this.schemas[name] = this.#replaceParts(schema as Node);
    }
    return { $ref: `#/components/schemas/${known ?? name}` };
  }

  #replaceParts(schema: Node): Node {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (VALUES.has(key)) return [key, value];
        // Here the keys are names, such as `default`.
        const replaced =
          key === 'properties' ? Object.entries(value as Node).map(([name, one]) => [name, this.replace(one)]) : null;
        return [key, replaced ? Object.fromEntries(replaced) : this.replace(value)];
      }),
    );
  }

  replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.replace(one));
    if (!isNode(value)) return value;
    const { title } = value;
    return typeof title === 'string' ? this.#name(value as JsonSchema, title) : this.#replaceParts(value);
  }

  nameMedia(media: Record<string, Media>, name: string): void {
    for (const one of Object.values(media)) {
      const { schema } = one;
      if (!schema) continue;
      one.schema = (
        isWorthName(schema) ? this.#name(schema, schema.title ?? name) : this.replace(schema)
      ) as JsonSchema;
    }
  }
}

function nameParts(components: Components, operation: ApiOperation): void {
  const { operationId = '', requestBody, responses = {} } = operation;
  components.nameMedia(requestBody?.content ?? {}, `${pascal(operationId)}Body`);
  for (const { content = {} } of Object.values(responses))
    components.nameMedia(content, `${pascal(operationId)}Answer`);
}

/** Generated clients get a type for each. Named after the first operation: `CreateFaqBody`, `ShowUseAnswer`. */
export function nameSchemas(document: ApiDocument): void {
  const components = new Components();
  for (const paths of [document.paths, document.webhooks ?? {}])
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
      nameParts(components, operation);
  document.components = { ...document.components, schemas: components.schemas };
}

const ACRONYMS = new Map([
  ['api', 'API'],
  ['csv', 'CSV'],
  ['faq', 'FAQ'],
  ['faqs', 'FAQs'],
  ['id', 'id'],
  ['seo', 'SEO'],
]);

/** `bulkDeleteContents` → `Bulk delete contents`. */
export function summaryOf(operationId: string): string {
  const words = operationId
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ');
  return pascal(words.map((word) => ACRONYMS.get(word) ?? word).join(' '));
}
