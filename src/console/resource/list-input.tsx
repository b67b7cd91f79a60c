import { Button, Form } from 'antd';
import { fieldSchemas } from '../../../resources/kit/schema.ts';
import { messageOf } from '../components/field-errors.ts';
import { Icon } from '../components/icon.tsx';
import { t } from '../providers/i18n.ts';
import type { DrawnInputProps } from './drawn-kind.ts';
import { formFields, initialValues } from './form-values.ts';
import { itemsOf } from './items.ts';
import { textsOf } from './texts.ts';

export default function ListInput({ resource, name, field, Fields }: DrawnInputProps) {
  const form = Form.useFormInstance();
  const texts = textsOf(resource);
  const items = itemsOf(resource, name, field);
  const itemTexts = textsOf(items);
  const { max = 0, initial } = field;
  const { input } = fieldSchemas(field);
  const check = (_: unknown, value: unknown[] | null | undefined) => {
    // The inputs themselves show what is wrong within an item.
    const issues = input.safeParse(value ?? []).error?.issues ?? [];
    const isOwn = issues.some(({ path }) => path.length === 0);
    return isOwn ? Promise.reject(new Error(messageOf(input, value ?? []))) : Promise.resolve();
  };
  return (
    <fieldset className="form-list">
      <legend>
        {texts.field(name)}
        {initial !== undefined && <span className="form-optional"> {t('resource.optional')}</span>}
      </legend>
      {texts.hint(name) && <p className="small-text">{texts.hint(name)}</p>}
      <Form.List name={name} rules={[{ validator: check }]}>
        {(rows, { add, remove }, { errors }) => (
          <>
            {rows.map(({ key, name: at }) => {
              const label = `${itemTexts.one} ${at + 1}`;
              return (
                <div key={key} role="group" aria-label={label} className="form-list-item">
                  {Fields && <Fields resource={items} path={[at]} />}
                  <Button
                    type="text"
                    icon={<Icon name="trash" />}
                    aria-label={t('resource.deleteName', { name: label })}
                    onClick={() => remove(at)}
                  />
                </div>
              );
            })}
            <Form.ErrorList errors={errors} className="form-list-errors" />
            <Button
              type="dashed"
              block
              icon={<Icon name="add" />}
              disabled={rows.length >= max}
              onClick={() => {
                add(initialValues(items));
                const [first = ''] = formFields(items);
                requestAnimationFrame(() => form.focusField([name, rows.length, first]));
              }}
            >
              {itemTexts.create}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  );
}
