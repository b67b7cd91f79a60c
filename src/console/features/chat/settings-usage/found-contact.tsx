import { Alert, Button, Flex, Form } from 'antd';
import { Link } from 'react-router';
import { contents } from '../../../../../resources/contents.ts';
import { formatPhone } from '../../../../shared/format.ts';
import type { FoundContact, LimitsChange, LimitsRecord } from '../../../../shared/limits.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useSaveLimits } from '../pause/limits.ts';

const VALUES = ['whatsapp', 'email'] as const;

/** Shows the contact that the contents state, which is in force while the owner has written none. */
export function FoundContactNotice({ record }: { record: LimitsRecord }) {
  const form = Form.useFormInstance();
  const { save, isBusy } = useSaveLimits(record);
  const { contextId, person, offersFoundContact } = record;
  const isOwn = VALUES.some((name) => person[name] !== '');
  const query = useGet<FoundContact>(`/contexts/${contextId}/found-contact`, { isQuiet: true, enabled: !isOwn });
  const found = query.data?.data;
  if (isOwn || query.isError) return null;
  if (!found) return <Skeleton rows={3} />;
  const stated = VALUES.flatMap((name) => (found[name] ? [{ name, ...found[name] }] : []));
  if (stated.length === 0)
    return <Alert className="part-gap" type="info" showIcon role="note" message={t('limits.found.none')} />;
  const values = { whatsapp: found.whatsapp?.value ?? '', email: found.email?.value ?? '' };
  const change = (wanted: LimitsChange, done: string) => save(wanted, t(`limits.found.${done}`));
  const correct = () => {
    form.setFieldsValue({ person: values });
    form.focusField(['person', stated[0]!.name]);
  };
  return (
    <Alert
      className="part-gap"
      type={offersFoundContact ? 'info' : 'warning'}
      showIcon
      role="note"
      message={t(`limits.found.${offersFoundContact ? 'offered' : 'off'}`)}
      description={
        <>
          <ul className="plain">
            {stated.map(({ name, value, contentId, title, quote }) => (
              <li key={name} className="part-gap">
                <strong>{t(`limits.fields.person.${name}`)}</strong> {name === 'whatsapp' ? formatPhone(value) : value}
                <p className="cell-small">
                  {t('limits.found.source')}{' '}
                  {contentId ? <Link to={`${contents.path}/edit/${contentId}`}>{title}</Link> : title}: “{quote}”
                </p>
              </li>
            ))}
          </ul>
          <Flex wrap gap="small">
            <Button disabled={isBusy} onClick={() => change({ person: values }, 'confirmed')}>
              {t('limits.found.confirm')}
            </Button>
            <Button disabled={isBusy} onClick={correct}>
              {t('limits.found.correct')}
            </Button>
            <Button
              type="text"
              disabled={isBusy}
              onClick={() =>
                change({ offersFoundContact: !offersFoundContact }, offersFoundContact ? 'turnedOff' : 'turnedOn')
              }
            >
              {t(`limits.found.${offersFoundContact ? 'turnOff' : 'turnOn'}`)}
            </Button>
          </Flex>
        </>
      }
    />
  );
}
