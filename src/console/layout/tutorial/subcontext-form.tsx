import { useInvalidate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contexts as declaration } from '../../../../resources/contexts.ts';
import { inputSchema } from '../../../../resources/kit/schema.ts';
import { errorsOf, messageOf } from '../../components/field-errors.ts';
import { Icon } from '../../components/icon.tsx';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { useCurrentContext } from '../../session/current-context.tsx';

/** Creates subcontexts of the first context, one after another. */
export function SubcontextForm() {
  const { t } = useTranslation();
  const { contexts, refresh } = useCurrentContext();
  const invalidate = useInvalidate();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const parent = contexts[0];
  const subs = contexts.filter(({ parentId }) => parentId !== null && parentId === parent?.id);
  if (!parent) return <p>{t('tutorial.subcontext.none')}</p>;
  const create = async () => {
    const message = messageOf(t, inputSchema(declaration).shape.name, name);
    setFault(message);
    if (message) return;
    setBusy(true);
    try {
      await request('/contexts', { method: 'POST', body: { name: name.trim(), parentId: parent.id } });
      setName('');
      await Promise.all([refresh(), invalidate({ resource: 'contexts', invalidates: ['list'] })]);
    } catch (failure) {
      const own = errorsOf(failure).find(({ field }) => field === 'name');
      if (own) setFault(own.message);
      else void showFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{t('tutorial.subcontext.text', { parent: parent.name })}</p>
      <form
        className="tutorial-line"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label htmlFor="tutorial-name">{t('tutorial.subcontext.label')}</label>
        <div>
          <Input
            id="tutorial-name"
            value={name}
            placeholder={t('tutorial.subcontext.placeholder')}
            status={fault ? 'error' : undefined}
            aria-invalid={fault !== undefined}
            aria-describedby={fault ? 'tutorial-fault' : undefined}
            onChange={({ target }) => {
              setName(target.value);
              setFault(undefined);
            }}
          />
          <Button htmlType="submit" loading={isBusy} icon={<Icon name="add" />}>
            {t('tutorial.subcontext.create')}
          </Button>
        </div>
        {fault && (
          <p id="tutorial-fault" className="tutorial-fault" role="alert">
            {fault}
          </p>
        )}
      </form>
      {subs.length > 0 && (
        <ul
          className="tutorial-made"
          aria-live="polite"
          aria-label={t('tutorial.subcontext.made', { parent: parent.name })}
        >
          {subs.map((sub) => (
            <li key={sub.id}>
              <Icon name="check" size={14} /> <span className="cell-line">{sub.name}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
