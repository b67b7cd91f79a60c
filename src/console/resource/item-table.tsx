import type { DetailProps } from './drawn-kind.ts';
import { itemsOf } from './items.ts';
import { textsOf } from './texts.ts';

/** The items of a list with all their fields. */
export default function ItemTable({ resource, name, field, value, FieldCell }: DetailProps<Record<string, unknown>[]>) {
  const items = itemsOf(resource, name, field);
  const texts = textsOf(items);
  const names = Object.keys(items.fields);
  return (
    <div className="item-table">
      <table>
        <thead>
          <tr>
            {names.map((one) => (
              <th key={one} scope="col">
                {texts.field(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.map((item, at) => (
            // Items have no id, and their order is their identity.
            <tr key={at}>
              {names.map((one) => (
                <td key={one}>
                  <FieldCell resource={items} name={one} value={item[one]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
